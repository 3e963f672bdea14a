import { insertAuditEntry, type Operator, OperatorRefusal } from '../audit/index.ts';
import type { Db } from '../kernel/database/connect.ts';
import {
  findDeployment,
  listMasterKeyUses,
  lockDeployment,
  type MasterKey,
  updatePreparedKey,
} from '../tenants/index.ts';
import { listNodes, type SeenNode } from './node-store.ts';

/** Which key is to follow which; `isNew` is false when it was prepared already. */
export type Preparation = { from: string; prepared: string; isNew: boolean };

async function refuseWhileUnfinished(db: Db, masterKeyId: string): Promise<void> {
  const unfinished = (await listMasterKeyUses(db)).find((use) => use.masterKeyId !== masterKeyId);
  if (unfinished)
    throw new OperatorRefusal(
      'forbidden',
      `Keys are still wrapped by the master key ${unfinished.masterKeyId}: npx titular keys switch-master continues with it.`,
    );
}

/** Names the master key that is to follow, so that every node looks for it; nothing is wrapped with it yet. `chooseNext` is asked only when none is prepared. */
export const prepareMasterKey = (
  operator: Operator,
  chooseNext: (currentId: string) => Promise<MasterKey>,
): Promise<Preparation> =>
  operator.db.transaction().execute(async (trx) => {
    const { masterKeyId: from, preparedMasterKeyId } = await lockDeployment(trx);
    await refuseWhileUnfinished(trx, from);
    if (preparedMasterKeyId !== undefined) return { from, prepared: preparedMasterKeyId, isNew: false };
    const { id: prepared } = await chooseNext(from);
    if (prepared === from)
      throw new OperatorRefusal('forbidden', `The master key ${from} is already the present one.`);
    await updatePreparedKey(trx, prepared);
    await insertAuditEntry(trx, operator, {
      tenantId: undefined,
      action: 'master-key.prepare',
      subject: 'deployment',
      before: { masterKeyId: from },
      after: { preparedMasterKeyId: prepared },
    });
    return { from, prepared, isNew: true };
  });

/** The prepared key; a refusal where there is none. */
export async function readPreparedKey(db: Db): Promise<string> {
  const { preparedMasterKeyId } = await findDeployment(db);
  if (preparedMasterKeyId === undefined)
    throw new OperatorRefusal('forbidden', 'No master key is prepared: npx titular keys prepare-master');
  return preparedMasterKeyId;
}

/** A live node, and whether it can open what a master key wraps. */
export type KeyHolding = Pick<SeenNode, 'name' | 'seenAt'> & { hasKey: boolean };

/** The live nodes, each with whether it has reported the key. */
export async function listKeyHoldings(db: Db, keyId: string): Promise<KeyHolding[]> {
  const live = (await listNodes(db)).filter(({ isLive }) => isLive);
  return live.map(({ name, seenAt, masterKeyIds }) => ({
    name,
    seenAt,
    hasKey: masterKeyIds.includes(keyId),
  }));
}

/** Why a key must not be used yet, naming the nodes that lack it; undefined when all have it. */
export function lackOf(holdings: readonly KeyHolding[], keyId: string): OperatorRefusal | undefined {
  const lacking = holdings.filter(({ hasKey }) => !hasKey).map(({ name }) => name);
  if (lacking.length === 0) return undefined;
  return new OperatorRefusal(
    'forbidden',
    `The master key ${keyId} is missing on ${lacking.join(', ')}: add it to the file, the secret or the setting there. A killed node counts for 15 more seconds.`,
  );
}

/** Refuses unless every live node has reported the key; under the lock of the deployment no node begins meanwhile without it. */
export async function requireKeyEverywhere(db: Db, keyId: string): Promise<void> {
  const refusal = lackOf(await listKeyHoldings(db, keyId), keyId);
  if (refusal) throw refusal;
}
