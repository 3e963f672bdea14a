import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** How many attempts at a challenge were begun since then for an identity, sent or stated; whoever counts the same identity next waits until this database transaction ends. */
export async function countAttemptsSince(
  trx: Db,
  tenantId: string,
  identityHash: Buffer,
  since: Date,
): Promise<number> {
  const name = `attempts/${tenantId}/${identityHash.toString('hex')}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
  const { rows } = await sql<{ begun: string }>`
    SELECT count(*) AS begun FROM transactions t JOIN capture_attempts a USING (tenant_id, transaction_id)
    WHERE t.tenant_id = ${tenantId} AND a.started_at > ${since}
      AND (t.identity_hash = ${identityHash} OR t.stated_identity_hash = ${identityHash})`.execute(trx);
  return Number(rows[0]?.begun ?? 0);
}
