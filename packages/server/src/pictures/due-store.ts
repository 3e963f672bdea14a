import { type RawBuilder, sql } from 'kysely';
import type { AttemptId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** An object that is about to be put: whose it is, and its name. */
export type NewObject = { tenantId: TenantId; attemptId: AttemptId; name: string };

/** Lists an object as due in an hour, by the database's clock, before it is put: nobody forgets it. */
export async function insertDue(db: Db, { tenantId, attemptId, name }: NewObject): Promise<void> {
  await sql`INSERT INTO object_dues (object_name, tenant_id, attempt_id, due_at)
    VALUES (${name}, ${tenantId}, ${attemptId}, now() + interval '1 hour')`.execute(db);
}

/** Takes an object off the list, in the commit that stores its row; false once somebody has set about deleting it. */
export async function deleteDue(trx: Db, name: string): Promise<boolean> {
  const result = await sql`DELETE FROM object_dues
    WHERE object_name = ${name} AND tried_at IS NULL`.execute(trx);
  return Number(result.numAffectedRows ?? 0n) === 1;
}

/** Lists objects by name as due at once, whatever is known of them. */
export async function hastenDues(db: Db, names: readonly string[]): Promise<void> {
  await sql`INSERT INTO object_dues (object_name, due_at)
    SELECT name, now() FROM unnest(${[...names]}::text[]) AS name
    ON CONFLICT (object_name) DO UPDATE SET due_at = least(object_dues.due_at, excluded.due_at)`.execute(db);
}

/**
 * Has all listed objects of subjects, let go of or never stored, go at once; answers how many. One that was listed within the last minute may
 * be on its way to the store still, and would come after its own deletion: it goes in a minute.
 */
export async function hastenDuesOf(
  db: Db,
  tenantId: TenantId,
  subjectIds: readonly string[],
): Promise<number> {
  const result = await sql`
    UPDATE object_dues d SET due_at = least(d.due_at,
      CASE WHEN d.due_at > now() + interval '59 minutes' THEN now() + interval '1 minute' ELSE now() END)
    FROM capture_attempts a
    WHERE a.tenant_id = ${tenantId} AND a.subject_id = ANY (${[...subjectIds]}::uuid[])
      AND d.tenant_id = a.tenant_id AND d.attempt_id = a.attempt_id`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Sets about deleting up to `limit` objects that are due, the longest due first; those of another process, or of a try less than a minute ago, are left out. */
export async function claimDues(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    UPDATE object_dues SET tried_at = now() WHERE object_name = ANY (ARRAY(
      SELECT object_name FROM object_dues
      WHERE due_at <= now() AND (tried_at IS NULL OR tried_at < now() - interval '1 minute')
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING object_name AS name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Takes deleted objects off the list. */
export async function deleteDues(db: Db, names: readonly string[]): Promise<void> {
  await sql`DELETE FROM object_dues WHERE object_name = ANY (${[...names]}::text[])`.execute(db);
}

/** Counts objects that have to go, and those of them that are due by now. */
export async function countDues(db: Db): Promise<{ listed: number; due: number }> {
  const { rows } = await sql<{ listed: number; due: number }>`
    SELECT count(*)::integer AS listed, (count(*) FILTER (WHERE due_at <= now()))::integer AS due
    FROM object_dues`.execute(db);
  return rows[0] ?? { listed: 0, due: 0 };
}

/** When the oldest object that has to go was due, or will be; null for none. */
export const oldestDueObject = (): RawBuilder<unknown> => sql`SELECT min(due_at) AS due FROM object_dues`;
