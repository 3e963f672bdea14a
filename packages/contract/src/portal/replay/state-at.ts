import type { CaptureAttempt } from '../../captures/capture-records.ts';
import type { HistoryStep } from '../../transactions/transaction-search.ts';
import type { TransactionStatus, TransactionStatusResponse } from '../../transactions/transactions.ts';
import { WEBHOOK_LOG_DAYS } from '../../webhooks/webhook-log-days.ts';
import type { TransactionCase } from '../case.ts';
import { deliveryAt } from './delivery-at.ts';
import { linkAt } from './link-at.ts';

export { firstToldOf } from './delivery-at.ts';

/** A case of an instant: nothing can be done there, and the link is absent where nobody kept it. */
export type PastCase = Omit<TransactionCase, 'link'> & { link: TransactionCase['link'] | undefined };

type Transaction = TransactionCase['transaction'];

const OPEN: readonly TransactionStatus[] = ['waiting', 'shared'];

/** What a status call would have read: time that is over counts before its step is written. */
function statusOf(
  { expiresAt, history }: Transaction,
  last: HistoryStep,
  instant: string,
): TransactionStatus {
  if (!OPEN.includes(last.status) || expiresAt > instant) return last.status;
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

function attemptAt(now: CaptureAttempt, instant: string): CaptureAttempt {
  if (now.finishedAt !== undefined && now.finishedAt <= instant) return now;
  if (now.finishedAt === undefined) return now;
  const { outcome: _outcome, finishedAt: _finishedAt, ...running } = now;
  const frames = now.frames.filter(({ receivedAt }) => receivedAt !== undefined && receivedAt <= instant);
  return { ...running, frames, framesReceived: frames.length };
}

function capturesAt({ captures, decision }: TransactionCase, instant: string): TransactionCase['captures'] {
  const { checks, comparedFace, signs, attempts, ...rest } = captures;
  const seen = attempts.filter(({ startedAt }) => startedAt <= instant);
  const ended = seen.filter(({ finishedAt }) => finishedAt !== undefined && finishedAt <= instant);
  const isDecided = decision !== undefined && decision.at <= instant;
  const numbers = new Set(ended.map(({ number }) => number));
  return {
    ...rest,
    checks: isDecided ? checks : [],
    ...(isDecided && comparedFace ? { comparedFace } : {}),
    signs: signs.filter(({ attempt }) => isDecided || numbers.has(attempt)),
    attempts: seen.map((attempt) => attemptAt(attempt, instant)),
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
  const { decision, link: _link, ...rest } = now;
  const captures = capturesAt(now, instant);
  // Attempts of a process that is used again are over for this transaction.
  const isReuse = captures.processId !== undefined;
  const isCapturing = !isReuse && captures.attempts.some(({ outcome }) => outcome === undefined);
  return {
    ...rest,
    ...{ transaction, captures, acts: [], readAt: instant },
    link: linkAt(now, { isAwaited: OPEN.includes(transaction.status), isCapturing }, instant),
    timeline: now.timeline.filter(({ at }) => at <= instant),
    ...(decision && decision.at <= instant ? { decision } : {}),
    deliveries: now.deliveries
      .filter(({ eventTime }) => eventTime <= instant)
      .map((delivery) => deliveryAt(delivery, instant, now.readAt)),
    calls: now.calls.filter(({ at }) => at <= instant),
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

/** Instants at which something happened, oldest first and each once: where the slider stops. */
export const stopsOf = ({ timeline, transaction, readAt }: TransactionCase): string[] =>
  [...new Set([transaction.createdAt, ...timeline.map(({ at }) => at)])]
    .filter((at) => at >= transaction.createdAt && at <= readAt)
    .toSorted();

const DAY_MS = 86_400_000;

/** From when on webhooks of a transaction are still in their log; undefined where that is all of them. */
export function webhooksKeptFrom({ transaction, readAt }: TransactionCase): string | undefined {
  const from = new Date(Date.parse(readAt) - WEBHOOK_LOG_DAYS * DAY_MS).toISOString();
  return transaction.createdAt < from ? from : undefined;
}
