import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import {
  type SubjectId,
  type SubjectRef,
  subjectColumns,
  subjectOf,
} from '../../kernel/database/subject-ref.ts';

/** A scenario that a transaction or process follows, with the step that comes next. */
export type Run = {
  tenantId: TenantId;
  subject: SubjectRef;
  scenario: string;
  nextStep: number;
  startedAt: Date;
};

/** Notes that a transaction or process follows a scenario from a step on; one that follows one already keeps it. */
export async function insertRun(
  db: Db,
  tenantId: TenantId,
  run: Omit<Run, 'tenantId'> & { dueAt: Date | undefined },
): Promise<void> {
  await db
    .insertInto('sandbox_runs')
    .values({
      tenant_id: tenantId,
      ...subjectColumns(run.subject),
      scenario: run.scenario,
      next_step: run.nextStep,
      started_at: run.startedAt,
      due_at: run.dueAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The run of any tenant that is due the longest, locked until the caller's database transaction ends; one that another process has in hand is left out. */
export async function claimDueRun(trx: Db, now: Date): Promise<Run | undefined> {
  const row = await trx
    .selectFrom('sandbox_runs')
    .select(['tenant_id', 'subject_kind', 'subject_id', 'scenario', 'next_step', 'started_at'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return (
    row && {
      tenantId: row.tenant_id,
      subject: subjectOf(row),
      scenario: row.scenario,
      nextStep: row.next_step,
      startedAt: row.started_at,
    }
  );
}

/** Whether a run of any tenant is due. */
export async function isRunDue(db: Db, now: Date): Promise<boolean> {
  const due = await db
    .selectFrom('sandbox_runs')
    .select('subject_id')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Keeps which step comes next, and when; undefined when none does. */
export async function updateRun(
  db: Db,
  tenantId: TenantId,
  run: { subjectId: SubjectId; nextStep: number; dueAt: Date | undefined },
): Promise<void> {
  await db
    .updateTable('sandbox_runs')
    .set({ next_step: run.nextStep, due_at: run.dueAt ?? null })
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', run.subjectId)
    .execute();
}

/** Puts a step off that could not be taken, or ends its run for want of a time, unless another process has taken it. */
export async function postponeRun(
  db: Db,
  { tenantId, subject, nextStep }: Run,
  until: Date | undefined,
): Promise<void> {
  await db
    .updateTable('sandbox_runs')
    .set({ due_at: until ?? null })
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subject.id)
    .where('next_step', '=', nextStep)
    .where('due_at', 'is not', null)
    .execute();
}

/** Deletes runs of all tenants that are over and began before a time, at most so many; answers how many. */
export async function deleteOldRuns(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM sandbox_runs WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sandbox_runs WHERE due_at IS NULL AND started_at < ${before} LIMIT ${limit}
    ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** The names of the scenarios that transactions follow, in their order; undefined for one that follows none. */
export async function findScenarioNames(
  db: Db,
  keys: readonly { tenantId: TenantId; transactionId: TransactionId }[],
): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ place: number; scenario: string }>`
    SELECT asked.place::integer AS place, found.scenario
    FROM unnest(${keys.map(({ tenantId }) => tenantId)}::uuid[], ${keys.map(({ transactionId }) => transactionId)}::uuid[])
      WITH ORDINALITY AS asked (tenant_id, transaction_id, place)
    CROSS JOIN LATERAL (
      SELECT scenario FROM sandbox_runs r
      WHERE r.tenant_id = asked.tenant_id AND r.subject_id = asked.transaction_id LIMIT 1
    ) AS found`.execute(db);
  const names: (string | undefined)[] = keys.map(() => undefined);
  for (const { place, scenario } of rows) names[place - 1] = scenario;
  return names;
}
