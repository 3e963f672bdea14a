import type { Db } from '../../kernel/database/connect.ts';

/** Names of people by their ids; who is gone has none. */
export async function listNames(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'name'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.name]));
}
