/** What can happen to a transaction after its creation, as its history names it. */
export const TRANSACTION_EVENTS = [
  'capture-finished',
  'attempts-exhausted',
  'approve',
  'reject',
  'share',
  'state-identity',
  'disown',
  'declare-absent',
  'cancel',
  'expire',
] as const;
/** An event of that list. */
export type TransactionEvent = (typeof TRANSACTION_EVENTS)[number];

/** What can happen to a process; `reuse` leaves it as it is, and stands in its history. */
export const PROCESS_EVENTS = [
  'capture-finished',
  'attempts-exhausted',
  'approve',
  'reject',
  'fail',
  'expire',
  'reuse',
] as const;
/** An event of that list. */
export type ProcessEvent = (typeof PROCESS_EVENTS)[number];
