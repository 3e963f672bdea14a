import { hideCardNumbers, hideCutNumber } from '../../kernel/base/card-numbers/hide-card-numbers.ts';
import { type Hide, hideNothing } from '../deliveries/hide-credentials.ts';
import type { SendResult } from '../queue/classify-attempt.ts';
import { type OutboundRequest, sendOutbound } from './outbound-request.ts';
import { BODY_HEADERS } from './sent-headers.ts';

export type { OutboundRequest } from './outbound-request.ts';

const EXCERPT_BYTES = 4 * 1024;
/** Of so many characters the numbers are hidden before the excerpt is cut, so that none is left by half. */
const SCANNED_ROWS = 4 * EXCERPT_BYTES;

/** What is kept of an answer: its first 4 KiB; PostgreSQL holds every character but NUL. */
const toExcerpt = (text: string): string =>
  Buffer.from(text, 'utf8').subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd');

function withoutCardNumbers(text: string, isWhole: boolean): string {
  const clean = hideCardNumbers(text.slice(0, SCANNED_ROWS));
  return isWhole && text.length <= SCANNED_ROWS ? clean : hideCutNumber(clean);
}

/**
 * Sends an event once, by the same checked connection as `sendOutbound`, and returns what the log stores of the
 * response. `hide` sees the whole text before it is cut, so that no partial credential and no full card number is
 * stored.
 */
export async function postWebhook(request: OutboundRequest, hide: Hide = hideNothing): Promise<SendResult> {
  const headers = { ...BODY_HEADERS, ...request.headers };
  const reply = await sendOutbound({ ...request, headers });
  if (reply.kind === 'failed') return reply;
  const { kind, status, retryAfter, bytes, isWhole } = reply;
  const text = withoutCardNumbers(hide(bytes.toString('utf8'), isWhole), isWhole);
  return { kind, status, retryAfter, excerpt: toExcerpt(text) };
}
