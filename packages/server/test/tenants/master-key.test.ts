import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { checkDeployment } from '@titular/server/tenants/check-deployment.ts';
import { fixedMasterKeys, parseMasterKey, StartRefused } from '@titular/server/tenants/keys/master-key.ts';
import { loadMasterKeys } from '@titular/server/tenants/keys/master-key-file.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { newWrappedDataKey } from '@titular/server/tenants/keys/tenant-keys.ts';
import { insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 2, () => undefined);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
  await rm(directory, { recursive: true, force: true });
});

const keyOf = (fill: number) => parseMasterKey(Buffer.alloc(32, fill).toString('base64'));
const ringOf = (fill: number) => fixedMasterKeys(keyOf(fill));
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof StartRefused) return error.message;
      throw error;
    },
  );

describe('the master key file', () => {
  test('is only read once it is there, so that a full disk keeps nobody out', async () => {
    const place = await mkdtemp(join(directory, 'there-'));
    const file = join(place, 'key');
    const [made] = await loadMasterKeys(file, true);
    const before = await stat(place, { bigint: true });
    expect(await loadMasterKeys(file, true)).toEqual([made]);
    expect((await stat(place, { bigint: true })).mtimeNs).toBe(before.mtimeNs);
  });

  test('is made at the first start, readable by its owner alone, and read again at the next', async () => {
    const file = join(directory, 'new', 'master.key');
    const made = await loadMasterKeys(file, true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await loadMasterKeys(file, true)).toEqual(made);
    expect(await loadMasterKeys(file, false)).toEqual(made);
  });

  test('made by two starts at once is one key', async () => {
    const file = join(directory, 'twice', 'master.key');
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await loadMasterKeys(file, true))[0]?.id));
    expect(new Set(ids).size).toBe(1);
  });

  test('that is missing where it is not made refuses the start by its name (R89)', async () => {
    const file = join(directory, 'nowhere.key');
    expect(await refusalOf(loadMasterKeys(file, false))).toBe(
      `The master key file ${file} cannot be read (ENOENT).`,
    );
  });

  test.each([
    ['empty', ''],
    ['too short', Buffer.alloc(31, 1).toString('base64')],
    ['too long', Buffer.alloc(33, 1).toString('base64')],
    ['no base64', 'correct horse battery staple'],
    ['base64 with foreign characters in it', `${Buffer.alloc(32, 1).toString('base64').slice(0, -1)}!!`],
    ['one key and one that is none', `${Buffer.alloc(32, 1).toString('base64')}\nnone`],
    ['a note alone', '# no key'],
  ])('that is %s refuses the start and never repeats what it holds', async (_what, text) => {
    const file = join(directory, 'bad.key');
    await writeFile(file, text);
    const message = await refusalOf(loadMasterKeys(file, true));
    expect(message).toMatch(/^A master key must be 32 bytes in base64; write several on separate lines\.$/);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('has an id that tells keys apart and nothing of the key', () => {
    expect(keyOf(1).id).toMatch(/^[0-9a-f]{16}$/);
    expect(keyOf(1).id).not.toBe(keyOf(2).id);
  });
});

describe('the database is bound to environment and master key at its first start', () => {
  test('and refuses any other with a sentence that says which (R23, R89)', async () => {
    const { db } = database;
    await checkDeployment(db, 'test', await ringOf(1));
    expect(await refusalOf(checkDeployment(db, 'test', await ringOf(1)))).toBe('accepted');
    expect(await refusalOf(checkDeployment(db, 'production', await ringOf(1)))).toMatch(
      /belongs to the test environment; TITULAR_ENV says production\.$/,
    );
    const wrongKey = await refusalOf(checkDeployment(db, 'test', await ringOf(2)));
    expect(wrongKey).toContain(keyOf(1).id);
    expect(wrongKey).toContain(keyOf(2).id);
    expect(wrongKey).toContain('TITULAR_MASTER_KEY_FILE');
    for (const fill of [1, 2])
      expect(wrongKey).not.toContain(Buffer.alloc(32, fill).toString('base64').slice(0, 20));
  });
});

describe("a tenant's data key", () => {
  test('opens with the master key it was wrapped with, at its own tenant alone (R91)', async () => {
    const { db } = database;
    const [first, second] = [newId(), newId()];
    const wrapped = newWrappedDataKey(keyOf(1), first);
    await insertTenant(db, first, 'First', wrapped);
    await insertTenant(db, second, 'Second', wrapped);
    const keys = createTenantKeys(db, await ringOf(1));
    const sealed = (await keys(first)).seal('t', 'r', 'f', Buffer.from('x'));
    const again = createTenantKeys(db, await ringOf(1));
    expect((await again(first)).unseal('t', 'r', 'f', sealed).toString()).toBe('x');
    await expect(keys(second)).rejects.toThrow();
    await expect(createTenantKeys(db, await ringOf(2))(first)).rejects.toThrow();
    await expect(keys(newId())).rejects.toThrow('invariant');
  });

  test('hashes one value differently for each tenant, so that two tenants cannot be compared', async () => {
    const { db } = database;
    const tenants = [newId(), newId()];
    for (const id of tenants) await insertTenant(db, id, 'One', newWrappedDataKey(keyOf(1), id));
    const keys = createTenantKeys(db, await ringOf(1));
    const hashes = await Promise.all(
      tenants.map(async (id) => (await keys(id)).hash('identity', 'cpf', '52998224725').toString('hex')),
    );
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
