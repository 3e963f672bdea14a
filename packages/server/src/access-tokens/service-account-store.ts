import type { AssertionAlgorithm, Scope } from '@titular/contract';
import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** Who may ask for access tokens; `active` only while the tenant is active too. */
export type ServiceAccount = {
  tenantId: string;
  account: string;
  clientId: string;
  scopes: readonly string[];
  active: boolean;
};

/** A public key that verifies the account's assertions. */
export type AccountKey = {
  keyId: string;
  algorithm: AssertionAlgorithm;
  publicJwk: JWK;
  retired: boolean;
};

/** A secret's digest and the client it belongs to. */
export type ClientSecret = { account: ServiceAccount; secretId: string; secretHash: Buffer };

/** What an access token rests on, as it stands now. */
export type Standing = { active: boolean; scopes: readonly string[] };

const accountColumns = [
  'service_accounts.tenant_id as tenantId',
  'service_accounts.account',
  'service_accounts.client_id as clientId',
  'service_accounts.scopes',
] as const;

const bothActive = sql<boolean>`service_accounts.active AND tenants.active`;

const accountsWithTenant = (db: Db) =>
  db.selectFrom('service_accounts').innerJoin('tenants', 'tenants.tenant_id', 'service_accounts.tenant_id');

/** The account, active or not. */
export const findServiceAccount = (
  db: Db,
  tenantId: string,
  account: string,
): Promise<ServiceAccount | undefined> =>
  accountsWithTenant(db)
    .select([...accountColumns, bothActive.as('active')])
    .where('service_accounts.tenant_id', '=', tenantId)
    .where('service_accounts.account', '=', account)
    .executeTakeFirst();

/** The account with this client id, of whatever tenant: the client id alone is what a client presents. */
export const findServiceAccountByClientId = (db: Db, clientId: string): Promise<ServiceAccount | undefined> =>
  accountsWithTenant(db)
    .select([...accountColumns, bothActive.as('active')])
    .where('service_accounts.client_id', '=', clientId)
    .executeTakeFirst();

/** The secret with this digest, unless it is retired, and whose it is: the client id plays no part, so a wrong secret costs the same for every client. */
export async function findClientSecret(db: Db, secretHash: Buffer): Promise<ClientSecret | undefined> {
  const row = await accountsWithTenant(db)
    .innerJoin('service_account_secrets as secrets', (join) =>
      join
        .onRef('secrets.tenant_id', '=', 'service_accounts.tenant_id')
        .onRef('secrets.account', '=', 'service_accounts.account'),
    )
    .select([...accountColumns, bothActive.as('active')])
    .select(['secrets.secret_id as secretId', 'secrets.secret_hash as secretHash'])
    .where('secrets.secret_hash', '=', secretHash)
    .where('secrets.retired_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { secretId, secretHash: stored, ...account } = row;
  return { account, secretId, secretHash: stored };
}

/** All keys of the account, the retired ones too. */
export async function findAccountKeys(db: Db, tenantId: string, account: string): Promise<AccountKey[]> {
  const rows = await db
    .selectFrom('service_account_keys')
    .select(['key_id', 'algorithm', 'public_jwk', 'retired_at'])
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .execute();
  return rows.map((row) => ({
    keyId: row.key_id,
    algorithm: row.algorithm,
    publicJwk: row.public_jwk as JWK,
    retired: row.retired_at !== null,
  }));
}

/** How the account stands now; undefined when it does not exist or the key or secret that got the token is retired. */
export const findStanding = (
  db: Db,
  tenantId: string,
  account: string,
  credentialId: string,
): Promise<Standing | undefined> =>
  accountsWithTenant(db)
    .select(['service_accounts.scopes', bothActive.as('active')])
    .where('service_accounts.tenant_id', '=', tenantId)
    .where('service_accounts.account', '=', account)
    .where(
      sql<boolean>`EXISTS (
        SELECT FROM service_account_keys k WHERE k.tenant_id = service_accounts.tenant_id
          AND k.account = service_accounts.account AND k.key_id = ${credentialId} AND k.retired_at IS NULL
        UNION ALL
        SELECT FROM service_account_secrets s WHERE s.tenant_id = service_accounts.tenant_id
          AND s.account = service_accounts.account AND s.secret_id::text = ${credentialId} AND s.retired_at IS NULL)`,
    )
    .executeTakeFirst();

/** Adds an account; a fault when the tenant has one of that name. */
export async function insertServiceAccount(
  db: Db,
  tenantId: string,
  account: string,
  clientId: string,
  scopes: readonly Scope[],
): Promise<void> {
  await db
    .insertInto('service_accounts')
    .values({ tenant_id: tenantId, account, client_id: clientId, scopes: [...scopes] })
    .execute();
}

/** Adds a public key; false when the account has a key of that id, retired or not. */
export async function insertAccountKey(
  db: Db,
  tenantId: string,
  account: string,
  key: Omit<AccountKey, 'retired'>,
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Adds the digest of a client secret. */
export async function insertClientSecret(
  db: Db,
  tenantId: string,
  account: string,
  secretId: string,
  secretHash: Buffer,
): Promise<void> {
  await db
    .insertInto('service_account_secrets')
    .values({ tenant_id: tenantId, account, secret_id: secretId, secret_hash: secretHash, retired_at: null })
    .execute();
}
