import { sql } from 'kysely';
import type { DeliveryId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** A delivery that was never sent, and when its event happened. */
export type UnsentDelivery = { deliveryId: DeliveryId; eventAt: Date };

/** Deliveries of a transaction's events that were skipped, because the endpoint is off. */
export async function listSkippedOf(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<UnsentDelivery[]> {
  const rows = await db
    .selectFrom('events as e')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.event_id'),
    )
    .select(['d.delivery_id', 'e.created_at'])
    .where('e.tenant_id', '=', tenantId)
    .where('e.transaction_id', '=', transactionId)
    .where('d.skipped', '=', true)
    .orderBy('d.delivery_id')
    .execute();
  return rows.map((row) => ({ deliveryId: row.delivery_id, eventAt: row.created_at }));
}

/** One attempt that nobody made. */
export type MadeUpAttempt = {
  startedAt: Date;
  durationMs: number;
  responseStatus: number | undefined;
  error: string | undefined;
};

/** Writes for a skipped delivery what would have come of it: its attempts, and how the last one ended. It stays ended, so that nothing is sent. */
export async function writeMadeUpAttempts(
  db: Db,
  tenantId: TenantId,
  deliveryId: DeliveryId,
  attempts: readonly MadeUpAttempt[],
): Promise<void> {
  const last = attempts.at(-1);
  if (!last) return;
  const isDelivered = last.error === undefined && last.responseStatus === 200;
  const rows = attempts.map(({ startedAt, durationMs, responseStatus, error }, place) => ({
    ...{ number: place + 1, at: startedAt, took: durationMs },
    ...{ status: responseStatus ?? null, error: error ?? null },
  }));
  await sql`
    WITH ended AS (
      UPDATE deliveries SET state = ${isDelivered ? 'delivered' : 'failed'}, skipped = false, attempts = ${rows.length},
        finished_at = ${new Date(last.startedAt.getTime() + last.durationMs)}
      WHERE tenant_id = ${tenantId} AND delivery_id = ${deliveryId} AND skipped
      RETURNING tenant_id, delivery_id
    )
    INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_status, error)
    SELECT d.tenant_id, d.delivery_id, a.number, a.at, a.took, a.status, a.error
    FROM ended d, json_to_recordset(${JSON.stringify(rows)}::json)
      AS a (number integer, at timestamptz, took integer, status integer, error text)`.execute(db);
}
