import type { Db } from '../../kernel/database/connect.ts';

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
export async function claimOverdueProcessRetry(
  db: Db,
  tenantId: string,
  processId: string,
  now: Date,
): Promise<boolean> {
  const result = await clearing(db, tenantId, processId).where('retry_until', '<=', now).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
