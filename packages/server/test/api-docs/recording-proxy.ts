import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a program sent it, with the status that the service gave it. */
export type SeenRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
};

async function readText(stream: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}

/** Starts a proxy before a service that keeps what programs sent. */
export async function startRecordingProxy(
  target: string,
): Promise<{ url: string; seen: SeenRequest[]; close(): Promise<void> }> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (asked, answer) => {
    const { method = '', url = '', headers } = asked;
    const body = await readText(asked);
    const { connection, 'transfer-encoding': coding, ...kept } = headers;
    const sent = request(new URL(url, target), { method, headers: kept }, (given) => {
      const { pathname, searchParams } = new URL(url, target);
      const status = given.statusCode ?? 0;
      seen.push({ method, path: pathname, query: Object.fromEntries(searchParams), headers, body, status });
      answer.writeHead(status, given.headers);
      given.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    sent.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
