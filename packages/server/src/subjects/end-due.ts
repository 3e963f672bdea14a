import type { Kysely } from 'kysely';
import { addUp, type CaptureFailure, listAttackSignals } from '../captures/index.ts';
import type { SeenSignal } from '../decision/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { type Db, inTransaction } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { changeSubject } from './change-subject.ts';
import { claimOverdueRetry } from './retry-store.ts';
import { dueEnd, type Timed } from './status-at.ts';
import type { SubjectTable } from './subject-table.ts';

/** Reasons and decision of a capture that failed for good, with the attack signals that its attempts left behind. */
export function decisionOfFailure(why: CaptureFailure, noted: readonly SeenSignal[]) {
  const signs = addUp(noted).map(({ sign }) => sign);
  const reasons = [why, ...signs];
  return { reasons, decision: { result: 'inconclusive', reasons, signs } };
}

/** Ends a subject as inconclusive because no further attempt can be made. */
export async function failCapture(
  trx: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  why: CaptureFailure,
  at: Date,
): Promise<void> {
  await changeSubject(trx, of, tenantId, id, {
    event: 'attempts-exhausted',
    actor: why === 'attempts_exhausted' ? 'person' : 'service',
    at,
    ...decisionOfFailure(why, await listAttackSignals(trx, tenantId, id)),
    ...of.failureOf(why),
  });
}

/** Makes the failure final of a subject whose time for another attempt has passed; one whose next attempt has begun stays open. */
export const endOverdueRetry = (
  db: Kysely<Tables>,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  now: Date,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (await claimOverdueRetry(trx, of, tenantId, id, now))
      await failCapture(trx, of, tenantId, id, 'retry_time_passed', now);
  });

/** Ends a subject whose time has passed; one that is already further on stays. */
export const expireSubject = (
  db: Kysely<Tables>,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  at: Date,
): Promise<unknown> =>
  inTransaction(db, (trx) => changeSubject(trx, of, tenantId, id, { event: 'expire', actor: 'service', at }));

/** Subject as it was found, with the times that may be over since. */
export type FoundSubject = Timed<string> & { id: SubjectId };

/** Ends what is due before it is shown, so that nobody reads a stale status; true when the row has to be read again. */
export async function endIfDue(
  db: Kysely<Tables>,
  of: SubjectTable,
  tenantId: TenantId,
  found: FoundSubject,
  now: Date,
): Promise<boolean> {
  const event = dueEnd(of, found, now);
  if (!event) return false;
  await (event === 'expire' ? expireSubject : endOverdueRetry)(db, of, tenantId, found.id, now);
  return true;
}

/** Ends those of a list that are due, each in a commit of its own where `db` is a pool; true when the list has to be read again. */
export async function endAllDue(
  db: Kysely<Tables>,
  of: SubjectTable,
  tenantId: TenantId,
  found: readonly FoundSubject[],
  now: Date,
): Promise<boolean> {
  let hasEnded = false;
  for (const one of found) if (await endIfDue(db, of, tenantId, one, now)) hasEnded = true;
  return hasEnded;
}
