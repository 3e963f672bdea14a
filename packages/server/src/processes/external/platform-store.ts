import { sql } from 'kysely';
import type { ProcessId, TenantId } from '../../kernel/base/id.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** An event of the operator's platform by its `webhook-id`. */
export type PlatformEvent = { eventId: string; processId: ProcessId; receivedAt: Date };

/** The tenant that started a process on the operator's platform; the platform's signature is the authority here, so no tenant is given. */
export async function findExternalTenant(db: Db, processId: ProcessId): Promise<TenantId | undefined> {
  const row = await db
    .selectFrom('processes')
    .select('tenant_id')
    .where('process_id', '=', processId)
    .where('platform', '=', 'external')
    .executeTakeFirst();
  return row?.tenant_id;
}

/** Keeps an event; false when it came before. */
export async function insertPlatformEvent(
  db: Db,
  tenantId: TenantId,
  event: PlatformEvent,
): Promise<boolean> {
  const result = await db
    .insertInto('platform_events')
    .values({
      tenant_id: tenantId,
      event_id: event.eventId,
      process_id: event.processId,
      received_at: event.receivedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Deletes events that came before a time. */
export const deleteOldPlatformEvents = deleteOlder('platform_events', 'received_at');

/** Processes on the operator's platform, of all tenants, whose time had passed at `now` and whose result nobody is about to take. */
export async function listOverdueExternal(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ tenantId: TenantId; processId: ProcessId; expiresAt: Date }[]> {
  const { rows } = await sql<{ tenant_id: TenantId; process_id: ProcessId; expires_at: Date }>`
    SELECT p.tenant_id, p.process_id, p.expires_at FROM processes p
    WHERE p.platform = 'external' AND p.status = 'created' AND p.expires_at <= ${now}
      AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs j
        WHERE j.key = 'take-platform-result/' || p.process_id AND j.attempts < j.max_attempts)
      AND NOT EXISTS (SELECT FROM job_outbox o WHERE o.job_key = 'take-platform-result/' || p.process_id)
    ORDER BY p.expires_at
    LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    processId: row.process_id,
    expiresAt: row.expires_at,
  }));
}

/** Lets a process that has just ended have done so when the platform says it did, never later than now: what was learned late is no fresh capture. */
export async function updateFinishedAt(
  db: Db,
  tenantId: TenantId,
  processId: ProcessId,
  finishedAt: Date,
): Promise<void> {
  await sql`UPDATE processes SET finished_at = least(now(), greatest(created_at, ${finishedAt}::timestamptz))
    WHERE tenant_id = ${tenantId} AND process_id = ${processId} AND platform = 'external'`.execute(db);
}
