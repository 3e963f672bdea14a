import type { AssertionAlgorithm } from '@titular/contract';
import type { JWK } from 'jose';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** A public key that verifies the account's assertions, until `retiredAt`. */
export type AccountKey = {
  keyId: string;
  algorithm: AssertionAlgorithm;
  publicJwk: JWK;
  createdAt: Date;
  retiredAt: Date | undefined;
  lastUsedAt: Date | undefined;
};

/** All keys of the account, the retired ones too, oldest first. */
export async function findAccountKeys(db: Db, tenantId: TenantId, account: string): Promise<AccountKey[]> {
  const rows = await db
    .selectFrom('service_account_keys')
    .select(['key_id', 'algorithm', 'public_jwk', 'created_at', 'retired_at', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map((row) => ({
    keyId: row.key_id,
    algorithm: row.algorithm,
    publicJwk: row.public_jwk as JWK,
    createdAt: row.created_at,
    retiredAt: row.retired_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  }));
}

/** Adds a public key; false when the account has a key of that id, retired or not. */
export async function insertAccountKey(
  db: Db,
  tenantId: TenantId,
  account: string,
  key: Pick<AccountKey, 'keyId' | 'algorithm' | 'publicJwk'>,
): Promise<boolean> {
  const result = await db
    .insertInto('service_account_keys')
    .values({
      tenant_id: tenantId,
      account,
      key_id: key.keyId,
      algorithm: key.algorithm,
      public_jwk: JSON.stringify(key.publicJwk),
      retired_at: null,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Ends a key at `at`, unless it ends sooner already; false when nothing changed. */
export async function retireAccountKey(
  db: Db,
  tenantId: TenantId,
  account: string,
  keyId: string,
  at: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('service_account_keys')
    .set({ retired_at: at })
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .where('key_id', '=', keyId)
    .where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', at)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Keeps when a key was used last. */
export async function touchAccountKey(
  db: Db,
  tenantId: TenantId,
  account: string,
  keyId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('service_account_keys')
    .set({ last_used_at: at })
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .where('key_id', '=', keyId)
    .execute();
}
