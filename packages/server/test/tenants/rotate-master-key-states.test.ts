import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  rewrapSigningKeys,
  SIGNING_PURPOSES,
} from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { checkDeployment } from '@titular/server/tenants/check-deployment.ts';
import { listMasterKeyUses } from '@titular/server/tenants/deployment-store.ts';
import { rewrapDeploymentKeys } from '@titular/server/tenants/keys/deployment-keys.ts';
import {
  fixedMasterKeys,
  type MasterKey,
  openMasterKeys,
  parseMasterKey,
} from '@titular/server/tenants/keys/master-key.ts';
import { addMasterKey, loadMasterKeys } from '@titular/server/tenants/keys/master-key-file.ts';
import { rewrapTenants, rotateMasterKey } from '@titular/server/tenants/keys/rotate-master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { listTenants } from '@titular/server/tenants/tenant-store.ts';
import { addTenant, fetchToken, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCommandFixture } from '../../../cli/test/command-fixture.ts';
import { newMerchant } from '../transactions/api.ts';

let directory: string;
const services: TestService[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const service of services.splice(0).reverse()) await service.close();
  await rm(directory, { recursive: true, force: true });
});

const newText = (): string => randomBytes(32).toString('base64');

async function start(env: Record<string, string>, sharedWith?: TestService): Promise<TestService> {
  const service = await startTestService({ env, ...(sharedWith ? { sharedWith } : {}) });
  services.push(service);
  return service;
}

const addTenants = async (service: TestService, count: number): Promise<void> => {
  const operator = operatorOf(service);
  for (let index = 0; index < count; index += 1)
    await createTenant(operator, service.service.masterKeys, { name: `Tenant ${index}` });
};

const rotateTo = async (service: TestService, ...[from, to]: [MasterKey, MasterKey]) =>
  rotateMasterKey(
    operatorOf(service),
    await fixedMasterKeys(from, to),
    [rewrapTenants, rewrapSigningKeys, rewrapDeploymentKeys],
    async () => to,
    () => undefined,
  );

const usesNow = (service: TestService) => listMasterKeyUses(service.service.database.db);

type Sealed = Map<TenantId, Buffer>;
const place = (tenantId: TenantId) => ['test', tenantId, 'field'] as const;

/** Something sealed by each tenant's key. */
async function sealForAll(service: TestService, ...keys: MasterKey[]): Promise<Sealed> {
  const { db } = service.service.database;
  const open = createTenantKeys(db, await fixedMasterKeys(...keys));
  const sealed: Sealed = new Map();
  for (const { tenantId } of await listTenants(db))
    sealed.set(tenantId, (await open(tenantId)).seal(...place(tenantId), Buffer.from(tenantId)));
  return sealed;
}

/** How many of them open, by nothing but the keys given. */
async function countOpened(service: TestService, sealed: Sealed, ...keys: MasterKey[]): Promise<number> {
  const open = createTenantKeys(service.service.database.db, await fixedMasterKeys(...keys));
  let count = 0;
  for (const [tenantId, bytes] of sealed) {
    const key = await open(tenantId).catch(() => undefined);
    if (key?.unseal(...place(tenantId), bytes).toString() === tenantId) count += 1;
  }
  return count;
}

async function killInThirdCommit(service: TestService, texts: readonly string[]): Promise<void> {
  const script = fileURLToPath(new URL('./rotate-midway-child.ts', import.meta.url));
  const child = fork(script, [service.config.databaseUrl ?? '', texts.join(',')]);
  children.push(child);
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a rotation that is killed in the midst of a commit (R92)', () => {
  test('has moved what it committed and nothing else, loses no key, and goes on with the rest', async () => {
    const texts = [newText(), newText()];
    const [from, to] = texts.map(parseMasterKey) as [MasterKey, MasterKey];
    const service = await start({ TITULAR_MASTER_KEY: texts.join(',') });
    await addTenants(service, 60);
    const sealed = await sealForAll(service, from);
    await killInThirdCommit(service, texts);

    expect(new Set(await usesNow(service))).toEqual(
      new Set([
        { masterKeyId: from.id, tenants: 40, signingKeys: SIGNING_PURPOSES.length, deploymentKeys: 1 },
        { masterKeyId: to.id, tenants: 20, signingKeys: 0, deploymentKeys: 0 },
      ]),
    );
    expect(await countOpened(service, sealed, from, to)).toBe(60);
    expect(await countOpened(service, sealed, to)).toBe(20);

    const restarted = await start({ TITULAR_MASTER_KEY: texts.join(' ') }, service);
    const merchant = await newMerchant(restarted);
    expect((await merchant.create({}, restarted)).status).toBe(200);
    for (const [text, missing] of [texts, texts.toReversed()].map(([one = '', other = '']) => [one, other]))
      await expect(start({ TITULAR_MASTER_KEY: text ?? '' }, service)).rejects.toThrow(
        `needs the master key ${parseMasterKey(missing ?? '').id}, but has ${parseMasterKey(text ?? '').id}:`,
      );

    expect(await rotateTo(service, from, to)).toEqual({
      from: from.id,
      to: to.id,
      resumed: true,
      // One key of the deployment beside them: that of the assets of the page.
      rewrapped: 40 + SIGNING_PURPOSES.length + 1,
    });
    expect(await countOpened(service, sealed, to)).toBe(60);
    const after = await start({ TITULAR_MASTER_KEY: texts[1] ?? '' }, service);
    expect((await merchant.create({}, after)).status).toBe(200);
  });
});

