import { rewrapSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { rewrapDeploymentKeys } from '@titular/server/tenants/keys/deployment-keys.ts';
import { openMasterKeys } from '@titular/server/tenants/keys/master-key.ts';
import { loadMasterKeys } from '@titular/server/tenants/keys/master-key-file.ts';
import { rewrapTenants, rotateMasterKey } from '@titular/server/tenants/keys/rotate-master-key.ts';

/** Begins a rotation and stands still after its first commit, to be killed there. */
const [connectionString = '', keyFile = ''] = process.argv.slice(2);
const { db } = connect(connectionString, 2, () => undefined);
const masterKeys = await openMasterKeys(
  () => loadMasterKeys(keyFile, false),
  () => performance.now(),
);
const still = new Int32Array(new SharedArrayBuffer(4));
await rotateMasterKey(
  { db, clock: systemClock, actor: 'test' },
  masterKeys,
  [rewrapTenants, rewrapSigningKeys, rewrapDeploymentKeys],
  async (currentId) => {
    const next = masterKeys.known().find((key) => key.id !== currentId);
    if (!next) throw new Error('the file holds no other key');
    return next;
  },
  () => {
    process.send?.('one batch is done');
    Atomics.wait(still, 0, 0, 60_000);
  },
);
