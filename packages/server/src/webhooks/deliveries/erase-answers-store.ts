import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Deletes what receivers answered to the events of transactions and processes, which may say anything; answers how many attempts lost their excerpt. */
export async function deleteReceiverAnswers(
  db: Db,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<number> {
  const result = await sql`
    UPDATE delivery_attempts t SET response_excerpt = NULL
    FROM deliveries d JOIN events e ON e.tenant_id = d.tenant_id AND e.event_id = d.event_id
    WHERE t.tenant_id = ${tenantId} AND d.tenant_id = t.tenant_id AND d.delivery_id = t.delivery_id
      AND (e.transaction_id = ANY (${[...ids]}::uuid[]) OR e.subject_id = ANY (${[...ids]}::uuid[]))
      AND t.response_excerpt IS NOT NULL`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes answers about persons who were erased while the attempt was under way, of attempts begun from `since` on and before `until`. */
export async function deleteLateReceiverAnswers(db: Db, since: Date, until: Date): Promise<void> {
  await sql`
    UPDATE delivery_attempts t SET response_excerpt = NULL
    FROM deliveries d
    JOIN events e ON e.tenant_id = d.tenant_id AND e.event_id = d.event_id
    LEFT JOIN transactions x ON x.tenant_id = e.tenant_id AND x.transaction_id = coalesce(e.transaction_id, e.subject_id)
    LEFT JOIN processes p ON p.tenant_id = e.tenant_id AND p.process_id = e.subject_id
    WHERE t.started_at >= ${since} AND t.started_at < ${until} AND t.response_excerpt IS NOT NULL
      AND d.tenant_id = t.tenant_id AND d.delivery_id = t.delivery_id
      AND coalesce(x.erased_at, p.erased_at) IS NOT NULL`.execute(db);
}

/** Takes the order number out of the events of transactions, also of those that still wait. */
export async function redactOrderNumbers(
  db: Db,
  tenantId: TenantId,
  transactionIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE events SET order_number = NULL
    WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])
      AND order_number IS NOT NULL`.execute(db);
}

/** Deletes what receivers of all tenants answered before `before`, up to `limit`; answers how many attempts lost their excerpt. By key: a place (ctid) is one of each partition. */
export async function deleteOldReceiverAnswers(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    UPDATE delivery_attempts t SET response_excerpt = NULL FROM (
      SELECT tenant_id, delivery_id, number FROM delivery_attempts
      WHERE started_at < ${before} AND response_excerpt IS NOT NULL ORDER BY started_at LIMIT ${limit}
    ) AS due
    WHERE t.tenant_id = due.tenant_id AND t.delivery_id = due.delivery_id AND t.number = due.number`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
