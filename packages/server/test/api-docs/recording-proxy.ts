import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a program sent it, with the answer that the service gave it; `type` is a media type without parameters. */
export type SeenRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
  type: string;
  content: Buffer;
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
    // The answer is kept as it is read, and so not compressed.
    const { connection, 'transfer-encoding': coding, 'accept-encoding': packing, ...kept } = headers;
    const sent = request(new URL(url, target), { method, headers: kept }, async (given) => {
      const { pathname: path, searchParams } = new URL(url, target);
      const status = given.statusCode ?? 0;
      const type = (given.headers['content-type'] ?? '').split(';', 1).join('').trim();
      const content = Buffer.concat(await given.toArray());
      const query = Object.fromEntries(searchParams);
      seen.push({ method, path, query, headers, body, status, type, content });
      answer.writeHead(status, given.headers).end(content);
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
