import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Notes assertions as used and answers those that were not before; of two processes at once the primary key lets one win. */
export async function insertUsedAssertions(
  db: Db,
  uses: readonly { tenantId: TenantId; hash: Buffer; expiresAt: Date }[],
): Promise<{ tenantId: TenantId; hash: Buffer; expiresAt: Date }[]> {
  const result = await sql<{ tenant_id: TenantId; assertion_hash: Buffer; expires_at: Date }>`
    INSERT INTO used_assertions (tenant_id, assertion_hash, expires_at)
    SELECT * FROM unnest(
      ${uses.map((use) => use.tenantId)}::uuid[],
      ${uses.map((use) => use.hash)}::bytea[],
      ${uses.map((use) => use.expiresAt)}::timestamptz[])
    ON CONFLICT DO NOTHING
    RETURNING tenant_id, assertion_hash, expires_at`.execute(db);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    hash: row.assertion_hash,
    expiresAt: row.expires_at,
  }));
}

// A process whose clock is behind must still find what a process whose clock is ahead would already forget.
const CLOCK_MARGIN_MS = 600_000;

/** Deletes up to `limit` assertions, of all tenants, that no process accepts any more: expired ten minutes before `now`; answers how many. */
export async function deleteExpiredAssertions(db: Db, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - CLOCK_MARGIN_MS);
  const result = await sql`
    DELETE FROM used_assertions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM used_assertions WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${limit}))`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
