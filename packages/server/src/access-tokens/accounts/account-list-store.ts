import type { AssertionAlgorithm } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { AccountKey } from './account-key-store.ts';
import type { ListedSecret } from './client-secret-store.ts';
import {
  accountColumns,
  accountsWithTenant,
  bothActive,
  type ServiceAccount,
} from './service-account-store.ts';

/** A page of the tenant's accounts by name, from the one that follows `after` on. */
export async function listAccountsAfter(
  db: Db,
  tenantId: TenantId,
  after: string | undefined,
  limit: number,
): Promise<ServiceAccount[]> {
  let query = accountsWithTenant(db)
    .select([...accountColumns, bothActive.as('active')])
    .where('service_accounts.tenant_id', '=', tenantId);
  if (after !== undefined) query = query.where('service_accounts.account', '>', after);
  return query.orderBy('service_accounts.account').limit(limit).execute();
}

/** How many credentials of an account are valid, and when any of them, ended ones too, was used last. */
export type CredentialSummary = { keys: number; secrets: number; lastUsedAt: Date | undefined };

type SummaryRow = { account: string; keys: number; secrets: number; last_used_at: Date | null };

/** Sums up the credentials of some accounts; one without any is absent. */
export async function summarizeCredentials(
  db: Db,
  tenantId: TenantId,
  accounts: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, CredentialSummary>> {
  const { rows } = await sql<SummaryRow>`
    SELECT account, max(last_used_at) AS last_used_at,
      (count(*) FILTER (WHERE is_key AND (retired_at IS NULL OR retired_at > ${now})))::int AS keys,
      (count(*) FILTER (WHERE NOT is_key AND (retired_at IS NULL OR retired_at > ${now})))::int AS secrets
    FROM (
      SELECT account, true AS is_key, retired_at, last_used_at FROM service_account_keys
        WHERE tenant_id = ${tenantId} AND account = ANY(${accounts}::text[])
      UNION ALL
      SELECT account, false, retired_at, last_used_at FROM service_account_secrets
        WHERE tenant_id = ${tenantId} AND account = ANY(${accounts}::text[])
    ) AS credentials
    GROUP BY account`.execute(db);
  return new Map(
    rows.map(({ account, keys, secrets, last_used_at }) => [
      account,
      { keys, secrets, lastUsedAt: last_used_at ?? undefined },
    ]),
  );
}

/** Whose credentials are shown, which are valid at `now`, and how many of those that have ended. */
export type ShownCredentials = { tenantId: TenantId; account: string; now: Date; maxEnded: number };

const toTimes = (row: { created_at: Date; retired_at: Date | null; last_used_at: Date | null }) => ({
  createdAt: row.created_at,
  retiredAt: row.retired_at ?? undefined,
  lastUsedAt: row.last_used_at ?? undefined,
});

/** Valid keys, then the newest of those that have ended; each newest first. */
export async function listShownKeys(
  db: Db,
  { tenantId, account, now, maxEnded }: ShownCredentials,
): Promise<Omit<AccountKey, 'publicJwk'>[]> {
  const newest = db
    .selectFrom('service_account_keys')
    .select(['key_id', 'algorithm', 'created_at', 'retired_at', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('key_id', 'desc');
  const valid = newest.where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', now)]));
  const ended = newest.where('retired_at', '<=', now).limit(maxEnded);
  const rows = [...(await valid.execute()), ...(await ended.execute())];
  return rows.map((row) => ({
    keyId: row.key_id,
    algorithm: row.algorithm as AssertionAlgorithm,
    ...toTimes(row),
  }));
}

/** Valid client secrets, then the newest of those that have ended; each newest first. */
export async function listShownSecrets(
  db: Db,
  { tenantId, account, now, maxEnded }: ShownCredentials,
): Promise<ListedSecret[]> {
  const newest = db
    .selectFrom('service_account_secrets')
    .select(['secret_id', 'hint', 'created_at', 'retired_at', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('secret_id', 'desc');
  const valid = newest.where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', now)]));
  const ended = newest.where('retired_at', '<=', now).limit(maxEnded);
  const rows = [...(await valid.execute()), ...(await ended.execute())];
  return rows.map((row) => ({ secretId: row.secret_id, hint: row.hint, ...toTimes(row) }));
}

/** How many keys of an account are valid. */
export async function countValidKeys(
  db: Db,
  { tenantId, account, now }: Omit<ShownCredentials, 'maxEnded'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('service_account_keys')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
