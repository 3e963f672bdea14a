import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Notes that a token is given back; once more changes nothing. */
export async function insertRevokedToken(
  db: Db,
  tenantId: TenantId,
  tokenId: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('revoked_tokens')
    .values({ tenant_id: tenantId, token_id: tokenId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

// A process whose clock is behind must still find what a process whose clock is ahead would already forget.
const CLOCK_MARGIN_MS = 600_000;

/** Deletes up to `limit` revoked tokens, of all tenants, that expired ten minutes before `now`; answers how many. */
export async function deleteExpiredRevocations(db: Db, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - CLOCK_MARGIN_MS);
  const result = await sql`
    DELETE FROM revoked_tokens WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM revoked_tokens WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${limit}))`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
