import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../base/refusal.ts';
import { refusalReply } from './error-reply.ts';

const answer = refusalReply(new Refusal('40001', 'The request is not sound HTTP, or came too slowly.'));
const body = JSON.stringify(answer.body);

/** Answers to what never becomes a request. */
export type BrokenRequests = {
  /** Answers what the parser refused, or what did not arrive in time, in the documented shape, and closes. */
  answer(error: NodeJS.ErrnoException, socket: Socket): void;
  /** Answers an `Expect` that is not known the same way, where Node would answer 417 without a body. */
  refuseExpectations(server: Server): void;
};

/** Makes them with the headers that every answer of the service has. */
export function createBrokenRequests(commonHeaders: Readonly<Record<string, string>>): BrokenRequests {
  const headers = {
    ...commonHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const rawAnswer = [`HTTP/1.1 ${answer.status} Bad Request`, ...lines, '', body].join('\r\n');
  return {
    answer: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else socket.end(rawAnswer);
    },
    refuseExpectations: (server) => {
      server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
        response.writeHead(answer.status, headers).end(body);
      });
    },
  };
}

/** Whether a request names its host exactly once, as RFC 9112 section 3.2 requires of HTTP/1.1. */
export function namesOneHost(request: IncomingMessage): boolean {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  return hosts.length === 1 || (hosts.length === 0 && request.httpVersion === '1.0');
}
