import { rewrapSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { rewrapDeploymentKeys } from '@titular/server/tenants/keys/deployment-keys.ts';
import { fixedMasterKeys, parseMasterKeys } from '@titular/server/tenants/keys/master-key.ts';
import {
  type RewrapStep,
  rewrapTenants,
  rotateMasterKey,
} from '@titular/server/tenants/keys/rotate-master-key.ts';

/** Begins a rotation in commits of ten tenants and stands still in the midst of the third, before its commit, to be killed there. */
const [connectionString = '', keyTexts = ''] = process.argv.slice(2);
const { db } = connect(connectionString, 2, () => undefined);
const [from, to] = parseMasterKeys(keyTexts);
if (!from || !to) throw new Error('two keys are given');
const still = new Int32Array(new SharedArrayBuffer(4));
let batches = 0;

const rewrapTenAndStop: RewrapStep = async (trx, masterKeys, target) => {
  const count = await rewrapTenants(trx, masterKeys, target, 10);
  batches += 1;
  if (batches === 3) {
    process.send?.('the third commit is under way');
    Atomics.wait(still, 0, 0, 60_000);
  }
  return count;
};

await rotateMasterKey(
  { db, clock: systemClock, actor: 'test' },
  await fixedMasterKeys(from, to),
  [rewrapTenAndStop, rewrapSigningKeys, rewrapDeploymentKeys],
  async () => to,
  () => undefined,
);
