import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../base/refusal.ts';
import { refusalReply } from './error-reply.ts';

const answer = refusalReply(new Refusal('40001', 'The request is not sound HTTP, or came too slowly.'));
const body = JSON.stringify(answer.body);
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  connection: 'close',
};
const headerLines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);
const rawAnswer = [`HTTP/1.1 ${answer.status} Bad Request`, ...headerLines, '', body].join('\r\n');

/** Answers what the parser refused, or what did not arrive in time, in the documented shape, and closes. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else socket.end(rawAnswer);
}

/** Answers an `Expect` that is not known the same way, where Node would answer 417 without a body. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(answer.status, HEADERS).end(body);
  });
}

/** Whether a request names its host exactly once, as RFC 9112 section 3.2 requires of HTTP/1.1. */
export function namesOneHost(request: IncomingMessage): boolean {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  return hosts.length === 1 || (hosts.length === 0 && request.httpVersion === '1.0');
}
