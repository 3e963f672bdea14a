import { randomBytes } from 'node:crypto';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { insertDeployment, listMasterKeyUses } from '@titular/server/tenants/deployment-store.ts';
import { createDeploymentKey, rewrapDeploymentKeys } from '@titular/server/tenants/keys/deployment-keys.ts';
import {
  fixedMasterKeys,
  type MasterKey,
  masterKeyCheck,
  parseMasterKey,
} from '@titular/server/tenants/keys/master-key.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;
let first: MasterKey;
let second: MasterKey;

const newMasterKey = (): MasterKey => parseMasterKey(randomBytes(32).toString('base64'));

beforeEach(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 4, () => undefined);
  [first, second] = [newMasterKey(), newMasterKey()];
  await insertDeployment(database.db, 'test', first.id, masterKeyCheck(first));
});
afterEach(async () => {
  await database.db.destroy();
  await clone.drop();
});

const open = async (...keys: MasterKey[]) =>
  createDeploymentKey(database.db, await fixedMasterKeys(...keys), 'face-prints')();

const rewrap = async (): Promise<number> => {
  const keys = await fixedMasterKeys(first, second);
  return database.db.transaction().execute((trx) => rewrapDeploymentKeys(trx, keys, second, 100));
};

describe('a key of the deployment', () => {
  test('is one, however many processes make it at once', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(first)));
    const hashes = new Set(opened.map((key) => key.hash('face print', 'part').toString('hex')));
    expect(hashes.size).toBe(1);
  });

  test('stays the same when the master key is rotated, and needs the old one no more (R92)', async () => {
    const before = await open(first);
    const sealed = before.seal('face_prints', 'tenant/attempt/0', 'sealed_print', Buffer.from('print'));
    expect(await rewrap()).toBe(1);
    expect(await rewrap()).toBe(0);
    const after = await open(second);
    expect(after.hash('face print', 'part')).toEqual(before.hash('face print', 'part'));
    expect(after.unseal('face_prints', 'tenant/attempt/0', 'sealed_print', sealed).toString()).toBe('print');
  });

  test('is counted among what needs a master key, so that none is forgotten too soon (R92)', async () => {
    await open(first);
    expect(await listMasterKeyUses(database.db)).toEqual([
      { masterKeyId: first.id, tenants: 0, signingKeys: 0, deploymentKeys: 1 },
    ]);
    await rewrap();
    const uses = await listMasterKeyUses(database.db);
    expect(uses.find(({ masterKeyId }) => masterKeyId === second.id)?.deploymentKeys).toBe(1);
  });

  test('opens nothing that was moved to another tenant, and is sealed where it stands (R91)', async () => {
    const key = await open(first);
    const sealed = key.seal('face_prints', 'one/attempt/0', 'sealed_print', Buffer.from('print'));
    expect(() => key.unseal('face_prints', 'other/attempt/0', 'sealed_print', sealed)).toThrow(
      'does not open',
    );
    const row = await database.db
      .selectFrom('deployment_keys')
      .select('wrapped_key')
      .executeTakeFirstOrThrow();
    expect(row.wrapped_key).toHaveLength(45 + 32);
  });
});
