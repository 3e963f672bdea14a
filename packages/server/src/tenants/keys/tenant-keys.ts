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

/** Overwrites the bytes of a key once they were used. */
function useAndWipe<Result>(bytes: Buffer, use: (bytes: Buffer) => Result): Result {
  try {
    return use(bytes);
  } finally {
    bytes.fill(0);
  }
}

/** A fresh random data key of a tenant, wrapped by the master key. */
export const newWrappedDataKey = (masterKey: MasterKey, tenantId: string): WrappedKey =>
  useAndWipe(randomBytes(DATA_KEY_BYTES), (dataKey) => wrap(masterKey, tenantId, dataKey));

/** The same data key of a tenant, wrapped by another master key. */
export const rewrapDataKey = async (
  masterKeys: MasterKeys,
  target: MasterKey,
  tenantId: string,
  wrapped: WrappedKey,
): Promise<WrappedKey> =>
  useAndWipe(await unwrap(masterKeys, tenantId, wrapped), (dataKey) => wrap(target, tenantId, dataKey));

const createKey = (bytes: Buffer): KeyObject => createSecretKey(bytes);

function toTenantKey(tenantId: string, dataKey: Buffer): TenantKey {
  const derive = (purpose: string): KeyObject =>
    useAndWipe(Buffer.from(hkdfSync('sha256', dataKey, tenantId, purpose, DATA_KEY_BYTES)), createKey);
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
): Promise<TenantKey> =>
  useAndWipe(await unwrap(masterKeys, tenantId, wrapped), (dataKey) => toTenantKey(tenantId, dataKey));

/** Reads and unwraps a tenant's key; a tenant without one is a fault. */
export async function readTenantKey(db: Db, masterKeys: MasterKeys, tenantId: TenantId): Promise<TenantKey> {
  const wrapped = await findWrappedDataKey(db, tenantId);
  invariant(wrapped, 'a tenant has a data key');
  return openDataKey(masterKeys, tenantId, wrapped);
}
