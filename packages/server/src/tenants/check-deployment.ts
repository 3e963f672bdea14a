import type { Environment } from '../config/config.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { sameDigest } from '../kernel/base/secret.ts';
import type { Db } from '../kernel/database/connect.ts';
import {
  findDeployment,
  insertDeployment,
  listMasterKeyUses,
  lockDeploymentForShare,
} from './deployment-store.ts';
import {
  type MasterKey,
  MasterKeyMissing,
  type MasterKeys,
  masterKeyCheck,
  StartRefused,
} from './keys/master-key.ts';

const idsOf = (keys: readonly { id: string }[]): string => keys.map((key) => key.id).join(', ');

/** Whether a master key is at hand, after its source was read again if need be; throws when the source cannot be read. */
export async function isAtHand(masterKeys: MasterKeys, id: string): Promise<boolean> {
  try {
    await masterKeys.find(id);
    return true;
  } catch (error) {
    if (error instanceof MasterKeyMissing) return false;
    throw error;
  }
}

/** Binds a new database to environment and first master key; refuses to start where it was bound to another environment or needs a key that is not at hand. */
export async function checkDeployment(
  db: Db,
  environment: Environment,
  masterKeys: MasterKeys,
): Promise<void> {
  const [first] = masterKeys.known();
  invariant(first, 'there is a master key');
  await insertDeployment(db, environment, first.id, masterKeyCheck(first));
  const bound = await findDeployment(db);
  if (bound.environment !== environment) {
    throw new StartRefused(
      `This database belongs to the ${bound.environment} environment; TITULAR_ENV says ${environment}.`,
    );
  }
  const missing: { id: string }[] = [];
  for (const { masterKeyId: id } of await listMasterKeyUses(db)) {
    if (!(await isAtHand(masterKeys, id))) missing.push({ id });
  }
  const current = masterKeys.known().find((key) => key.id === bound.masterKeyId);
  const isRight = current && sameDigest(bound.masterKeyCheck, masterKeyCheck(current));
  if (missing.length > 0 || !isRight) {
    throw new StartRefused(
      `This database needs the master key ${idsOf(missing) || bound.masterKeyId}, but has ${idsOf(masterKeys.known())}: ` +
        'add the missing key to the file at TITULAR_MASTER_KEY_FILE, or to TITULAR_MASTER_KEY.',
    );
  }
}

/** The key to wrap new keys with; it stays the one until this database transaction ends. */
export async function lockCurrentMasterKey(db: Db, masterKeys: MasterKeys): Promise<MasterKey> {
  return masterKeys.find((await lockDeploymentForShare(db)).masterKeyId);
}
