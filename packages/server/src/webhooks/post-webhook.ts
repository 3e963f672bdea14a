import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { DialResult } from './classify-attempt.ts';
import { pinAddress } from './dial-address.ts';
import { dialRules, type EndpointRules, endpointUrlProblem } from './endpoint-url.ts';

/** One dial: where to, what, and how long all of it may take in milliseconds. */
export type Dial = {
  url: string;
  body: string;
  headers: Record<string, string>;
  timeoutMs: number;
  rules: EndpointRules;
};

const MAXIMUM_ANSWER_BYTES = 64 * 1024;
const EXCERPT_BYTES = 4 * 1024;

/** What is kept of an answer: its first 4 KiB as text that PostgreSQL can hold. */
const toExcerpt = (bytes: Buffer): string =>
  bytes.subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd');

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
      (response) =>
        readAnswer(response)
          .then(resolve, reject)
          .finally(() => request.destroy()),
    );
    request.on('error', reject);
    request.end(dial.body);
  });
}

const describe = (error: unknown, timedOut: boolean): string =>
  timedOut
    ? 'no complete answer in time'
    : error instanceof Error
      ? error.message.slice(0, 200)
      : 'unknown error';

/** Sends once: address checked and pinned, no redirect followed, everything over by the deadline; never throws. */
export async function postWebhook(dial: Dial): Promise<DialResult> {
  const problem = endpointUrlProblem(dial.url, dial.rules);
  if (problem) return { kind: 'failed', error: `the address ${problem}` };
  const deadline = AbortSignal.timeout(dial.timeoutMs);
  try {
    const pinned = await pinAddress(new URL(dial.url).hostname, dialRules(dial.rules));
    return await send(dial, pinned, deadline);
  } catch (error) {
    return { kind: 'failed', error: describe(error, deadline.aborted) };
  }
}
