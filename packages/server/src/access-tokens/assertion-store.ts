import type { Db } from '../database/connect.ts';

/** Takes an assertion for its one use; false when it was taken before, and of two processes at once the primary key lets one win. */
export async function takeAssertion(
  db: Db,
  tenantId: string,
  assertionHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('used_assertions')
    .values({ tenant_id: tenantId, assertion_hash: assertionHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

// A process whose clock is behind must still find what a process whose clock is ahead would already forget.
const CLOCK_MARGIN_MS = 600_000;

/** Forgets assertions, of all tenants, that no process accepts any more: expired ten minutes before `now`; answers how many. */
export async function deleteExpiredAssertions(db: Db, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('used_assertions')
    .where('expires_at', '<', new Date(now.getTime() - CLOCK_MARGIN_MS))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
