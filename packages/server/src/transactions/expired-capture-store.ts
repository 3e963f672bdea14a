import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

const DAY_MS = 86_400_000;

/** Deletes kept frames, of all tenants, up to `limit`, whose transaction or process ended longer ago than its company keeps captures; answers how many. */
export async function deleteExpiredFrames(db: Db, now: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM capture_frames f USING (
      SELECT f.tenant_id, f.attempt_id, f.step
      FROM capture_frames f
      JOIN capture_attempts a USING (tenant_id, attempt_id)
      JOIN (
        SELECT tenant_id, transaction_id, company_id, finished_at FROM transactions
        UNION ALL
        SELECT tenant_id, process_id, company_id, finished_at FROM processes
      ) AS t USING (tenant_id, transaction_id)
      JOIN companies c ON c.tenant_id = t.tenant_id AND c.company_id = t.company_id
      WHERE t.finished_at < ${now}::timestamptz - make_interval(days => c.capture_retention_days)
        AND NOT EXISTS (SELECT FROM legal_holds h
          WHERE h.tenant_id = t.tenant_id AND h.subject_id = t.transaction_id)
      LIMIT ${limit}
    ) AS due
    WHERE f.tenant_id = due.tenant_id AND f.attempt_id = due.attempt_id AND f.step = due.step`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes links, of all tenants, that expired a day before `now`: until then an expired link can still say so; answers how many. */
export async function deleteExpiredLinks(db: Db, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('capture_links')
    .where('expires_at', '<', new Date(now.getTime() - DAY_MS))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
