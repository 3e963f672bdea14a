import type { Kysely } from 'kysely';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { lockCurrentMasterKey } from '../check-deployment.ts';
import {
  type DeploymentKeyPurpose,
  findDeploymentKey,
  insertDeploymentKey,
  lockDeploymentKeysToRewrap,
  updateWrappedDeploymentKey,
} from './deployment-key-store.ts';
import type { MasterKeys, WrappedKey } from './master-key.ts';
import type { RewrapStep } from './rotate-master-key.ts';
import { newWrappedDataKey, openDataKey, rewrapDataKey, type TenantKey } from './tenant-keys.ts';

/** A data key that belongs to no tenant: what is sealed with it names its tenant in the row. */
export type DeploymentKey = TenantKey;

/** Opens a key of the deployment, made at its first use; it stays the same when master keys are rotated. */
export type OpenDeploymentKey = () => Promise<DeploymentKey>;

/** Where the name of a tenant stands among what is authenticated; no tenant has a name that is no UUID. */
const ownerOf = (purpose: DeploymentKeyPurpose): string => `deployment/${purpose}`;

/** Of two processes that make the key at once, both end with the one that was written first. */
async function makeDeploymentKey(
  db: Kysely<Tables>,
  masterKeys: MasterKeys,
  purpose: DeploymentKeyPurpose,
): Promise<WrappedKey | undefined> {
  await db.transaction().execute(async (trx) => {
    const masterKey = await lockCurrentMasterKey(trx, masterKeys);
    await insertDeploymentKey(trx, purpose, newWrappedDataKey(masterKey, ownerOf(purpose)));
  });
  return findDeploymentKey(db, purpose);
}

/** Reads, or makes, the key of a purpose at its first use and keeps it in memory of this process. */
export function createDeploymentKey(
  db: Kysely<Tables>,
  masterKeys: MasterKeys,
  purpose: DeploymentKeyPurpose,
): OpenDeploymentKey {
  let opened: DeploymentKey | undefined;
  return async () => {
    if (opened) return opened;
    const wrapped =
      (await findDeploymentKey(db, purpose)) ?? (await makeDeploymentKey(db, masterKeys, purpose));
    invariant(wrapped, 'a key that was made is there');
    opened = await openDataKey(masterKeys, ownerOf(purpose), wrapped);
    return opened;
  };
}

/** Wraps the keys of the deployment by another master key. */
export const rewrapDeploymentKeys: RewrapStep = async (trx, masterKeys, target, limit) => {
  const keys = await lockDeploymentKeysToRewrap(trx, target.id, limit);
  for (const { purpose, wrapped } of keys) {
    const rewrapped = await rewrapDataKey(masterKeys, target, ownerOf(purpose), wrapped);
    await updateWrappedDeploymentKey(trx, purpose, rewrapped);
  }
  return keys.length;
};
