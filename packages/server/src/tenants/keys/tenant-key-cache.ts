import type { TenantId } from '../../kernel/base/id.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { MasterKeys } from './master-key.ts';
import { readTenantKey, type TenantKey, type TenantKeys } from './tenant-keys.ts';

/** Milliseconds after which an opened key leaves memory, or is opened anew when it is asked for. */
const MAX_AGE_MS = 3_600_000;
const SWEEP_EVERY_MS = 60_000;

/** Data keys that are open; of too many, the one used longest ago goes. */
export const tenantKeyCache = defineCache('tenant_keys', 10_000);

/** Opened keys of tenants: one is never believed for more than an hour, however often it is used. */
export type TenantKeyCache = {
  find: TenantKeys;
  /** Drops every key that was opened an hour ago. */
  dropOld(): void;
};

type Entry = { key: TenantKey; openedAtMs: number };

/** Keeps keys for an hour from their opening, on a clock in milliseconds that never goes back. */
export function createTenantKeyCache(
  open: (tenantId: TenantId) => Promise<TenantKey>,
  monotonicMs: () => number,
): TenantKeyCache {
  const opened = tenantKeyCache.open<Entry>();
  const isOld = ({ openedAtMs }: Entry): boolean => monotonicMs() - openedAtMs >= MAX_AGE_MS;
  return {
    async find(tenantId) {
      const known = opened.get(tenantId);
      if (known && !isOld(known)) {
        // Setting it again puts it last among those to be dropped.
        opened.set(tenantId, known);
        return known.key;
      }
      // A key that cannot be opened any more is not to stay known.
      opened.delete(tenantId);
      const openedAtMs = monotonicMs();
      const key = await open(tenantId);
      opened.set(tenantId, { key, openedAtMs });
      return key;
    },
    dropOld() {
      for (const [tenantId, entry] of opened) if (isOld(entry)) opened.delete(tenantId);
    },
  };
}

/** Drops old keys each minute, so that they leave an idle process too; what it returns ends that. */
export function keepDropped(cache: TenantKeyCache): () => Promise<void> {
  const timer = setInterval(cache.dropOld, SWEEP_EVERY_MS).unref();
  return async () => clearInterval(timer);
}

/** Opens the cache on the tenants of a database. */
export const openTenantKeys = (db: Db, masterKeys: MasterKeys): TenantKeyCache =>
  createTenantKeyCache(
    (tenantId) => readTenantKey(db, masterKeys, tenantId),
    () => performance.now(),
  );

/** Reads and unwraps a tenant's key at first use, for a command or another short task. */
export const createTenantKeys = (db: Db, masterKeys: MasterKeys): TenantKeys =>
  openTenantKeys(db, masterKeys).find;
