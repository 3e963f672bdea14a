import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  rewrapSigningKeys,
  SIGNING_PURPOSES,
} from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { listMasterKeyUses } from '@titular/server/tenants/deployment-store.ts';
import { rewrapDeploymentKeys } from '@titular/server/tenants/keys/deployment-keys.ts';
import { type MasterKeys, openMasterKeys } from '@titular/server/tenants/keys/master-key.ts';
import {
  addMasterKey,
  loadMasterKeys,
  removeMasterKey,
} from '@titular/server/tenants/keys/master-key-file.ts';
import { rewrapTenants, rotateMasterKey } from '@titular/server/tenants/keys/rotate-master-key.ts';
import { fetchToken, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let directory: string;
let keyFile: string;
let service: TestService;
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  keyFile = join(directory, 'master.key');
  await writeFile(keyFile, `# the first key\n${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  service = await startTestService({ env: { TITULAR_MASTER_KEY_FILE: keyFile } });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const openKeys = (): Promise<MasterKeys> =>
  openMasterKeys(
    () => loadMasterKeys(keyFile, false),
    () => performance.now(),
  );

const rotate = async (onProgress: (count: number) => void = () => undefined) =>
  rotateMasterKey(
    operatorOf(service),
    await openKeys(),
    [rewrapTenants, rewrapSigningKeys, rewrapDeploymentKeys],
    async (currentId) => {
      const spare = (await openKeys()).known().find((key) => key.id !== currentId);
      if (!spare) throw new Error('the file holds no other key');
      return spare;
    },
    onProgress,
  );

const usesNow = () => listMasterKeyUses(service.service.database.db);
const keyIds = async (): Promise<string[]> => (await openKeys()).known().map((key) => key.id);

async function addTenants(count: number): Promise<void> {
  const operator = operatorOf(service);
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      createTenant(operator, service.service.masterKeys, { name: `Tenant ${index}` }),
    ),
  );
}

/** A second process on the same database with what the key file holds now; the first goes on. */
const startAnother = (): Promise<TestService> =>
  startTestService({ sharedWith: service, env: { TITULAR_MASTER_KEY_FILE: keyFile } });

async function createThrough(target: TestService, merchant: Merchant): Promise<number> {
  return (await merchant.create({}, target)).status;
}

describe('a rotation of the master key (R92)', () => {
  test('under load lets no request fail, and wraps every key anew', async () => {
    await addTenants(250);
    const merchants = await Promise.all(Array.from({ length: 12 }, () => newMerchant(service)));
    const requests: Promise<number>[] = [];
    const [first = ''] = await keyIds();
    const added = await addMasterKey(keyFile);
    let waiting = merchants;
    const rotation = rotate(() => {
      const [next, ...rest] = waiting;
      waiting = rest;
      if (next) requests.push(createThrough(service, next));
    });
    const load = (async () => {
      for (const merchant of merchants) {
        const request = createThrough(service, merchant);
        requests.push(request);
        await request;
      }
    })();
    const [done] = await Promise.all([rotation, load]);
    expect(done).toMatchObject({ from: first, to: added.id, resumed: false });
    expect(done.rewrapped).toBeGreaterThanOrEqual(264);
    expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
    const uses = await usesNow();
    expect(uses.map((use) => use.masterKeyId)).toEqual([added.id]);
    expect(uses[0]?.signingKeys).toBe(SIGNING_PURPOSES.length);
  });

  test('makes the old key needless: without it a service starts, old tokens and sealed data still open', async () => {
    const merchant = await newMerchant(service);
    const { body } = await merchant.create({ orderNumber: 'before' });
    const [first = ''] = await keyIds();
    const added = await addMasterKey(keyFile);
    await rotate();
    await removeMasterKey(keyFile, first);
    expect(await keyIds()).toEqual([added.id]);
    expect(await readFile(keyFile, 'utf8')).toContain('# the first key');
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    const another = await startAnother();
    try {
      expect((await merchant.read(String(body['id']), another)).status).toBe(200);
      expect(await createThrough(another, merchant)).toBe(200);
      expect(await fetchToken(another, merchant.tenant)).toBeTruthy();
    } finally {
      await another.close();
    }
  });

  test('killed in the middle leaves every key readable, refuses a start without the old key by its id, and goes on', async () => {
    await addTenants(250);
    const late = await newMerchant(service);
    const [first = ''] = await keyIds();
    const added = await addMasterKey(keyFile);
    const child = fork(fileURLToPath(new URL('./rotate-child.ts', import.meta.url)), [
      service.config.databaseUrl ?? '',
      keyFile,
    ]);
    children.push(child);
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const between = await usesNow();
    expect(between.map((use) => use.masterKeyId).sort()).toEqual([first, added.id].sort());
    expect(between.every((use) => use.tenants > 0)).toBe(true);

    const another = await startAnother();
    expect(await createThrough(another, late)).toBe(200);
    await another.close();

    const whole = await readFile(keyFile, 'utf8');
    await removeMasterKey(keyFile, first);
    await expect(startAnother()).rejects.toThrow(`needs the master key ${first}, but has`);
    await writeFile(keyFile, whole);

    expect(await rotate()).toMatchObject({ from: first, to: added.id, resumed: true });
    expect((await usesNow()).map((use) => use.masterKeyId)).toEqual([added.id]);
    await removeMasterKey(keyFile, first);
    const last = await startAnother();
    expect(await createThrough(last, late)).toBe(200);
    await last.close();
  });

  test('twice at once ends in one, and what is made meanwhile is under a key at hand', async () => {
    await addTenants(120);
    const added = await addMasterKey(keyFile);
    const creating = (async () => {
      for (let index = 0; index < 40; index += 1) {
        await createTenant(operatorOf(service), service.service.masterKeys, { name: `Late ${index}` });
      }
    })();
    const both = await Promise.allSettled([rotate(), rotate()]);
    await creating;
    expect(both.some((one) => one.status === 'fulfilled')).toBe(true);
    if ((await usesNow()).length > 1) await rotate();
    expect((await usesNow()).map((use) => use.masterKeyId)).toEqual([added.id]);
    expect((await newMerchant(service)).token).toBeTruthy();
  });

  test('stands in the audit log by ids alone', async () => {
    const [first = ''] = await keyIds();
    const added = await addMasterKey(keyFile);
    await rotate();
    const [entry] = await listAuditEntries(service.service.database.db, { limit: 1 });
    expect(entry).toMatchObject({
      action: 'master-key.rotate',
      before: { masterKeyId: first },
      after: { masterKeyId: added.id },
    });
    const keys = (await openKeys()).known().map((key) => key.bytes.toString('base64'));
    for (const key of keys) expect(JSON.stringify(entry)).not.toContain(key.slice(0, 20));
  });

  test('to the key that is in use already is refused', async () => {
    const only = (await openKeys()).known()[0];
    if (!only) throw new Error('there is a key');
    const same = rotateMasterKey(
      operatorOf(service),
      await openKeys(),
      [],
      async () => only,
      () => undefined,
    );
    await expect(same).rejects.toThrow('is already the present one');
  });
});

test('a master key that stands in the configuration itself serves as well as one in a file', async () => {
  const keys = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'));
  const alone = await startTestService({ env: { TITULAR_MASTER_KEY: keys.join(',') } });
  try {
    const merchant = await newMerchant(alone);
    expect(await createThrough(alone, merchant)).toBe(200);
    await expect(
      startTestService({ sharedWith: alone, env: { TITULAR_MASTER_KEY: keys[1] ?? '' } }),
    ).rejects.toThrow('needs the master key');
  } finally {
    await alone.close();
  }
});
