import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId } from '../../base/id.ts';
import { Refusal } from '../../base/refusal.ts';
import { sentValues } from '../admission/check-headers.ts';
import { createTag } from '../tag.ts';
import { refusalReply } from './error-reply.ts';

const answer = refusalReply(new Refusal('40001', 'The request is not sound HTTP, or came too slowly.'));
const body = JSON.stringify(answer.body);

/** Answers to what never becomes a request. */
export type BrokenRequests = {
  /** Answers what the parser refused, or what did not arrive in time, in the documented shape, and closes. */
  answer(error: NodeJS.ErrnoException, socket: Socket): void;
  /** Answers an `Expect` that is not known and a CONNECT the same way, where Node answers without a body. Keeps in sight what is under way, and each client's address. */
  watch(server: Server): void;
};

/** Waits for the answers to what came whole before on the connection: they were carried out, and who asked must hear of it. */
async function awaitAnswers(underWay: readonly ServerResponse[]): Promise<void> {
  const whole = underWay.filter(({ req }) => req.complete);
  await Promise.all(whole.map((response) => once(response, 'close')));
}

/** Makes them with the headers that every answer of the service has. */
export function createBrokenRequests(commonHeaders: Readonly<Record<string, string>>): BrokenRequests {
  const headers = {
    ...commonHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const rawAnswer = (): string =>
    [`HTTP/1.1 ${answer.status} Bad Request`, ...lines, `x-request-id: ${newId()}`, '', body].join('\r\n');
  const connections = createTag<Duplex, ServerResponse[]>('under way');
  const refused = new WeakSet<Duplex>();
  const refuse = async (socket: Duplex): Promise<void> => {
    // What comes after it is broken too, and the parser says so each time.
    if (refused.has(socket)) return;
    refused.add(socket);
    await awaitAnswers(connections.get(socket) ?? []);
    if (socket.writable) socket.end(rawAnswer());
    else socket.destroy();
  };
  return {
    answer: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else void refuse(socket);
    },
    watch: (server) => {
      server.on('connection', (socket: Socket) => {
        // Asked while it is known: Node keeps it, and can find it no more once the client is gone.
        if (socket.remoteAddress === undefined) socket.destroy();
      });
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        // An array: a connection has one request under way as a rule, and a map would be made anew whenever it is empty.
        const underWay = connections.get(request.socket) ?? [];
        connections.set(request.socket, underWay);
        underWay.push(response);
        response.once('close', () => underWay.splice(underWay.indexOf(response), 1));
      });
      server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
        response.writeHead(answer.status, { ...headers, 'x-request-id': newId() }).end(body);
      });
      server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
        socket.on('error', () => undefined);
        void refuse(socket);
      });
    },
  };
}

/** Whether a request names its host exactly once, as RFC 9112 section 3.2 requires of HTTP/1.1. */
export function namesOneHost(request: IncomingMessage): boolean {
  const hosts = sentValues(request.rawHeaders, 'host');
  return hosts.length === 1 || (hosts.length === 0 && request.httpVersion === '1.0');
}
