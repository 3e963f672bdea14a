import type { ProbeResult } from '@titular/contract';
import { sql } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** The last examination of an endpoint. */
export type StoredExamination = { startedAt: Date; finishedAt: Date | undefined; results: ProbeResult[] };

/** Whose examination it is. */
export type ExaminationName = { tenantId: TenantId; endpointId: EndpointId };

/** Seconds after which an examination that did not end may be begun anew: its job gave up. */
export const ABANDONED_SECONDS = 900;

/** Begins an examination in place of the last one; false while one is under way. */
export async function beginExamination(
  db: Db,
  { tenantId, endpointId }: ExaminationName,
  now: Date,
): Promise<boolean> {
  const result = await sql`
    INSERT INTO receiver_examinations AS last (tenant_id, endpoint_id, started_at)
    VALUES (${tenantId}, ${endpointId}, ${now})
    ON CONFLICT (tenant_id, endpoint_id) DO UPDATE
    SET started_at = excluded.started_at, finished_at = NULL, results = '[]'
    WHERE last.finished_at IS NOT NULL OR last.started_at < ${addSeconds(now, -ABANDONED_SECONDS)}
  `.execute(db);
  return result.numAffectedRows === 1n;
}

/** The last examination of an endpoint. */
export async function findExamination(
  db: Db,
  { tenantId, endpointId }: ExaminationName,
): Promise<StoredExamination | undefined> {
  const row = await db
    .selectFrom('receiver_examinations')
    .select(['started_at', 'finished_at', 'results'])
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  return (
    row && {
      startedAt: row.started_at,
      finishedAt: row.finished_at ?? undefined,
      results: row.results as ProbeResult[],
    }
  );
}

/** Keeps the results of an examination so far; false where another one was begun meanwhile. */
export async function updateExamination(
  db: Db,
  { tenantId, endpointId }: ExaminationName,
  { startedAt, finishedAt, results }: StoredExamination,
): Promise<boolean> {
  const result = await db
    .updateTable('receiver_examinations')
    .set({ results: JSON.stringify(results), finished_at: finishedAt ?? null })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('started_at', '=', startedAt)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Deletes examinations of all tenants that were begun before a time, at most so many; answers how many. */
export async function deleteOldExaminations(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM receiver_examinations WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM receiver_examinations WHERE started_at < ${before} LIMIT ${limit}
    ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
