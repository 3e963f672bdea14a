import { randomBytes } from 'node:crypto';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { fixedMasterKeys, parseMasterKey, type WrappedKey } from '@titular/server/tenants/keys/master-key.ts';
import {
  createTenantKeyCache,
  type TenantKeyCache,
  tenantKeyCache,
} from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { newWrappedDataKey, openDataKey } from '@titular/server/tenants/keys/tenant-keys.ts';
import { describe, expect, test } from 'vitest';

const HOUR_MS = 3_600_000;
const masterKey = parseMasterKey(randomBytes(32).toString('base64'));

/** Caches of earlier tests, whose entries would leave the count at some moment otherwise. */
const alive: TenantKeyCache[] = [];

/** A cache on wrapped keys in memory; `opened` names each tenant whose key was unwrapped. */
async function openCache() {
  const masterKeys = await fixedMasterKeys(masterKey);
  const wrapped = new Map<TenantId, WrappedKey>();
  const opened: TenantId[] = [];
  const time = { ms: 0 };
  const cache = createTenantKeyCache(
    (tenantId) => {
      const key = wrapped.get(tenantId);
      if (!key) return Promise.reject(new Error('the key was withdrawn'));
      opened.push(tenantId);
      return openDataKey(masterKeys, tenantId, key);
    },
    () => time.ms,
  );
  alive.push(cache);
  const addTenant = (): TenantId => {
    const tenantId = newId();
    wrapped.set(tenantId, newWrappedDataKey(masterKey, tenantId));
    return tenantId;
  };
  return { cache, wrapped, opened, time, addTenant };
}

describe("tenants' keys in memory", () => {
  test('stay within their bound when 100,000 tenants are touched (S9)', async () => {
    const tenantId = newId();
    // One key stands for all: to unwrap as many takes half a minute, and the cache takes each as it is.
    const key = await openDataKey(
      await fixedMasterKeys(masterKey),
      tenantId,
      newWrappedDataKey(masterKey, tenantId),
    );
    const busy = newId();
    let busyOpened = 0;
    const cache = createTenantKeyCache(
      async (asked) => {
        if (asked === busy) busyOpened += 1;
        return key;
      },
      () => 0,
    );
    alive.push(cache);
    const before = tenantKeyCache.entries();
    let most = 0;
    for (let index = 0; index < 100_000; index += 1) {
      await cache.find(newId());
      // One that is used goes on without being opened again.
      if (index % 1_000 === 0) await cache.find(busy);
      most = Math.max(most, tenantKeyCache.entries() - before);
    }
    expect([most, busyOpened]).toEqual([10_000, 1]);
  });

  test('are all gone an hour after their last use (S9)', async () => {
    const { cache, time, addTenant } = await openCache();
    const before = tenantKeyCache.entries();
    const tenants = Array.from({ length: 20 }, addTenant);
    for (const tenantId of tenants) await cache.find(tenantId);
    time.ms = HOUR_MS - 1;
    for (const tenantId of tenants.slice(0, 5)) await cache.find(tenantId);
    cache.dropOld();
    expect(tenantKeyCache.entries() - before).toBe(20);
    time.ms = HOUR_MS;
    cache.dropOld();
    expect(tenantKeyCache.entries() - before).toBe(0);
  });

  test('that are withdrawn are not known for more than an hour, however often they are used (S9)', async () => {
    const { cache, wrapped, time, addTenant } = await openCache();
    const tenantId = addTenant();
    await cache.find(tenantId);
    wrapped.delete(tenantId);
    for (time.ms = 0; time.ms < HOUR_MS; time.ms += HOUR_MS / 10) await cache.find(tenantId);
    time.ms = HOUR_MS;
    await expect(cache.find(tenantId)).rejects.toThrow('withdrawn');
  });

  test('open what was sealed before they were dropped (S9)', async () => {
    const { cache, time, opened, addTenant } = await openCache();
    const tenantId = addTenant();
    const sealed = (await cache.find(tenantId)).seal('t', 'r', 'f', Buffer.from('plain'));
    time.ms = 2 * HOUR_MS;
    expect((await cache.find(tenantId)).unseal('t', 'r', 'f', sealed).toString()).toBe('plain');
    expect(opened).toEqual([tenantId, tenantId]);
  });
});
