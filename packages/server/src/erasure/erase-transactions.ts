import {
  deleteAttackSignals,
  deleteAttempts,
  deleteFrames,
  deleteImageHashes,
  deleteLinks,
  deleteSessions,
} from '../captures/subjects/erase-captures-store.ts';
import { deleteAnswersAbout } from '../idempotency/idempotency-store.ts';
import type { Db } from '../kernel/database/connect.ts';
import { eraseProcesses } from '../processes/change/erase-processes-store.ts';
import { redactCalls } from '../request-log/api-call-store.ts';
import { eraseTransactions } from '../transactions/retention/erase-transactions-store.ts';
import { deleteReceiverAnswers, redactOrderNumbers } from '../webhooks/deliveries/erase-answers-store.ts';

type Step = (db: Db, tenantId: string, ids: readonly string[], at: Date) => Promise<number>;

/** The order numbers are copies of those of the transactions, and counted there. */
const redactWebhooks: Step = async (db, tenantId, transactionIds) => {
  await redactOrderNumbers(db, tenantId, transactionIds);
  return deleteReceiverAnswers(db, tenantId, transactionIds);
};

/** What pictures looked like goes with them. */
const deletePictures: Step = async (db, tenantId, transactionIds) => {
  await deleteImageHashes(db, tenantId, transactionIds);
  return deleteFrames(db, tenantId, transactionIds);
};

const deleteAttemptData: Step = async (db, tenantId, transactionIds) => {
  await deleteAttackSignals(db, tenantId, transactionIds);
  return deleteAttempts(db, tenantId, transactionIds);
};

/** What was answered to whoever made them holds the links, and of a process its person. */
const deleteLinkData: Step = async (db, tenantId, ids) => {
  await deleteAnswersAbout(db, tenantId, ids);
  return deleteLinks(db, tenantId, ids);
};

/** Every place that holds something of the person of a transaction or process, in the order in which rows depend on each other. */
const STEPS = {
  pictures: deletePictures,
  attempts: deleteAttemptData,
  pageSessions: deleteSessions,
  links: deleteLinkData,
  webhookAnswers: redactWebhooks,
  apiCalls: redactCalls,
  transactions: eraseTransactions,
  processes: eraseProcesses,
} as const satisfies Readonly<Record<string, Step>>;

/** How many rows of each of these kinds were deleted or emptied. */
export type StepCounts = Readonly<Record<keyof typeof STEPS, number>>;

/** Takes the person out of finished transactions and processes, everywhere, in the caller's database transaction; an id of one kind is nothing to the steps of the other. */
export async function eraseEverywhere(
  db: Db,
  tenantId: string,
  ids: readonly string[],
  at: Date,
): Promise<StepCounts> {
  const counts: Partial<Record<string, number>> = {};
  for (const [name, step] of Object.entries(STEPS)) counts[name] = await step(db, tenantId, ids, at);
  return counts as StepCounts;
}
