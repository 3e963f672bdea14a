import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { DialResult } from './classify-attempt.ts';
import { pinAddress, type Resolve } from './dial-address.ts';
import { dialRules, type EndpointRules, endpointUrlProblem } from './endpoint-url.ts';

/** One dial: where to, what, and how long all of it may take in milliseconds; `stopping` ends it early, `resolve` stands in for the system's resolver. */
export type Dial = {
  url: string;
  body: string;
  headers: Record<string, string>;
  timeoutMs: number;
  rules: EndpointRules;
  stopping?: AbortSignal | undefined;
  resolve?: Resolve | undefined;
};

const MAXIMUM_ANSWER_BYTES = 64 * 1024;
const EXCERPT_BYTES = 4 * 1024;

/** PostgreSQL holds every character but this one. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

/** What is kept of an answer: its first 4 KiB. */
const toExcerpt = (bytes: Buffer): string => withoutNul(bytes.subarray(0, EXCERPT_BYTES).toString('utf8'));

/** Reads an answer up to 64 KiB; what comes after is cut, because the status alone decides. */
async function readAnswer(response: IncomingMessage): Promise<DialResult> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= MAXIMUM_ANSWER_BYTES) break;
  }
  return {
    kind: 'answered',
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    excerpt: toExcerpt(Buffer.concat(chunks)),
  };
}

function send(
  dial: Dial,
  pinned: { address: string; family: 4 | 6 },
  signal: AbortSignal,
): Promise<DialResult> {
  const url = new URL(dial.url);
  const pin: LookupFunction = (_hostname, options, callback) => {
    if (options.all) callback(null, [pinned]);
    else callback(null, pinned.address, pinned.family);
  };
  return new Promise((resolve, reject) => {
    let answered = false;
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = open(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: pin,
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(dial.body),
          'user-agent': 'titular-webhooks/1',
          'accept-encoding': 'identity',
          ...dial.headers,
        },
      },
      (response) => {
        answered = true;
        readAnswer(response)
          .then(resolve, reject)
          .finally(() => request.destroy());
      },
    );
    request.on('error', reject);
    // After a switch of protocols (101) there is neither an answer nor an error, only this.
    request.on('close', () => {
      if (!answered) reject(new Error('the connection was closed without an answer'));
    });
    request.end(dial.body);
  });
}

async function resolveAndSend(dial: Dial, signal: AbortSignal): Promise<DialResult> {
  const pinned = await pinAddress(new URL(dial.url).hostname, dialRules(dial.rules), dial.resolve);
  signal.throwIfAborted();
  return send(dial, pinned, signal);
}

/** Settles with the work, or as soon as the signal says so: the end must not hang on whether each step heeds it. */
const unlessAborted = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

const describe = (error: unknown, timedOut: boolean): string => {
  if (timedOut) return 'no complete answer in time';
  return error instanceof Error ? withoutNul(error.message.slice(0, 200)) : 'unknown error';
};

/** Sends once: address checked and pinned, no redirect followed, everything over by the deadline; throws only when `stopping` cut it short, which tells nothing of the receiver. */
export async function postWebhook(dial: Dial): Promise<DialResult> {
  const problem = endpointUrlProblem(dial.url, dial.rules);
  if (problem) return { kind: 'failed', error: `the address ${problem}` };
  dial.stopping?.throwIfAborted();
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const deadline = setTimeout(end, dial.timeoutMs);
  dial.stopping?.addEventListener('abort', end, { once: true });
  try {
    return await unlessAborted(resolveAndSend(dial, ended.signal), ended.signal);
  } catch (error) {
    dial.stopping?.throwIfAborted();
    return { kind: 'failed', error: describe(error, ended.signal.aborted) };
  } finally {
    clearTimeout(deadline);
    dial.stopping?.removeEventListener('abort', end);
  }
}
