import { forgetCalls } from '../api-calls/api-call-store.ts';
import {
  deleteAttempts,
  deleteFrames,
  deleteLinks,
  deleteSessions,
} from '../captures/erase-captures-store.ts';
import type { Db } from '../database/connect.ts';
import { eraseTransactions } from '../transactions/erase-transactions-store.ts';
import { forgetAnswers } from '../webhooks/erase-answers-store.ts';

/** How many rows of each kind were deleted or emptied. */
export type ErasureCounts = Readonly<Record<string, number>>;

type Step = (db: Db, tenantId: string, transactionIds: readonly string[], at: Date) => Promise<number>;

/** Every place that holds something of the person of a transaction, in the order in which rows depend on each other. */
const STEPS: Readonly<Record<string, Step>> = {
  pictures: deleteFrames,
  attempts: deleteAttempts,
  pageSessions: deleteSessions,
  links: deleteLinks,
  webhookAnswers: forgetAnswers,
  apiCalls: forgetCalls,
  transactions: eraseTransactions,
};

/** Takes the person out of finished transactions, everywhere, in the caller's database transaction. */
export async function eraseTransactionsEverywhere(
  db: Db,
  tenantId: string,
  transactionIds: readonly string[],
  at: Date,
): Promise<ErasureCounts> {
  const counts: Record<string, number> = {};
  for (const [name, step] of Object.entries(STEPS))
    counts[name] = await step(db, tenantId, transactionIds, at);
  return counts;
}
