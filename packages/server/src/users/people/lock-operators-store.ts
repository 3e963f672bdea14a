import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';

/** Key of the advisory lock under which operators are locked one after another. */
const LOCK = 7_483_517;

/** Up to two active operators, once nobody else locks one until the end of the database transaction. */
export async function lockOperators(trx: Db): Promise<string[]> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
  const rows = await trx
    .selectFrom('users')
    .select('user_id')
    .where('is_operator', '=', true)
    .where('active', '=', true)
    .orderBy('user_id')
    .limit(2)
    .execute();
  return rows.map((row) => row.user_id);
}
