import { type Kysely, sql } from 'kysely';
import { listAttackSignalsOf } from '../captures/index.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { endBatch, type Unended } from '../kernel/database/batches/end-batch.ts';
import { afterCommit } from '../kernel/database/outbox/after-commit.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { recordEndings } from '../webhooks/index.ts';
import { countTransition } from './count-transition.ts';
import { decisionOfFailure } from './end-due.ts';
import { type Due, type DueRule, type Ending, lockDue, updateEnded } from './ending-store.ts';
import type { SubjectTable } from './subject-table.ts';

type Why = (one: Due) => Pick<Ending, 'reasons' | 'decision'>;

/** Ends locked subjects with history, events and deliveries, each in a statement for all of them. */
async function endAll(
  trx: Kysely<Tables>,
  of: SubjectTable,
  due: readonly Due[],
  { event, why }: { event: string; why: Why },
  at: Date,
): Promise<void> {
  const endings = due.map((one) => {
    const to = of.advance(one.status, event);
    invariant(to, 'an open subject takes its end');
    return { ...one, event, from: one.status, to, version: one.version + 1, actor: 'service', ...why(one) };
  });
  const ended = await updateEnded(trx, of, endings, at);
  invariant(ended === endings.length, 'locked subjects take their change');
  await afterCommit(trx, () => {
    for (const ending of endings) countTransition(of, ending.module, ending);
  });
  const occurrences = endings.map(({ tenantId, companyId, module: _module, ...ending }) => {
    const subject = of.eventOf({ ...ending, isEnd: true }, { event, actor: 'service', at });
    invariant(subject, 'an end is told');
    return { tenantId, companyId, subject, at };
  });
  await recordEndings(trx, occurrences, at);
}

const EXPIRED: Why = () => ({ reasons: [], decision: undefined });

async function readFailures(trx: Kysely<Tables>, due: readonly Due[]): Promise<Why> {
  const subjects = due.map(({ tenantId, id }) => ({ tenantId, subjectId: id }));
  const noted = await listAttackSignalsOf(trx, subjects);
  return ({ id }) => decisionOfFailure('retry_time_passed', noted.get(id) ?? []);
}

/** Ends up to `limit` open subjects, of all tenants, that a rule says are due, oldest first, in one commit; answers how many. One that cannot be ended is noted in `unended`. */
export const endOverdue = (
  db: Kysely<Tables>,
  of: SubjectTable,
  rule: DueRule,
  now: Date,
  limit: number,
  unended?: Unended,
): Promise<number> => {
  const batch = {
    lock: (trx: Kysely<Tables>, most: number, leftOut: readonly string[]) =>
      lockDue(trx, of, rule, most, leftOut),
    end: async (trx: Kysely<Tables>, due: readonly Due[]) => {
      const how =
        rule.by === 'expires_at'
          ? { event: 'expire', why: EXPIRED }
          : { event: 'attempts-exhausted', why: await readFailures(trx, due) };
      await endAll(trx, of, due, how, now);
    },
    idOf: ({ id }: Due) => id,
  };
  return endBatch(db, batch, limit, unended);
};

/** Time has passed where that is this service's to end, and the time for another attempt was not over before. */
export const expiryRule = (of: SubjectTable, until: Date): DueRule => ({
  ...{ by: 'expires_at', until },
  where: sql<boolean>`${of.endsHere} AND (retry_until IS NULL OR retry_until > expires_at)`,
});

/** The time for another attempt has passed, and before the subject's own. */
export const retryRule = (until: Date): DueRule => ({
  ...{ by: 'retry_until', until },
  where: sql<boolean>`retry_until <= expires_at`,
});

/** Ends up to `limit` subjects whose time has passed. */
export const expireDue = (
  db: Kysely<Tables>,
  of: SubjectTable,
  now: Date,
  limit: number,
  unended?: Unended,
): Promise<number> => endOverdue(db, of, expiryRule(of, now), now, limit, unended);

/** Makes the failure final of up to `limit` subjects whose time for another attempt has passed. */
export const endOverdueRetries = (
  db: Kysely<Tables>,
  of: SubjectTable,
  now: Date,
  limit: number,
  unended?: Unended,
): Promise<number> => endOverdue(db, of, retryRule(now), now, limit, unended);
