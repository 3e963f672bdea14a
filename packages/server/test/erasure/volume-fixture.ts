import { randomBytes } from 'node:crypto';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { createCompany, createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { checkDeployment } from '@titular/server/tenants/check-deployment.ts';
import { fixedMasterKeys, type MasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { openRecorder } from '@titular/test-kit/explain.ts';
import type { Owner } from '@titular/test-kit/fill-volume.ts';
import pg from 'pg';

/** A database with one company, filled by statements alone, and connections whose statements are kept. */
export type VolumeFixture = Database & {
  connectionString: string;
  clock: ManualClock;
  owner: Owner;
  masterKeys: MasterKeys;
  /** The master key as a process of its own is told it. */
  masterKeyText: string;
  /** Connections without a time limit, to fill it with. */
  filler: pg.Pool;
  record(timeoutMs?: number): ReturnType<typeof openRecorder<Tables>>;
  addCompany(): Promise<Owner>;
};

/** Opens the fixture; `close` drops it. */
export async function openVolume(): Promise<VolumeFixture> {
  const cloned = await cloneDatabase();
  const database = connect(cloned.connectionString, 4, () => undefined);
  const masterKeyText = randomBytes(32).toString('base64');
  const masterKeys = await fixedMasterKeys(parseMasterKey(masterKeyText));
  await checkDeployment(database.db, 'test', masterKeys);
  const clock = createManualClock();
  const operator = { db: database.db, clock, actor: 'test' };
  const tenantId = await createTenant(operator, masterKeys, { name: 'Volume' });
  const addCompany = async (): Promise<Owner> => ({
    tenantId,
    companyId: await createCompany(operator, tenantId, { name: `Shop ${randomBytes(4).toString('hex')}` }),
  });
  const recorders: { close(): Promise<void> }[] = [];
  const filler = new pg.Pool({ connectionString: cloned.connectionString, max: 1 });
  // A connection may outlive its pool by a moment, and its database be dropped in it.
  filler.on('error', () => undefined);
  filler.on('connect', (client) => client.on('error', () => undefined));
  return {
    ...database,
    masterKeys,
    masterKeyText,
    filler,
    connectionString: cloned.connectionString,
    clock,
    owner: await addCompany(),
    addCompany,
    record: (timeoutMs) => {
      const recorder = openRecorder<Tables>(cloned.connectionString, timeoutMs);
      recorders.push(recorder);
      return recorder;
    },
    close: async () => {
      for (const recorder of recorders) await recorder.close();
      await filler.end();
      await database.close();
      await cloned.drop();
    },
  };
}
