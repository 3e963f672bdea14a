import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What becomes of an answer that the service gave: passed on, its connection cut, or held back for good. */
type Fate = 'pass' | 'cut' | 'hold';

/** One answer of the service, as the proxy saw it. */
type SeenAnswer = { path: string; status: number; body: unknown; headers: Headers };

/** Stands before a service: whatever becomes of an answer, the service has carried out the request by then. */
export type CuttingProxy = {
  url: string;
  /** What becomes of the next answers whose path ends so; all others are passed on. */
  decide(pathEnd: string, ...fates: Fate[]): void;
  /** Every answer of the service, also those that nobody got. */
  answers: SeenAnswer[];
  /** Waits until so many answers were seen. */
  answered(count: number): Promise<void>;
};

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Asks the service as the request does, its headers of the connection aside. */
async function passOn(target: string, request: IncomingMessage): Promise<Response> {
  const { method = '', url = '', headers } = request;
  const { host, connection, 'content-length': length, 'transfer-encoding': coding, ...kept } = headers;
  const body = await readBytes(request);
  return fetch(`${target}${url}`, {
    method,
    headers: kept as Record<string, string>,
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
}

/** Starts the proxy before a service; it ends with the test. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const planned = new Map<string, Fate[]>();
  const answers: SeenAnswer[] = [];
  const waiting = new Set<() => void>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url: path = '' } = request;
    const answer = await passOn(target, request);
    const text = await answer.text();
    const { status, headers } = answer;
    answers.push({ path, status, headers, body: JSON.parse(text) });
    for (const look of waiting) look();
    const [, fates] = [...planned].find(([end]) => path.endsWith(end)) ?? [];
    const fate = fates?.shift() ?? 'pass';
    if (fate === 'hold') return;
    if (fate === 'cut') return void response.socket?.destroy();
    const kept = ['content-type', 'retry-after', 'x-request-id', 'www-authenticate'] as const;
    const passed = kept.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : []));
    response.writeHead(status, Object.fromEntries(passed)).end(text);
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: (pathEnd, ...fates) => void planned.set(pathEnd, fates),
    answers,
    answered: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (answers.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
