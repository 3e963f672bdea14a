import type { Db } from '../../kernel/database/connect.ts';

/** A recovery code as it is kept. */
export type KeptCode = { codeId: string; codeHash: string };

/** The codes of a person that were not used yet. */
export async function listRecoveryCodes(db: Db, userId: string): Promise<KeptCode[]> {
  const rows = await db
    .selectFrom('user_recovery_codes')
    .select(['code_id', 'code_hash'])
    .where('user_id', '=', userId)
    .orderBy('code_id')
    .execute();
  return rows.map((row) => ({ codeId: row.code_id, codeHash: row.code_hash }));
}

/** Puts new codes, or none, in the place of those that are there. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  codes: readonly KeptCode[],
): Promise<void> {
  await db.deleteFrom('user_recovery_codes').where('user_id', '=', userId).execute();
  if (codes.length === 0) return;
  await db
    .insertInto('user_recovery_codes')
    .values(codes.map(({ codeId, codeHash }) => ({ code_id: codeId, user_id: userId, code_hash: codeHash })))
    .execute();
}

/** Uses a code up; false where another use came first. */
export async function takeRecoveryCode(db: Db, userId: string, codeId: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('user_recovery_codes')
    .where('user_id', '=', userId)
    .where('code_id', '=', codeId)
    .executeTakeFirst();
  return taken.numDeletedRows === 1n;
}
