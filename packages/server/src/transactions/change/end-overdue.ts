import type { Kysely } from 'kysely';
import { addUp, listAttackSignalsOf } from '../../captures/attack-signals/signal-store.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { endBatch, type Unended } from '../../kernel/database/batches/end-batch.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { recordEndings } from '../../webhooks/events/record-events.ts';
import { advance, type TransactionEvent } from '../transaction.ts';
import {
  type DueTransaction,
  type Ending,
  lockDue,
  lockOverdueRetries,
  updateEnded,
} from './ending-store.ts';

/** Ends locked transactions with history, events and deliveries, each in a statement for all of them. */
async function endAll(
  trx: Kysely<Tables>,
  due: readonly DueTransaction[],
  event: TransactionEvent,
  why: (one: DueTransaction) => Pick<Ending, 'reasons' | 'decision'>,
  at: Date,
): Promise<void> {
  const endings = due.map((one) => {
    const to = advance(one.status, event);
    invariant(to, 'an open transaction takes its end');
    return { ...one, event, from: one.status, to, version: one.version + 1, actor: 'service', ...why(one) };
  });
  const ended = await updateEnded(trx, endings, at);
  invariant(ended === endings.length, 'locked transactions take their change');
  const occurrences = endings.map(({ tenantId, companyId, transactionId, to, version }) => ({
    tenantId,
    companyId,
    subject: { type: 'transaction.finished' as const, transactionId, status: to, sequence: version },
    at,
  }));
  await recordEndings(trx, occurrences, at);
}

const idOf = ({ transactionId }: DueTransaction): string => transactionId;

/** Ends up to `limit` open transactions, of all tenants, whose time has passed, oldest first, in one commit; answers how many. One that cannot be ended is noted in `unended`. */
export const expireDue = (
  db: Kysely<Tables>,
  now: Date,
  limit: number,
  unended?: Unended,
): Promise<number> => {
  const end = (trx: Kysely<Tables>, due: readonly DueTransaction[]): Promise<void> =>
    endAll(trx, due, 'expire', () => ({ reasons: [], decision: undefined }), now);
  const lock = (trx: Kysely<Tables>, most: number, leftOut: readonly string[]) =>
    lockDue(trx, now, most, leftOut);
  return endBatch(db, { lock, end, idOf }, limit, unended);
};

async function endRetries(trx: Kysely<Tables>, due: readonly DueTransaction[], now: Date): Promise<void> {
  const noted = await listAttackSignalsOf(trx, due);
  const why = ({ transactionId }: DueTransaction): Pick<Ending, 'reasons' | 'decision'> => {
    const signs = addUp(noted.get(transactionId) ?? []).map(({ sign }) => sign);
    const reasons = ['retry_time_passed', ...signs];
    return { reasons, decision: { result: 'inconclusive', reasons, signs } };
  };
  await endAll(trx, due, 'attempts-exhausted', why, now);
}

/** Makes the failure final of up to `limit` transactions, of all tenants, whose time for another attempt has passed; answers how many. One that cannot be ended is noted in `unended`. */
export const endOverdueRetries = (
  db: Kysely<Tables>,
  now: Date,
  limit: number,
  unended?: Unended,
): Promise<number> => {
  const end = (trx: Kysely<Tables>, due: readonly DueTransaction[]) => endRetries(trx, due, now);
  const lock = (trx: Kysely<Tables>, most: number, leftOut: readonly string[]) =>
    lockOverdueRetries(trx, now, most, leftOut);
  return endBatch(db, { lock, end, idOf }, limit, unended);
};
