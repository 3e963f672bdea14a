import type { Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import { createTtlCache } from '../../kernel/caches/ttl-cache.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import { findTenant } from '../../tenants/index.ts';
import { type AccountKey, findAccountKeys } from './account-key-store.ts';
import { type ClientSecret, findClientSecret } from './client-secret-store.ts';
import {
  findServiceAccount,
  findServiceAccountByClientId,
  type ServiceAccount,
} from './service-account-store.ts';

/** Looks up who asks for a token; what it tells may be up to 2 s old. A token got from what is no longer true is refused all the same, as the API asks for itself. */
export type AccountDirectory = {
  findBySecret(secretHash: Buffer): Promise<ClientSecret | undefined>;
  findByName(tenantId: TenantId, account: string): Promise<ServiceAccount | undefined>;
  findByClientId(clientId: string): Promise<ServiceAccount | undefined>;
  /** The account's keys; those of a moment ago will do unless `fresh`. */
  findKeys(account: ServiceAccount, fresh: boolean): Promise<readonly AccountKey[]>;
  isTenantKnown(tenantId: TenantId): Promise<boolean>;
};

const MAX_AGE_MS = 2_000;
const MAX_ENTRIES = 5_000;
const secretCache = defineCache('client_secrets', MAX_ENTRIES);
const nameCache = defineCache('accounts', MAX_ENTRIES);
const clientIdCache = defineCache('client_ids', MAX_ENTRIES);
const keyCache = defineCache('account_keys', MAX_ENTRIES);

/** Caches of accounts and their credentials. */
export const directoryCaches = [secretCache, nameCache, clientIdCache, keyCache];

/** Keeps accounts, keys and digests of secrets in memory for 2 s, so that a busy account costs a reading each 2 s. */
export function createAccountDirectory(db: Db, clock: Clock): AccountDirectory {
  const bySecret = createTtlCache(
    clock,
    { maximumAgeMs: MAX_AGE_MS, cache: secretCache },
    (secretHash: Buffer) => secretHash.toString('base64'),
    (secretHash) => findClientSecret(db, secretHash, clock.now()),
  );
  const byName = createTtlCache(
    clock,
    { maximumAgeMs: MAX_AGE_MS, cache: nameCache },
    (named: { tenantId: TenantId; account: string }) => `${named.tenantId}/${named.account}`,
    ({ tenantId, account }) => findServiceAccount(db, tenantId, account),
  );
  const byClientId = createTtlCache(
    clock,
    { maximumAgeMs: MAX_AGE_MS, cache: clientIdCache },
    (clientId: string) => clientId,
    (clientId) => findServiceAccountByClientId(db, clientId),
  );
  const keys = createTtlCache(
    clock,
    { maximumAgeMs: MAX_AGE_MS, cache: keyCache },
    (named: { tenantId: TenantId; account: string }) => `${named.tenantId}/${named.account}`,
    ({ tenantId, account }) => findAccountKeys(db, tenantId, account),
  );
  const served = async (account: ServiceAccount | undefined): Promise<ServiceAccount | undefined> => {
    if (account) await requireServed(db, account.tenantId);
    return account;
  };
  return {
    findBySecret: async (secretHash) => {
      const found = await bySecret(secretHash);
      await served(found?.account);
      return found;
    },
    findByName: async (tenantId, account) => served(await byName({ tenantId, account })),
    findByClientId: async (clientId) => served(await byClientId(clientId)),
    findKeys: async (named, fresh) =>
      (fresh ? await findAccountKeys(db, named.tenantId, named.account) : await keys(named)) ?? [],
    isTenantKnown: async (tenantId) => (await findTenant(db, tenantId)) !== undefined,
  };
}
