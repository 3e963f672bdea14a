import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { keyedHash, type Place, seal, unseal } from '../../kernel/base/sealing.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { findWrappedDataKey } from '../tenant-store.ts';
import type { MasterKey, MasterKeys, WrappedKey } from './master-key.ts';

/** What a tenant's data key can do; the key itself stays inside. */
export type TenantKey = {
  seal(table: string, row: string, field: string, plain: Uint8Array): Buffer;
  unseal(table: string, row: string, field: string, sealed: Uint8Array): Buffer;
  /** Keyed hash for look-ups; the purpose keeps fields apart. */
  hash(purpose: string, ...parts: string[]): Buffer;
};

/** Opens tenants' data keys and keeps them in memory of this process. */
export type TenantKeys = (tenantId: TenantId) => Promise<TenantKey>;

const DATA_KEY_BYTES = 32;

const placeOf = (tenantId: string): Place => ({
  tenantId,
  table: 'tenants',
  row: tenantId,
  field: 'wrapped_data_key',
});

const wrap = (masterKey: MasterKey, tenantId: string, dataKey: Uint8Array): WrappedKey => ({
  bytes: seal(masterKey.bytes, placeOf(tenantId), dataKey),
  masterKeyId: masterKey.id,
});

const unwrap = async (masterKeys: MasterKeys, tenantId: string, wrapped: WrappedKey): Promise<Buffer> =>
  unseal((await masterKeys.find(wrapped.masterKeyId)).bytes, placeOf(tenantId), wrapped.bytes);

/** A fresh random data key of a tenant, wrapped by the master key. */
export const newWrappedDataKey = (masterKey: MasterKey, tenantId: string): WrappedKey =>
  wrap(masterKey, tenantId, randomBytes(DATA_KEY_BYTES));

/** The same data key of a tenant, wrapped by another master key. */
export const rewrapDataKey = async (
  masterKeys: MasterKeys,
  target: MasterKey,
  tenantId: string,
  wrapped: WrappedKey,
): Promise<WrappedKey> => wrap(target, tenantId, await unwrap(masterKeys, tenantId, wrapped));

function toTenantKey(tenantId: string, dataKey: Buffer): TenantKey {
  const derive = (purpose: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, tenantId, purpose, DATA_KEY_BYTES)));
  const sealingKey = derive('titular sealing');
  const hashingKey = derive('titular hashing');
  return {
    seal: (table, row, field, plain) => seal(sealingKey, { tenantId, table, row, field }, plain),
    unseal: (table, row, field, sealed) => unseal(sealingKey, { tenantId, table, row, field }, sealed),
    hash: (purpose, ...parts) => keyedHash(hashingKey, purpose, parts),
  };
}

/** Unwraps the data key of a tenant, or of whoever else it is bound to. */
export const openDataKey = async (
  masterKeys: MasterKeys,
  tenantId: string,
  wrapped: WrappedKey,
): Promise<TenantKey> => toTenantKey(tenantId, await unwrap(masterKeys, tenantId, wrapped));

/** Reads and unwraps a tenant's key at first use; a tenant without a key is a fault. */
export function createTenantKeys(db: Db, masterKeys: MasterKeys): TenantKeys {
  const opened = new Map<string, TenantKey>();
  return async (tenantId) => {
    const known = opened.get(tenantId);
    if (known) return known;
    const wrapped = await findWrappedDataKey(db, tenantId);
    invariant(wrapped, 'a tenant has a data key');
    const key = await openDataKey(masterKeys, tenantId, wrapped);
    opened.set(tenantId, key);
    return key;
  };
}
