import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the service does with one request. */
export type Step =
  | { status: number; body?: unknown; headers?: Record<string, string | string[]> }
  | 'reset'
  | 'hang'
  | 'cut'
  | 'flood'
  | 'trickle'
  | 'not-json';

/** One request as it came. */
type SeenRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** A service on loopback that follows a script, and then answers `{ status: 'waiting' }` for ever; tokens are numbered. */
export type ScriptedService = {
  url: string;
  /** Requests of the API, without those for tokens. */
  seen: SeenRequest[];
  /** Bodies of the requests for tokens. */
  tokenRequests: SeenRequest[];
  /** What comes next; tokens have a script of their own. */
  script: Step[];
  tokenScript: Step[];
  /** Waits until so many requests of the API, or for tokens, have come. */
  arrived(count: number, of?: 'calls' | 'tokens'): Promise<void>;
};

/** A transaction's status, as the service answers it. */
export const status = (word: string): Step => ({ status: 200, body: { status: word } });

/** A refusal in the shape of the contract. */
export const refusal = (code: string, headers: Record<string, string | string[]> = {}): Step => ({
  status: Number(code.slice(0, 3)),
  body: { code, message: `Refused with ${code}.` },
  headers,
});

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

function follow(step: Step, response: ServerResponse): void {
  if (step === 'hang') return;
  if (step === 'reset') return void response.socket?.destroy();
  if (step === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"status":');
    return void response.socket?.destroySoon();
  }
  if (step === 'flood') {
    const pour = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', pour);
    pour();
    return;
  }
  if (step === 'trickle') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(drip));
    return;
  }
  if (step === 'not-json') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  const headers = { 'content-type': 'application/json', 'x-request-id': 'request-1', ...step.headers };
  response.writeHead(step.status, headers).end(JSON.stringify(step.body ?? {}));
}

/** Starts the service; it ends with the test. */
export async function startScripted(): Promise<ScriptedService> {
  const seen: SeenRequest[] = [];
  const tokenRequests: SeenRequest[] = [];
  const script: Step[] = [];
  const tokenScript: Step[] = [];
  const waiting = new Set<() => void>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const came: SeenRequest = { method, path, headers, body: await readBody(request) };
    if (path.startsWith('/oauth2/token')) {
      tokenRequests.push(came);
      for (const tell of waiting) tell();
      const token = { access_token: `token-${tokenRequests.length}`, token_type: 'Bearer', expires_in: 3600 };
      return follow(tokenScript.shift() ?? { status: 200, body: token }, response);
    }
    seen.push(came);
    for (const tell of waiting) tell();
    follow(script.shift() ?? status('waiting'), response);
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const arrived: ScriptedService['arrived'] = (count, of = 'calls') =>
    new Promise((resolve) => {
      const look = (): void => {
        if ((of === 'calls' ? seen : tokenRequests).length < count) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { url, seen, tokenRequests, script, tokenScript, arrived };
}
