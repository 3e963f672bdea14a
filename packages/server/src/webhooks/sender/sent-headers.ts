import type { SentHeader } from '@titular/contract';

/** Headers of every outgoing request. */
export const FIXED_HEADERS = { 'user-agent': 'titular-webhooks/1', 'accept-encoding': 'identity' } as const;

/** Headers of every request with an event. */
export const BODY_HEADERS = { 'content-type': 'application/json' } as const;

/** One attempt: the event, the body that is sent of it, and when the attempt began, which is when it was signed. */
export type SentRequest = { eventId: string; body: string; startedAt: Date };

/** Headers of an attempt that was answered, made again from what is kept. The signature is not kept; credentials and the trace are left out. */
export const sentHeaders = ({ eventId, body, startedAt }: SentRequest): SentHeader[] => [
  ...Object.entries({
    ...BODY_HEADERS,
    'content-length': String(Buffer.byteLength(body)),
    ...FIXED_HEADERS,
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(startedAt.getTime() / 1000)),
  }).map(([name, value]) => ({ name, value })),
  { name: 'webhook-signature' },
];
