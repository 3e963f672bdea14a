import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a fake service received it. */
export type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** What goes wrong with an answer: it never comes, is another status, is no JSON, is too long, is compressed, or has members of its own. */
export type Fault =
  | { kind: 'silent' }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'text'; text: string; headers?: Record<string, string> }
  | { kind: 'huge'; bytes: number }
  | { kind: 'members'; members: Record<string, unknown> };

/** An answer with another status. */
export const statusFault = (status: number, headers: Record<string, string> = {}): Fault => ({
  ...{ kind: 'status', status, headers },
});

/** A good status with a text of its own. */
export const textFault = (text: string, headers: Record<string, string> = {}): Fault => ({
  ...{ kind: 'text', text, headers },
});

/** The answer as it should be, but for some members. */
export const membersFault = (members: Record<string, unknown>): Fault => ({ kind: 'members', members });

/** Reads a request whole. */
export async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks = await request.toArray();
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
}

/** Gives the answer that a fault makes of any. */
export function answerBadly(
  response: ServerResponse,
  fault: Exclude<Fault, { kind: 'members' | 'silent' }>,
): void {
  if (fault.kind === 'status') response.writeHead(fault.status, fault.headers).end();
  else if (fault.kind === 'text') response.writeHead(200, fault.headers).end(fault.text);
  else response.writeHead(200).end(`"${'x'.repeat(fault.bytes)}"`);
}

/** Listens on loopback; gives the port, a free one for 0. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends a server with all its connections. */
export async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
