import type { Kysely } from 'kysely';
import { insertAuditEntry, type Operator, OperatorRefusal } from '../../audit/index.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { listMasterKeyUses, lockDeployment, updateDeploymentKey } from '../deployment-store.ts';
import { lockTenantsToRewrap, updateWrappedDataKey } from '../tenant-store.ts';
import { type MasterKey, type MasterKeys, masterKeyCheck } from './master-key.ts';
import { rewrapDataKey } from './tenant-keys.ts';

/** Wraps the next few keys of one kind anew in the open database transaction; answers how many, 0 when none is left. */
export type RewrapStep = (
  trx: Db,
  masterKeys: MasterKeys,
  target: MasterKey,
  limit: number,
) => Promise<number>;

/** What a rotation did; `resumed` when it went on with one that had been interrupted. */
export type MasterKeyRotation = { from: string; to: string; resumed: boolean; rewrapped: number };

/** Finds the key to rotate to, in the database transaction that locks the deployment. */
export type ChooseNext = (currentId: string, trx: Kysely<Tables>) => Promise<MasterKey>;

const BATCH = 100;

/** The step for the tenants' data keys. */
export const rewrapTenants: RewrapStep = async (trx, masterKeys, target, limit) => {
  const tenants = await lockTenantsToRewrap(trx, target.id, limit);
  for (const { tenantId, wrapped } of tenants) {
    await updateWrappedDataKey(trx, tenantId, await rewrapDataKey(masterKeys, target, tenantId, wrapped));
  }
  return tenants.length;
};

/** The keys that wrap something besides the present one: a rotation was interrupted. */
async function findUnfinished(db: Db, currentId: string): Promise<string | undefined> {
  const uses = await listMasterKeyUses(db);
  return uses.find((use) => use.masterKeyId !== currentId)?.masterKeyId;
}

async function chooseTarget(
  trx: Kysely<Tables>,
  operator: Operator,
  masterKeys: MasterKeys,
  chooseNext: ChooseNext,
): Promise<Omit<MasterKeyRotation, 'rewrapped'> & { target: MasterKey }> {
  const { masterKeyId } = await lockDeployment(trx);
  const unfinished = await findUnfinished(trx, masterKeyId);
  if (unfinished !== undefined) {
    const target = await masterKeys.find(masterKeyId);
    return { from: unfinished, to: masterKeyId, resumed: true, target };
  }
  const target = await chooseNext(masterKeyId, trx);
  if (target.id === masterKeyId) {
    throw new OperatorRefusal('forbidden', `The master key ${masterKeyId} is already the present one.`);
  }
  await updateDeploymentKey(trx, target.id, masterKeyCheck(target));
  await insertAuditEntry(trx, operator, {
    tenantId: undefined,
    action: 'master-key.rotate',
    subject: 'deployment',
    before: { masterKeyId },
    after: { masterKeyId: target.id },
  });
  return { from: masterKeyId, to: target.id, resumed: false, target };
}

/**
 * Wraps every key with another master key, in small commits while the service runs. Each key names its master key, so
 * an interruption leaves all keys readable, and the next call continues. `chooseNext` is asked only when none is to
 * be finished.
 */
export async function rotateMasterKey(
  operator: Operator,
  masterKeys: MasterKeys,
  steps: readonly RewrapStep[],
  chooseNext: ChooseNext,
  onProgress: (rewrapped: number) => void,
): Promise<MasterKeyRotation> {
  const { db } = operator;
  const { target, ...rotation } = await db
    .transaction()
    .execute((trx) => chooseTarget(trx, operator, masterKeys, chooseNext));
  let rewrapped = 0;
  for (const step of steps) {
    let count: number;
    do {
      count = await db.transaction().execute((trx) => step(trx, masterKeys, target, BATCH));
      rewrapped += count;
      onProgress(rewrapped);
    } while (count > 0);
  }
  return { ...rotation, rewrapped };
}
