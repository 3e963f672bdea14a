import { TRANSACTION_STATUSES, type TransactionEvent, type TransactionStatus } from '@titular/contract';

export { TRANSACTION_EVENTS, type TransactionEvent } from '@titular/contract';

const BEFORE_CAPTURE = {
  'capture-finished': 'processing',
  'attempts-exhausted': 'inconclusive',
  share: 'shared',
  disown: 'unknown-share',
  'declare-absent': 'absent-holder',
  cancel: 'canceled',
  expire: 'expired',
} as const;

/** Status and event to the next status; what has no entry is refused, and final statuses have none (design section 2). */
export const transitions: Readonly<
  Record<TransactionStatus, Partial<Record<TransactionEvent, TransactionStatus>>>
> = {
  waiting: { ...BEFORE_CAPTURE, 'state-identity': 'waiting' },
  shared: { ...BEFORE_CAPTURE, 'state-identity': 'shared' },
  processing: { approve: 'approved', reject: 'inconclusive' },
  approved: {},
  inconclusive: {},
  expired: {},
  'unknown-share': {},
  'fast-inconclusive': {},
  'absent-holder': {},
  canceled: {},
};

/** The status after an event, or undefined when the present status does not take it. */
export const advance = (status: TransactionStatus, event: TransactionEvent): TransactionStatus | undefined =>
  transitions[status][event];

/** Final statuses never change. */
export const isFinal = (status: TransactionStatus): boolean => Object.keys(transitions[status]).length === 0;

/** Statuses from which an event leads on, for conditional updates. */
export const statusesThatTake = (event: TransactionEvent): TransactionStatus[] =>
  TRANSACTION_STATUSES.filter((status) => advance(status, event) !== undefined);

/** A card as the merchant gave it; ranges of 15-digit and shorter cards keep only 6 leading digits. */
export type CardDigits = {
  binDigits: string;
  lastDigits: string;
  name: string;
  expirationDate: string | undefined;
};

const SHORT_CARD_RANGE = /^3(?:[0467]|8)/;

/** The leading digits that may be kept: 6 for the ranges 30, 34, 36, 37 and 38, else 8 (design section 6). */
export const keptBinDigits = (binDigits: string): string =>
  SHORT_CARD_RANGE.test(binDigits) ? binDigits.slice(0, 6) : binDigits;

/** No card is issued for longer; some that have no end say 12/49. */
const MAX_VALIDITY_YEARS = 25;

/** Two digits name the last year of such an ending that is not too far ahead: in 2026 `51` is 2051, and `52` was 1952. */
function fullYear(digits: number, now: Date): number {
  const last = now.getUTCFullYear() + MAX_VALIDITY_YEARS;
  return last - ((last - digits) % 100);
}

/** The last month of validity as MM/YY lies in the past everywhere on earth (UTC-12 is the last place to leave a month). */
export function isExpiredCard(expirationDate: string, now: Date): boolean {
  const month = Number(expirationDate.slice(0, 2));
  const year = fullYear(Number(expirationDate.slice(3, 5)), now);
  const twelveHoursMs = 12 * 3_600_000;
  return now.getTime() >= Date.UTC(year, month, 1) + twelveHoursMs;
}
