import { TRANSACTION_STATUSES } from '@titular/contract/transactions';
import type { FrameMessage, ParentMessage } from '@titular/contract/web-sdk';
import { SDK_CHANNEL, SDK_ERRORS } from '@titular/contract/web-sdk';
import type { Language } from '../types.ts';

const EVENT_NAME = /^[a-z_]{1,40}$/;

const isOneOf = <Word extends string>(words: readonly Word[], value: unknown): value is Word =>
  words.includes(value as Word);

/** What a frame says, read field by field; undefined for whatever has not exactly the shape of the contract. */
export function parseFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const said = data as Readonly<Record<string, unknown>>;
  const channel = SDK_CHANNEL;
  if (said['channel'] !== channel) return undefined;
  const { type, event, transactionId, status, code } = said;
  if (type === 'ready' || type === 'stays' || type === 'closed') return { channel, type };
  if (type === 'event' && typeof event === 'string' && EVENT_NAME.test(event))
    return { channel, type, event: event as Extract<FrameMessage, { type: 'event' }>['event'] };
  if (type === 'finished' && typeof transactionId === 'string' && isOneOf(TRANSACTION_STATUSES, status))
    return { channel, type, transactionId, status };
  if (type === 'error' && isOneOf(SDK_ERRORS, code)) return { channel, type, code };
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
