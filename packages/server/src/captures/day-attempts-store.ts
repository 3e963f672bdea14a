import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/**
 * How many attempts at a challenge were begun since then to show this identity. Those of a stated one are counted apart: a stranger who
 * states somebody uses up nothing of theirs. Whoever counts the same identity next waits until this database transaction ends.
 */
export async function countAttemptsSince(
  trx: Db,
  tenantId: string,
  whom: { identityHash: Buffer; isStated: boolean },
  since: Date,
): Promise<number> {
  const name = `attempts/${tenantId}/${whom.identityHash.toString('hex')}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
  const { begun } = await trx
    .selectFrom('capture_attempts')
    .select((row) => row.fn.countAll<string>().as('begun'))
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', whom.identityHash)
    .where('is_stated', '=', whom.isStated)
    .where('started_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(begun);
}
