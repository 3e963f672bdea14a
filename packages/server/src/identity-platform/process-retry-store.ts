import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** Keeps until when the next attempt has to begin. */
export async function updateProcessRetry(
  db: Db,
  tenantId: string,
  processId: string,
  until: Date,
): Promise<void> {
  await db
    .updateTable('processes')
    .set({ retry_until: until })
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', processId)
    .execute();
}

/** An open process whose time limit goes. */
const clearing = (db: Db, tenantId: string, processId: string) =>
  db
    .updateTable('processes')
    .set({ retry_until: null })
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', processId)
    .where('status', '=', 'created');

/** Lifts the time limit of an open process; false when it is over, or the process is no longer open. */
export async function liftProcessRetry(
  db: Db,
  tenantId: string,
  processId: string,
  now: Date,
): Promise<boolean> {
  const result = await clearing(db, tenantId, processId)
    .where((row) => row.or([row('retry_until', 'is', null), row('retry_until', '>', now)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Takes a time limit that is over, so that whoever comes second finds none; false when an attempt has begun meanwhile. */
export async function takeOverdueProcessRetry(
  db: Db,
  tenantId: string,
  processId: string,
  now: Date,
): Promise<boolean> {
  const result = await clearing(db, tenantId, processId).where('retry_until', '<=', now).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A process that has to end. */
export type DueProcess = { tenantId: string; processId: string };

const toDue = (row: { tenant_id: string; process_id: string }): DueProcess => ({
  tenantId: row.tenant_id,
  processId: row.process_id,
});

/** Open processes of every tenant whose time for another attempt has passed, oldest first. */
export async function listOverdueProcessRetries(db: Db, now: Date, limit: number): Promise<DueProcess[]> {
  const { rows } = await sql<{ tenant_id: string; process_id: string }>`
    SELECT tenant_id, process_id FROM processes
    WHERE retry_until <= ${now} AND status = 'created'
    ORDER BY retry_until LIMIT ${limit}`.execute(db);
  return rows.map(toDue);
}

/** Open processes of this platform, of every tenant, whose time has passed, oldest first. */
export async function listDueProcesses(
  db: Db,
  platform: 'built-in' | 'external',
  now: Date,
  limit: number,
): Promise<DueProcess[]> {
  const rows = await db
    .selectFrom('processes')
    .select(['tenant_id', 'process_id'])
    .where('status', '=', 'created')
    .where('platform', '=', platform)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(toDue);
}
