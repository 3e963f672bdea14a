import type { DialResult } from './classify-attempt.ts';
import { type Hide, hideNothing } from './hide-credentials.ts';
import { type Dial, postBytes } from './post-bytes.ts';

export type { Dial } from './post-bytes.ts';

const EXCERPT_BYTES = 4 * 1024;

/** What is kept of an answer: its first 4 KiB; PostgreSQL holds every character but NUL. */
const toExcerpt = (text: string): string =>
  Buffer.from(text, 'utf8').subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd');

/** Sends an event once, by the same safe dial as `postBytes`, and keeps of the answer what its log holds: `hide` sees all that was read before it is cut, so that no credential is left by half. */
export async function postWebhook(dial: Dial, hide: Hide = hideNothing): Promise<DialResult> {
  const headers = { 'content-type': 'application/json', ...dial.headers };
  const reply = await postBytes({ ...dial, headers });
  if (reply.kind === 'failed') return reply;
  const { kind, status, retryAfter, bytes, isWhole } = reply;
  return { kind, status, retryAfter, excerpt: toExcerpt(hide(bytes.toString('utf8'), isWhole)) };
}
