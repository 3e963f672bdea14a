import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { deleteOlder } from '../kernel/database/batches/delete-older.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';

/** The trace in which a transaction or process was created. */
export type SubjectTrace = { tenantId: TenantId; subjectId: SubjectId; traceparent: string; createdAt: Date };

/** Inserts the trace of a create. */
export async function insertTrace(
  db: Db,
  { tenantId, subjectId, traceparent, createdAt }: SubjectTrace,
): Promise<void> {
  await db
    .insertInto('subject_traces')
    .values({ tenant_id: tenantId, subject_id: subjectId, traceparent, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds the trace of a create, as a `traceparent`. */
export async function findTrace(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('subject_traces')
    .select('traceparent')
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst();
  return row?.traceparent;
}

/** Deletes the traces of these transactions or processes. */
export async function deleteTracesOf(db: Db, tenantId: TenantId, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('subject_traces')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`subject_id = ANY (${[...ids]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes traces of creates before a time. */
export const deleteOldTraces = deleteOlder('subject_traces', 'created_at');
