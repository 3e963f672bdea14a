import type { Db } from '../database/connect.ts';

/** Notes that a token is given back; once more changes nothing. */
export async function insertRevokedToken(
  db: Db,
  tenantId: string,
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

/** Forgets revoked tokens, of all tenants, that expired ten minutes before `now`; answers how many. */
export async function deleteExpiredRevocations(db: Db, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('revoked_tokens')
    .where('expires_at', '<', new Date(now.getTime() - CLOCK_MARGIN_MS))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
