import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import {
  accountColumns,
  accountsWithTenant,
  bothActive,
  type ServiceAccount,
} from './service-account-store.ts';

/** A secret's digest and the client it belongs to. */
export type ClientSecret = { account: ServiceAccount; secretId: string; secretHash: Buffer };

/** What may be shown of a secret: its last characters and its times. */
export type ListedSecret = {
  secretId: string;
  hint: string;
  createdAt: Date;
  retiredAt: Date | undefined;
  lastUsedAt: Date | undefined;
};

/** The secret with this digest, unless it is retired, and whose it is: the client id plays no part, so a wrong secret costs the same for every client. */
export async function findClientSecret(
  db: Db,
  secretHash: Buffer,
  now: Date,
): Promise<ClientSecret | undefined> {
  const row = await accountsWithTenant(db)
    .innerJoin('service_account_secrets as secrets', (join) =>
      join
        .onRef('secrets.tenant_id', '=', 'service_accounts.tenant_id')
        .onRef('secrets.account', '=', 'service_accounts.account'),
    )
    .select([...accountColumns, bothActive.as('active')])
    .select(['secrets.secret_id as secretId', 'secrets.secret_hash as secretHash'])
    .where('secrets.secret_hash', '=', secretHash)
    .where((where) =>
      where.or([where('secrets.retired_at', 'is', null), where('secrets.retired_at', '>', now)]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { secretId, secretHash: stored, ...account } = row;
  return { account, secretId, secretHash: stored };
}

/** All secrets of the account, the retired ones too, oldest first. */
export async function listClientSecrets(
  db: Db,
  tenantId: TenantId,
  account: string,
): Promise<ListedSecret[]> {
  const rows = await db
    .selectFrom('service_account_secrets')
    .select(['secret_id', 'hint', 'created_at', 'retired_at', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .orderBy('created_at')
    .orderBy('secret_id')
    .execute();
  return rows.map((row) => ({
    secretId: row.secret_id,
    hint: row.hint,
    createdAt: row.created_at,
    retiredAt: row.retired_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  }));
}

/** Adds the digest of a client secret, and the characters by which it is known again. */
export async function insertClientSecret(
  db: Db,
  tenantId: TenantId,
  account: string,
  secret: { secretId: string; secretHash: Buffer; hint: string },
): Promise<void> {
  await db
    .insertInto('service_account_secrets')
    .values({
      tenant_id: tenantId,
      account,
      secret_id: secret.secretId,
      secret_hash: secret.secretHash,
      hint: secret.hint,
      retired_at: null,
      last_used_at: null,
    })
    .execute();
}

/** Ends a secret at `at`, unless it ends sooner already; false when nothing changed. */
export async function retireClientSecret(
  db: Db,
  tenantId: TenantId,
  account: string,
  secretId: string,
  at: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('service_account_secrets')
    .set({ retired_at: at })
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .where('secret_id', '=', secretId)
    .where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', at)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Keeps when a secret was used last. */
export async function touchClientSecret(
  db: Db,
  tenantId: TenantId,
  account: string,
  secretId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('service_account_secrets')
    .set({ last_used_at: at })
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .where('secret_id', '=', secretId)
    .execute();
}
