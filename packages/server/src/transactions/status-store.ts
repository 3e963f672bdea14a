import type { TransactionStatus } from '@titular/contract';
import type { Selectable } from 'kysely';
import type { TenantId, TransactionId } from '../kernel/base/id.ts';
import { fixedStatement } from '../kernel/database/batches/fixed-statement.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

/** What the status query tells. */
export type StatusRow = {
  status: TransactionStatus;
  hasIdentityChanged: boolean | undefined;
  expiresAt: Date;
  /** Until when the next attempt has to begin after one that failed. */
  retryUntil: Date | undefined;
};

type StoredStatus = Pick<
  Selectable<Tables['transactions']>,
  'status' | 'has_identity_changed' | 'expires_at' | 'retry_until'
>;

const toStatusRow = (row: StoredStatus): StatusRow => ({
  status: row.status as TransactionStatus,
  hasIdentityChanged: row.has_identity_changed ?? undefined,
  expiresAt: row.expires_at,
  retryUntil: row.retry_until ?? undefined,
});

/** Status of one transaction of the tenant. */
export async function findStatus(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<StatusRow | undefined> {
  const { rows } = await fixedStatement<StoredStatus>`
    SELECT status, has_identity_changed, expires_at, retry_until FROM transactions
    WHERE tenant_id = ${tenantId} AND transaction_id = ${transactionId}`.execute(db);
  return rows[0] && toStatusRow(rows[0]);
}

/** Names one transaction of a tenant. */
export type TransactionKey = { tenantId: TenantId; transactionId: TransactionId };

/** Status of several transactions in the order of their keys, each looked up by its own; undefined where there is none. */
export async function findStatuses(
  db: Db,
  keys: readonly TransactionKey[],
): Promise<(StatusRow | undefined)[]> {
  const { rows } = await fixedStatement<StoredStatus & { place: number }>`
    SELECT asked.place::integer AS place, found.*
    FROM unnest(${keys.map(({ tenantId }) => tenantId)}::uuid[], ${keys.map(({ transactionId }) => transactionId)}::uuid[])
      WITH ORDINALITY AS asked (tenant_id, transaction_id, place)
    CROSS JOIN LATERAL (
      SELECT status, has_identity_changed, expires_at, retry_until FROM transactions t
      WHERE t.tenant_id = asked.tenant_id AND t.transaction_id = asked.transaction_id LIMIT 1
    ) AS found`.execute(db);
  const found: (StatusRow | undefined)[] = keys.map(() => undefined);
  for (const row of rows) found[row.place - 1] = toStatusRow(row);
  return found;
}
