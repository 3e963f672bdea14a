import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
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
