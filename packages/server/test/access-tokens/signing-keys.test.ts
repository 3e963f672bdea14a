import { insertSigningKey } from '@titular/server/access-tokens/signing-keys/signing-key-store.ts';
import {
  loadSigningKeys,
  newSigningKey,
  PUBLICATION_LEAD_SECONDS,
  SIGNING_PURPOSES,
} from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTokenBench, type TokenBench } from './token-bench.ts';

let bench: TokenBench;
beforeEach(async () => {
  bench = await openTokenBench();
});
afterEach(() => bench.drop());

const addKey = async (): Promise<string> => {
  const key = await newSigningKey(bench.masterKey, 'access-token', bench.clock.now());
  await insertSigningKey(bench.db, key);
  return key.keyId;
};
const publishedIds = async (): Promise<string[]> =>
  (await bench.signingKeys.publicJwks()).keys.map((key) => key.kid).sort();
const retire = (keyId: string) =>
  bench.db.updateTable('signing_keys').set({ retired_at: new Date() }).where('key_id', '=', keyId).execute();

test('ten processes that start at once agree on one key for each purpose', async () => {
  await bench.db.deleteFrom('signing_keys').execute();
  const all = await Promise.all(Array.from({ length: 10 }, () => loadSigningKeys(bench)));
  const published = await Promise.all(all.map((one) => one.publicJwks()));
  expect(new Set(published.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(published[0]?.keys).toHaveLength(SIGNING_PURPOSES.length);
});

test('a key serves its own purpose only', async () => {
  const { kid } = await bench.signingKeys.current('sdk-token');
  expect(await bench.signingKeys.find('sdk-token', kid)).toBeDefined();
  expect(await bench.signingKeys.find('access-token', kid)).toBeUndefined();
});

test('a key added elsewhere is found by its first use, is published, and signs only when every cache can know it (R12)', async () => {
  const before = await bench.signingKeys.current('access-token');
  bench.clock.advanceSeconds(1);
  const added = await addKey();
  bench.clock.advanceSeconds(1);
  expect(await bench.signingKeys.find('access-token', added)).toBeDefined();
  expect(await publishedIds()).toEqual(expect.arrayContaining([before.kid, added]));
  expect((await bench.signingKeys.current('access-token')).kid).toBe(before.kid);
  bench.clock.advanceSeconds(PUBLICATION_LEAD_SECONDS);
  expect((await bench.signingKeys.current('access-token')).kid).toBe(added);
});

test('tokens of the key before stay good until that key is retired, and no longer than 35 seconds after (R12)', async () => {
  bench.clock.advanceSeconds(1);
  const added = await addKey();
  const old = await bench.issue();
  const oldId = String(decodeProtectedHeader(old).kid);
  bench.clock.advanceSeconds(PUBLICATION_LEAD_SECONDS);
  expect(decodeProtectedHeader(await bench.issue()).kid).toBe(added);
  expect(await bench.verify(old)).toBeDefined();
  await retire(oldId);
  bench.clock.advanceSeconds(35);
  expect(await bench.verify(old)).toBeUndefined();
  expect(await publishedIds()).not.toContain(oldId);
  expect(await bench.verify(await bench.issue())).toBeDefined();
});

test('when the last key of a purpose is retired, a new one is made', async () => {
  const { kid } = await bench.signingKeys.current('access-token');
  await retire(kid);
  bench.clock.advanceSeconds(31);
  const next = await bench.signingKeys.current('access-token');
  expect(next.kid).not.toBe(kid);
  expect(await publishedIds()).toContain(next.kid);
});

test('asks the database at most once a second for key ids that nobody knows', async () => {
  bench.clock.advanceSeconds(2);
  const keys = await loadSigningKeys(bench);
  const added = await addKey();
  expect(await keys.find('access-token', added)).toBeUndefined();
  bench.clock.advanceSeconds(1);
  expect(await keys.find('access-token', added)).toBeDefined();
});

test('private halves rest sealed, and one put into another row does not open (R91)', async () => {
  const rows = await bench.db.selectFrom('signing_keys').selectAll().execute();
  expect(rows.every((row) => !row.sealed_private_jwk.includes('"d"'))).toBe(true);
  const sdk = rows.find((row) => row.purpose === 'sdk-token');
  await bench.db
    .updateTable('signing_keys')
    .set({ sealed_private_jwk: sdk?.sealed_private_jwk ?? Buffer.alloc(0) })
    .execute();
  await expect(loadSigningKeys(bench)).rejects.toThrow();
});
