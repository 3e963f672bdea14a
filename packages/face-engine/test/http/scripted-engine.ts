import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a scripted engine was sent. */
type Asked = { headers: IncomingHttpHeaders; method: string; path: string; body: Buffer };

/** An engine whose answers a test writes; `most` is how many requests it had at once. */
export type ScriptedEngine = { url: string; asked: Asked[]; most(): number };

/** A sound answer with no face in it. */
export const emptyAnswer = { engineVersion: 'scripted/1', descriptorLength: 128, faces: [] };

/** A sound answer with one face in it. */
export const oneFace = {
  box: { x: 100, y: 100, width: 120, height: 150 },
  score: 0.9,
  landmarks: { rightEye: { x: 130, y: 150 }, leftEye: { x: 190, y: 150 }, noseTip: { x: 160, y: 190 } },
  descriptor: Array.from({ length: 128 }, (_, index) => index / 1000),
};

/** Answers with JSON. */
export const answerJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Starts it on a loopback port, a free one unless told otherwise; it ends with the test. `behave` is told how many requests came before. */
export async function startScriptedEngine(
  behave: (response: ServerResponse, count: number) => void,
  port = 0,
): Promise<ScriptedEngine> {
  const asked: Asked[] = [];
  let [open, most] = [0, 0];
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    readBody(request).then(
      (body) => {
        const { headers, method = '', url: path = '' } = request;
        asked.push({ headers, method, path, body });
        behave(response, asked.length - 1);
      },
      () => response.destroy(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/analyse`;
  return { url, asked, most: () => most };
}
