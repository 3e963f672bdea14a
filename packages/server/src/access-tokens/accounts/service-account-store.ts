import type { Scope } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import { fixedStatement } from '../../kernel/database/batches/fixed-statement.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { listTenantsOf } from '../../kernel/database/tenants-of.ts';

/** Who may ask for access tokens; `active` only while the tenant is active too. Addresses are CIDR ranges, times windows; none means any. */
export type ServiceAccount = {
  tenantId: TenantId;
  account: string;
  clientId: string;
  scopes: readonly string[];
  active: boolean;
  assertionLifetimeSeconds: number;
  allowedAddresses: readonly string[];
  allowedTimes: readonly string[];
};

/** What an access token rests on, as it stands now. */
export type AccountStatus = Pick<ServiceAccount, 'active' | 'scopes' | 'allowedAddresses' | 'allowedTimes'>;

/** The columns of an account as `ServiceAccount` names them; its tenant must be joined. */
export const accountColumns = [
  'service_accounts.tenant_id as tenantId',
  'service_accounts.account',
  'service_accounts.client_id as clientId',
  'service_accounts.scopes',
  'service_accounts.assertion_lifetime_seconds as assertionLifetimeSeconds',
  'service_accounts.allowed_addresses as allowedAddresses',
  'service_accounts.allowed_times as allowedTimes',
] as const;

/** Whether account and tenant are both active. */
export const bothActive = sql<boolean>`service_accounts.active AND tenants.active`;

/** Accounts joined with their tenants. */
export const accountsWithTenant = (db: Db) =>
  db.selectFrom('service_accounts').innerJoin('tenants', 'tenants.tenant_id', 'service_accounts.tenant_id');

/** The account, active or not. */
export const findServiceAccount = (
  db: Db,
  tenantId: TenantId,
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

/** The accounts of a tenant by name; `active` is the account's own switch joined with the tenant's. */
export const listServiceAccounts = (db: Db, tenantId: TenantId): Promise<ServiceAccount[]> =>
  accountsWithTenant(db)
    .select([...accountColumns, bothActive.as('active')])
    .where('service_accounts.tenant_id', '=', tenantId)
    .orderBy('service_accounts.account')
    .execute();

/** Names of the tenant's accounts that have a client id, key id or id of a secret, whether or not it is valid still. */
export async function listAccountsWithId(db: Db, tenantId: TenantId, id: string): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    SELECT account FROM service_accounts WHERE tenant_id = ${tenantId} AND client_id = ${id}
    UNION SELECT account FROM service_account_keys WHERE tenant_id = ${tenantId} AND key_id = ${id}
    UNION SELECT account FROM service_account_secrets WHERE tenant_id = ${tenantId} AND secret_id::text = ${id}`.execute(
    db,
  );
  return rows.map(({ account }) => account);
}

/** A token, as far as its account has to be asked: by its id, and by the key or secret that got it. */
export type AskedToken = { tenantId: TenantId; account: string; credentialId: string; tokenId: string };

/**
 * How the accounts of tokens stand now, in the order of the tokens. Undefined where there is no such account, the key or secret is
 * retired, or the token was revoked.
 */
export async function findAccountStatuses(
  db: Db,
  tokens: readonly AskedToken[],
  now: Date,
): Promise<(AccountStatus | undefined)[]> {
  const column = (name: keyof AskedToken): string[] => tokens.map((token) => token[name]);
  const { rows } = await fixedStatement<AccountStatus & { place: number }>`
    SELECT asked.place::integer AS place, found.*
    FROM unnest(${column('tenantId')}::uuid[], ${column('account')}::text[], ${column('credentialId')}::text[],
        ${column('tokenId')}::uuid[]) WITH ORDINALITY AS asked (tenant_id, account, credential_id, token_id, place)
    CROSS JOIN LATERAL (
      SELECT a.scopes, a.allowed_addresses AS "allowedAddresses", a.allowed_times AS "allowedTimes",
        a.active AND t.active AS active
      FROM service_accounts a JOIN tenants t ON t.tenant_id = a.tenant_id
      WHERE a.tenant_id = asked.tenant_id AND a.account = asked.account
        AND EXISTS (
          SELECT FROM service_account_keys k WHERE k.tenant_id = a.tenant_id AND k.account = a.account
            AND k.key_id = asked.credential_id AND (k.retired_at IS NULL OR k.retired_at > ${now})
          UNION ALL
          SELECT FROM service_account_secrets s WHERE s.tenant_id = a.tenant_id AND s.account = a.account
            AND s.secret_id::text = asked.credential_id AND (s.retired_at IS NULL OR s.retired_at > ${now}))
        AND NOT EXISTS (
          SELECT FROM revoked_tokens r WHERE r.tenant_id = a.tenant_id AND r.token_id = asked.token_id)
      LIMIT 1
    ) AS found`.execute(db);
  const statuses: (AccountStatus | undefined)[] = tokens.map(() => undefined);
  for (const { place, ...status } of rows) statuses[place - 1] = status;
  return statuses;
}

/** Adds an account; false when the tenant has one of that name. */
export async function insertServiceAccount(
  db: Db,
  tenantId: TenantId,
  account: string,
  clientId: string,
  scopes: readonly Scope[],
): Promise<boolean> {
  const result = await db
    .insertInto('service_accounts')
    .values({ tenant_id: tenantId, account, client_id: clientId, scopes: [...scopes] })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Switches an account on or off; false when it stood so already. */
export async function updateAccountActive(
  db: Db,
  tenantId: TenantId,
  account: string,
  active: boolean,
): Promise<boolean> {
  const result = await db
    .updateTable('service_accounts')
    .set({ active })
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .where('active', '<>', active)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Makes others that change the credentials of this account wait until this database transaction ends. */
export async function lockServiceAccount(db: Db, tenantId: TenantId, account: string): Promise<void> {
  await db
    .selectFrom('service_accounts')
    .select('account')
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .forUpdate()
    .execute();
}

/** The tenants that have a service account of this name. */
export const listTenantsOfAccount = (db: Db, account: string): Promise<TenantId[]> =>
  listTenantsOf(db, 'service_accounts', 'account', [account]);
