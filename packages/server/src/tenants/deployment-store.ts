import type { Environment } from '../config.ts';
import type { Db } from '../database/connect.ts';

/** What the database was bound to at its first start. */
export type Deployment = { environment: Environment; masterKeyId: string; masterKeyCheck: Buffer };

/** Binds the database unless it is bound already. */
export async function insertDeployment(
  db: Db,
  environment: Environment,
  keyId: string,
  check: Buffer,
): Promise<void> {
  await db
    .insertInto('deployment')
    .values({ environment, master_key_id: keyId, master_key_check: check })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The one row; a fault when the database was never bound. */
export async function findDeployment(db: Db): Promise<Deployment> {
  const row = await db
    .selectFrom('deployment')
    .select(['environment', 'master_key_id', 'master_key_check'])
    .executeTakeFirstOrThrow();
  return {
    environment: row.environment,
    masterKeyId: row.master_key_id,
    masterKeyCheck: row.master_key_check,
  };
}
