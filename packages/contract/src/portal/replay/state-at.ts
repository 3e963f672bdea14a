import type { HistoryStep } from '../../transactions/transaction-search.ts';
import { statusesIn } from '../../transactions/transaction-stages.ts';
import type { TransactionStatus, TransactionStatusResponse } from '../../transactions/transactions.ts';
import { WEBHOOK_LOG_DAYS } from '../../webhooks/webhook-log-days.ts';
import type { TransactionCase } from '../case.ts';
import { partsAt } from './parts-at.ts';

export { firstToldOf } from './delivery-at.ts';
export { type PastProcess, processAt } from './process-at.ts';
export { type PastSettings, settingsAt } from './settings-at.ts';

/** A case of an instant: nothing can be done there, and the link is absent where nobody kept it. */
export type PastCase = Omit<TransactionCase, 'link'> & { link: TransactionCase['link'] | undefined };

type Transaction = TransactionCase['transaction'];

const AWAITING = statusesIn('awaiting');

/** What a status call would have read: time that is over counts before its step is written. */
function statusOf(
  { expiresAt, history }: Transaction,
  last: HistoryStep,
  instant: string,
): TransactionStatus {
  if (!AWAITING.includes(last.status) || expiresAt > instant) return last.status;
  return history.find(({ version }) => version === last.version + 1)?.status ?? 'expired';
}

function transactionAt(now: Transaction, instant: string): Transaction | undefined {
  const history = now.history.filter(({ at }) => at <= instant);
  const last = history.at(-1);
  if (!last) return undefined;
  const { finishedAt, hasIdentityChanged, ...rest } = now;
  const isFinished = finishedAt !== undefined && finishedAt <= instant;
  return {
    ...rest,
    ...{ status: statusOf(now, last, instant), history },
    ...(isFinished ? { finishedAt } : {}),
    ...(isFinished && hasIdentityChanged !== undefined ? { hasIdentityChanged } : {}),
  };
}

/**
 * Computes the case as it stood at an instant, from the case of now; undefined before the transaction existed. Of what comes after the
 * reading nothing is known: it stands as it was read.
 */
export function stateAt(now: TransactionCase, asked: string): PastCase | undefined {
  const instant = asked < now.readAt ? asked : now.readAt;
  const transaction = transactionAt(now.transaction, instant);
  if (!transaction) return undefined;
  const { decision: _decision, link: _link, ...rest } = now;
  // Attempts of a process that is used again are over for this transaction.
  const isReuse = now.captures.processId !== undefined;
  return {
    ...rest,
    transaction,
    ...partsAt(now, instant, { isAwaited: AWAITING.includes(transaction.status), isReuse }),
    notes: now.notes.filter(({ at }) => at <= instant),
  };
}

/** The body with which the status call would have answered. */
export const statusAnswerOf = ({
  transaction: { status, hasIdentityChanged },
}: Pick<PastCase, 'transaction'>): TransactionStatusResponse => ({
  status,
  ...(hasIdentityChanged === undefined ? {} : { hasIdentityChanged }),
});

type Dated = Pick<TransactionCase, 'timeline' | 'readAt'> & { createdAt: string };

/** Instants at which something happened, oldest first and each once: where the slider stops. */
export const stopsOf = ({ timeline, createdAt, readAt }: Dated): string[] =>
  [...new Set([createdAt, ...timeline.map(({ at }) => at)])]
    .filter((at) => at >= createdAt && at <= readAt)
    .toSorted();

const DAY_MS = 86_400_000;

/** From when on webhooks of a case are still in their log; undefined where that is all of them. */
export function webhooksKeptFrom({ createdAt, readAt }: Omit<Dated, 'timeline'>): string | undefined {
  const from = new Date(Date.parse(readAt) - WEBHOOK_LOG_DAYS * DAY_MS).toISOString();
  return createdAt < from ? from : undefined;
}
