import type { FrameMessage, ParentMessage } from '@titular/contract/web-sdk';
import { SDK_CHANNEL, SDK_ERRORS } from '@titular/contract/web-sdk';
import type { Language } from '../types.ts';

const EVENT_NAME = /^[a-z_]{1,40}$/;
const STATUS = /^[a-z-]{1,40}$/;

/** What is heard of a frame. A shop may bundle this SDK, and the page is always the service's: its statuses may be newer. */
export type HeardMessage =
  | Exclude<FrameMessage, { type: 'finished' }>
  | (Omit<Extract<FrameMessage, { type: 'finished' }>, 'status'> & { status: string });

const isOneOf = <Word extends string>(words: readonly Word[], value: unknown): value is Word =>
  words.includes(value as Word);

const isWord = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value);

/** What a frame says, read field by field; undefined for whatever has not exactly the shape of the contract. A code that is newer than this SDK is a fault. */
export function parseFrameMessage(data: unknown): HeardMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const said = data as Readonly<Record<string, unknown>>;
  const channel = SDK_CHANNEL;
  if (said['channel'] !== channel) return undefined;
  const { type, event, transactionId, status, code } = said;
  if (type === 'ready' || type === 'stays' || type === 'closed') return { channel, type };
  if (type === 'event' && isWord(event, EVENT_NAME))
    return { channel, type, event: event as Extract<FrameMessage, { type: 'event' }>['event'] };
  if (type === 'finished' && typeof transactionId === 'string' && isWord(status, STATUS))
    return { channel, type, transactionId, status };
  if (type === 'error' && typeof code === 'string')
    return { channel, type, code: isOneOf(SDK_ERRORS, code) ? code : 'service_fault' };
  return undefined;
}

/** The person's wish to leave, which the page in the frame asks back about. */
export const leaveMessage: ParentMessage = { channel: SDK_CHANNEL, type: 'leave' };

/** What opens the page in the frame. */
export const openMessage = (
  code: string,
  language: Language | undefined,
  pageLoad: string,
): ParentMessage => ({
  channel: SDK_CHANNEL,
  type: 'open',
  code,
  pageLoad,
  ...(language === undefined ? {} : { language }),
});
