import type { TransactionStatus } from './transactions.ts';

/** How far a transaction is: a capture is awaited, it is being decided, or it ended with or without an approval. */
export type TransactionStage = 'awaiting' | 'deciding' | 'approved' | 'refused';

/** The stage of each status. */
const STAGES: Readonly<Record<TransactionStatus, TransactionStage>> = {
  waiting: 'awaiting',
  processing: 'deciding',
  shared: 'awaiting',
  approved: 'approved',
  inconclusive: 'refused',
  expired: 'refused',
  'unknown-share': 'refused',
  'fast-inconclusive': 'refused',
  'absent-holder': 'refused',
  canceled: 'refused',
};

/**
 * Statuses from which a transaction goes on; `transaction.changed` tells them to endpoints that name them. They are those of `awaiting` and
 * `deciding`, listed so that the hosted page carries no table of stages.
 */
export const OPEN_STATUSES: readonly TransactionStatus[] = ['waiting', 'processing', 'shared'];

/** The statuses of some stages, in the order of the wire. */
export const statusesIn = (...stages: readonly TransactionStage[]): readonly TransactionStatus[] =>
  (Object.keys(STAGES) as TransactionStatus[]).filter((status) => stages.includes(STAGES[status]));
