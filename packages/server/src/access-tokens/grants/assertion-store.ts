import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { afterMargin } from '../clock-margin.ts';

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

/** Deletes assertions that no process accepts any more. */
export const deleteExpiredAssertions = afterMargin(deleteOlder('used_assertions', 'expires_at'));
