import type { DisabledReason } from '@titular/contract';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { EndpointName } from './delivery-queue-store.ts';

/** Notes that an endpoint took what it was sent. */
export async function noteSuccess(db: Db, { tenantId, endpointId }: EndpointName): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ failing_since: null, failures: 0 })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('failures', '>', 0)
    .execute();
}

/** Adds failed attempts, the first of them at `at`; answers since when it fails, and how often since, or undefined when it is switched off. */
export async function noteFailures(
  db: Db,
  { tenantId, endpointId }: EndpointName,
  added: number,
  at: Date,
): Promise<{ failingSince: Date; failures: number } | undefined> {
  const result = await sql<{ failing_since: Date; failures: number }>`
    UPDATE webhook_endpoints
    SET failures = failures + ${added}, failing_since = coalesce(failing_since, ${at})
    WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND enabled
    RETURNING failing_since, failures`.execute(db);
  const [row] = result.rows;
  return row && { failingSince: row.failing_since, failures: row.failures };
}

/** Switches an endpoint off; answers its company, or undefined when it was off already. */
export async function disableEndpoint(
  db: Db,
  { tenantId, endpointId }: EndpointName,
  reason: DisabledReason,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable('webhook_endpoints')
    .set({ enabled: false, disabled_reason: reason, disabled_at: at })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('enabled', '=', true)
    .returning('company_id')
    .executeTakeFirst();
  return row?.company_id;
}
