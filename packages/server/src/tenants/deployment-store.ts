import { sql } from 'kysely';
import type { Environment } from '../config/config.ts';
import type { Db } from '../kernel/database/connect.ts';

/** What the database is bound to. */
export type Deployment = {
  environment: Environment;
  masterKeyId: string;
  masterKeyCheck: Buffer;
  /** The key that is to follow, once every node has it. */
  preparedMasterKeyId: string | undefined;
};

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

const selectDeployment = (db: Db) =>
  db
    .selectFrom('deployment')
    .select(['environment', 'master_key_id', 'master_key_check', 'prepared_master_key_id']);

type DeploymentRow = Awaited<ReturnType<ReturnType<typeof selectDeployment>['executeTakeFirstOrThrow']>>;

const toDeployment = (row: DeploymentRow): Deployment => ({
  environment: row.environment,
  masterKeyId: row.master_key_id,
  masterKeyCheck: row.master_key_check,
  preparedMasterKeyId: row.prepared_master_key_id ?? undefined,
});

/** The one row; a fault when the database was never bound. */
export const findDeployment = async (db: Db): Promise<Deployment> =>
  toDeployment(await selectDeployment(db).executeTakeFirstOrThrow());

/** The one row, held against a change of the master key until this database transaction ends. */
export const lockDeploymentForShare = async (db: Db): Promise<Deployment> =>
  toDeployment(await selectDeployment(db).forShare().executeTakeFirstOrThrow());

/** Holds the one row likewise, where the database was bound already. */
export async function lockDeploymentForShareIfBound(db: Db): Promise<void> {
  await selectDeployment(db).forShare().execute();
}

/** The one row, locked for a change of the master key. */
export const lockDeployment = async (db: Db): Promise<Deployment> =>
  toDeployment(await selectDeployment(db).forUpdate().executeTakeFirstOrThrow());

/** Names the master key that wraps new keys from now on; none is prepared to follow it. */
export async function updateDeploymentKey(db: Db, keyId: string, check: Buffer): Promise<void> {
  await db
    .updateTable('deployment')
    .set({ master_key_id: keyId, master_key_check: check, prepared_master_key_id: null })
    .execute();
}

/** Names the master key that is to follow, or none. */
export async function updatePreparedKey(db: Db, keyId: string | undefined): Promise<void> {
  await db
    .updateTable('deployment')
    .set({ prepared_master_key_id: keyId ?? null })
    .execute();
}

/** The erasure ledger that the database names, by its id; none where no service has used it yet. */
export async function findLedgerId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('deployment').select('ledger_id').executeTakeFirst();
  return row?.ledger_id ?? undefined;
}

/** Names the erasure ledger of the database, or none. */
export async function updateLedgerId(db: Db, id: string | undefined): Promise<void> {
  await db
    .updateTable('deployment')
    .set({ ledger_id: id ?? null })
    .execute();
}

/** How many keys of each kind a master key wraps. */
export type MasterKeyUse = {
  masterKeyId: string;
  tenants: number;
  signingKeys: number;
  deploymentKeys: number;
};

/** The master keys that the database needs now: the present one, and those that wrap anything. */
export async function listMasterKeyUses(db: Db): Promise<MasterKeyUse[]> {
  const result = await sql<{
    master_key_id: string;
    tenants: number;
    signing_keys: number;
    deployment_keys: number;
  }>`
    SELECT master_key_id, sum(tenants)::integer AS tenants, sum(signing_keys)::integer AS signing_keys,
      sum(deployment_keys)::integer AS deployment_keys
    FROM (
      SELECT master_key_id, 0 AS tenants, 0 AS signing_keys, 0 AS deployment_keys FROM deployment
      UNION ALL SELECT master_key_id, count(*), 0, 0 FROM tenants GROUP BY master_key_id
      UNION ALL SELECT master_key_id, 0, count(*), 0 FROM signing_keys GROUP BY master_key_id
      UNION ALL SELECT master_key_id, 0, 0, count(*) FROM deployment_keys GROUP BY master_key_id
    ) AS uses
    GROUP BY master_key_id ORDER BY master_key_id`.execute(db);
  return result.rows.map((row) => ({
    masterKeyId: row.master_key_id,
    tenants: row.tenants,
    signingKeys: row.signing_keys,
    deploymentKeys: row.deployment_keys,
  }));
}
