import { type Agent, type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import type { Socket } from 'node:net';
import { connectionWords } from '../../kernel/network/connection-words.ts';
import { connectionRules, type EndpointRules, endpointUrlProblem } from '../endpoints/endpoint-url.ts';
import { type Connections, type ConnectionTarget, singleUseAgent, wasStale } from './connections.ts';
import type { Resolve } from './resolve-name.ts';
import { FIXED_HEADERS } from './sent-headers.ts';

/** One dial: where to, what, and how long all of it may take in milliseconds; `stopping` ends it early, `resolve` stands in for the name servers. With both `connections` and `endpointId` a connection of the same endpoint may be reused. */
export type OutboundRequest = {
  url: string;
  body: string;
  headers: Record<string, string>;
  timeoutMs: number;
  rules: EndpointRules;
  stopping?: AbortSignal | undefined;
  resolve?: Resolve | undefined;
  connections?: Connections | undefined;
  endpointId?: string | undefined;
  /** Is called once the request has left. */
  onSent?: (() => void) | undefined;
};

/** What came back: up to 64 KiB of the body as it was sent, `isWhole` when that is all of it, or one sentence on why there was no answer. */
export type Reply =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; bytes: Buffer; isWhole: boolean }
  | { kind: 'failed'; error: string };

type Answer = Extract<Reply, { kind: 'answered' }>;

const MAX_BODY_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** Of everything on the wire: interim answers and the framing of chunks are no body, and have no other end. */
const MAX_WIRE_BYTES = MAX_BODY_BYTES + 2 * MAX_HEADER_BYTES;

/** The answer came to nothing on a connection that had been left open; it is sent once more on a new one. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
}

/** Collects an answer; `cut` ends it where it is, because the status alone decides. */
function readAnswer(response: IncomingMessage, settle: (answer: Answer) => void): { cut(): void } {
  const chunks: Buffer[] = [];
  let size = 0;
  const end = (isWhole: boolean): void =>
    settle({
      kind: 'answered',
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      bytes: Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES),
      isWhole,
    });
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) end(false);
  });
  response.on('end', () => end(response.complete));
  return { cut: () => end(false) };
}

/** Tells how much came in on the connection of a request, and when that is more than is read. */
function watchWire(request: ClientRequest, onTooMuch: () => void): () => number {
  let read = 0;
  request.once('socket', (socket: Socket) => {
    const count = (chunk: Buffer): void => {
      read += chunk.length;
      if (read > MAX_WIRE_BYTES) onTooMuch();
    };
    socket.on('data', count);
    request.once('close', () => socket.off('data', count));
  });
  return () => read;
}

function send(outbound: OutboundRequest, target: ConnectionTarget, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      agent,
      target,
      signal: target.signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
      headers: {
        'content-length': Buffer.byteLength(outbound.body),
        ...FIXED_HEADERS,
        ...outbound.headers,
      },
    };
    let reading: { cut(): void } | undefined;
    const request = openRequest(target.url, options, (response) => {
      response.on('error', reject);
      reading = readAnswer(response, (answer) => {
        resolve(answer);
        // A connection that may be kept is no longer the request's by now; any other ends here.
        request.destroy();
      });
    });
    const bytesRead = watchWire(request, () => {
      reading?.cut();
      request.destroy(new Error('the receiver sends without end'));
    });
    request.on('error', (error) =>
      reject(wasStale(request, bytesRead(), error) ? new StaleConnection() : error),
    );
    // After a switch of protocols (101) there is neither an answer nor an error, only this.
    request.on('close', () => {
      if (!reading) reject(new Error('the connection was closed without an answer'));
    });
    if (outbound.onSent) request.once('finish', outbound.onSent);
    request.end(outbound.body);
  });
}

async function sendAndResend(outbound: OutboundRequest, signal: AbortSignal): Promise<Answer> {
  const url = new URL(outbound.url);
  const { connections, endpointId: owner = '', resolve } = outbound;
  const target: ConnectionTarget = { url, rules: connectionRules(outbound.rules), signal, resolve, owner };
  if (!connections || !owner) return send(outbound, target, singleUseAgent(url));
  try {
    return await send(outbound, target, connections.agentFor(url));
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return send(outbound, target, singleUseAgent(url));
  }
}

/** Settles with the work, or as soon as the signal says so: the end must not hang on whether each step heeds it. */
const unlessAborted = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/** The receiver has a hand in what errors say, so nothing but plain signs is kept of them. */
const describe = (error: unknown): string =>
  error instanceof Error
    ? (connectionWords(error.message) || error.name).slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?')
    : 'unknown error';

/** Posts once: address checked and pinned, no redirect followed, no compression undone, everything over by the deadline; throws only when `stopping` cut it short, which tells nothing of the receiver. */
export async function sendOutbound(outbound: OutboundRequest): Promise<Reply> {
  const problem = endpointUrlProblem(outbound.url, outbound.rules);
  if (problem) return { kind: 'failed', error: `the address ${problem}` };
  outbound.stopping?.throwIfAborted();
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const deadline = setTimeout(end, outbound.timeoutMs);
  outbound.stopping?.addEventListener('abort', end, { once: true });
  try {
    return await unlessAborted(sendAndResend(outbound, ended.signal), ended.signal);
  } catch (error) {
    outbound.stopping?.throwIfAborted();
    const isLate = ended.signal.aborted;
    end();
    return { kind: 'failed', error: isLate ? 'no complete answer in time' : describe(error) };
  } finally {
    clearTimeout(deadline);
    outbound.stopping?.removeEventListener('abort', end);
  }
}
