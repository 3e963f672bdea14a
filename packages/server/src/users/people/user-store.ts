import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { nameKey } from './name.ts';

/** A person who signs in. */
export type User = {
  userId: string;
  name: string;
  isOperator: boolean;
  isActive: boolean;
  createdAt: Date;
  lastSignInAt: Date | undefined;
};

const COLUMNS = ['user_id', 'name', 'is_operator', 'active', 'created_at', 'last_sign_in_at'] as const;

const toUser = (row: Pick<Selectable<Tables['users']>, (typeof COLUMNS)[number]>): User => ({
  userId: row.user_id,
  name: row.name,
  isOperator: row.is_operator,
  isActive: row.active,
  createdAt: row.created_at,
  lastSignInAt: row.last_sign_in_at ?? undefined,
});

/** Adds a person; false where somebody has the name. */
export async function insertUser(
  db: Db,
  user: { userId: string; name: string; isOperator: boolean; at: Date },
): Promise<boolean> {
  const added = await db
    .insertInto('users')
    .values({
      user_id: user.userId,
      name: user.name,
      name_key: nameKey(user.name),
      is_operator: user.isOperator,
      created_at: user.at,
    })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows) === 1;
}

/** The person with a sign-in name, in any case. */
export async function findUserByName(db: Db, name: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  return row && toUser(row);
}

/** The person with an id. */
export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst();
  return row && toUser(row);
}

/** The person with an id, locked until the end of the database transaction: what opens or resets an account is done one after another. */
export async function lockUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row && toUser(row);
}

/** Names of people by their ids. */
export async function listNames(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'name'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.name]));
}

/** Whether anybody has an account yet. */
export async function hasAnybody(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether anybody runs the deployment yet. */
export async function hasOperator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('is_operator', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets a person sign in, or not; false where that was so already. */
export async function updateUserActive(db: Db, userId: string, active: boolean): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ active })
    .where('user_id', '=', userId)
    .where('active', '<>', active)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Notes when a person last signed in. */
export async function noteSignIn(db: Db, userId: string, at: Date): Promise<void> {
  await db.updateTable('users').set({ last_sign_in_at: at }).where('user_id', '=', userId).execute();
}