describe('keys in the environment (R92, R89)', () => {
  test('rotate while the service has both; then the new one alone starts it and the old one alone does not', async () => {
    const texts = [newText(), newText()];
    const [from, to] = texts.map(parseMasterKey) as [MasterKey, MasterKey];
    const service = await start({ TITULAR_MASTER_KEY: texts.join(',') });
    const merchants = [await newMerchant(service), await newMerchant(service)];
    expect(await rotateTo(service, from, to)).toMatchObject({ from: from.id, to: to.id, resumed: false });
    for (const merchant of merchants) expect((await merchant.create()).status).toBe(200);
    const alone = await start({ TITULAR_MASTER_KEY: texts[1] ?? '' }, service);
    for (const merchant of merchants) expect((await merchant.create({}, alone)).status).toBe(200);
    await expect(start({ TITULAR_MASTER_KEY: texts[0] ?? '' }, service)).rejects.toThrow(
      `needs the master key ${to.id}, but has ${from.id}:`,
    );
  });
});

describe('a file of keys (R89)', () => {
  test('that is not there, or holds another key, refuses the start and says which', async () => {
    const file = join(directory, 'master.key');
    const text = newText();
    await writeFile(file, `${text}\n`);
    const service = await start({ TITULAR_MASTER_KEY_FILE: file });
    const nowhere = join(directory, 'nowhere.key');
    await expect(start({ TITULAR_MASTER_KEY_FILE: nowhere }, service)).rejects.toThrow(
      `The master key file ${nowhere} cannot be read (ENOENT).`,
    );
    const wrong = join(directory, 'wrong.key');
    const other = newText();
    await writeFile(wrong, `# another\n${other}\n`);
    await expect(start({ TITULAR_MASTER_KEY_FILE: wrong }, service)).rejects.toThrow(
      `needs the master key ${parseMasterKey(text).id}, but has ${parseMasterKey(other).id}:`,
    );
    await writeFile(wrong, `${other} # first\n${text} # second\n`);
    expect((await start({ TITULAR_MASTER_KEY_FILE: wrong }, service)).url).toBeTruthy();
  });

  test('serves a process that has read it just before a rotation added a key and took it into use (R92)', async () => {
    const file = join(directory, 'master.key');
    await writeFile(file, `${newText()}\n`);
    const service = await start({ TITULAR_MASTER_KEY_FILE: file });
    const starting = await openMasterKeys(
      () => loadMasterKeys(file, false),
      () => performance.now(),
    );
    const [from] = starting.known();
    if (!from) throw new Error('the file holds a key');
    await rotateTo(service, from, await addMasterKey(file));
    await checkDeployment(service.service.database.db, 'test', starting);
  });
});

describe('the first requests after a rotation (R92)', () => {
  test('of many tenants at once, at a process that has not met the new key, all succeed', async () => {
    const file = join(directory, 'master.key');
    await writeFile(file, `${newText()}\n`);
    const service = await start({ TITULAR_MASTER_KEY_FILE: file });
    const merchants = await Promise.all(Array.from({ length: 24 }, () => newMerchant(service)));
    const [from] = await loadMasterKeys(file, false);
    if (!from) throw new Error('the file holds a key');
    await rotateTo(service, from, await addMasterKey(file));
    const answers = await Promise.all(merchants.map((merchant) => merchant.create()));
    expect(answers.map((answer) => answer.status)).toEqual(Array(24).fill(200));
  });

  test('go on without a pause while it runs, from eight clients with tenants that are ever new', async () => {
    const file = join(directory, 'master.key');
    await writeFile(file, `${newText()}\n`);
    const service = await start({ TITULAR_MASTER_KEY_FILE: file });
    await addTenants(service, 300);
    const merchants = await Promise.all(Array.from({ length: 80 }, () => newMerchant(service)));
    const [from] = await loadMasterKeys(file, false);
    if (!from) throw new Error('the file holds a key');
    const statuses: number[] = [];
    const waiting = [...merchants];
    const client = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) statuses.push((await next.create()).status);
    };
    const to = await addMasterKey(file);
    const [rotation] = await Promise.all([
      rotateTo(service, from, to),
      ...Array.from({ length: 8 }, () => client()),
    ]);
    expect(rotation).toMatchObject({ resumed: false, rewrapped: 380 + SIGNING_PURPOSES.length + 1 });
    expect(statuses).toEqual(Array(80).fill(200));
    expect(await usesNow(service)).toEqual([
      { masterKeyId: to.id, tenants: 380, signingKeys: SIGNING_PURPOSES.length, deploymentKeys: 1 },
    ]);
    expect(await fetchToken(service, await addTenant(service))).toBeTruthy();
  });
});

test('two command lines that rotate at once leave one key in use, which the file holds (R92)', async () => {
  const fixture = await openCommandFixture();
  try {
    for (let index = 0; index < 5; index += 1) await fixture.ask('tenants', 'create', `Tenant ${index}`);
    const both = await Promise.all([
      fixture.run('keys', 'rotate-master'),
      fixture.run('keys', 'rotate-master'),
    ]);
    expect(both.map(({ code, errors }) => [code, code === 0 ? '' : errors])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const uses = await listMasterKeyUses(fixture.database.db);
    expect(uses).toHaveLength(1);
    const held = (await loadMasterKeys(join(fixture.directory, 'master.key'), false)).map((key) => key.id);
    expect(uses[0]?.masterKeyId).toBe(held.at(-1));
  } finally {
    await fixture.drop();
  }
});
