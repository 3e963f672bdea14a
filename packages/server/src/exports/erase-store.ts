import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Pairs with the hash of a tenant: held shared by whoever writes a part, and alone by an erasure. */
const ERASURE_LOCK = 7483514;

/** Waits until no erasure of the tenant is under way, and has the next one wait for this transaction: what it erases is then not read here. */
export async function awaitErasures(db: Db, tenantId: TenantId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${ERASURE_LOCK}, hashtext(${tenantId}::uuid::text))`.execute(
    db,
  );
}

async function lockOutWriters(db: Db, tenantId: TenantId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ERASURE_LOCK}, hashtext(${tenantId}::uuid::text))`.execute(db);
}

/** Ends the files whose span of ids holds one of these. */
async function endExportsWith(db: Db, tenantId: TenantId, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ export_id: string }>`
    UPDATE exports SET state = 'ended' WHERE tenant_id = ${tenantId} AND kind = 'transactions' AND state <> 'ended'
      AND EXISTS (SELECT FROM unnest(${[...ids]}::uuid[]) AS erased (id) WHERE id < first_id AND id >= reached_id)
    RETURNING export_id`.execute(db);
  return rows.map(({ export_id }) => export_id);
}

async function deletePartsOf(db: Db, tenantId: TenantId, exportIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM export_parts WHERE tenant_id = ${tenantId} AND export_id = ANY (${[...exportIds]}::uuid[])`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Ends the files that may hold one of these transactions, and deletes what is written of them. Of a file that did not come so far, the
 * next step reads what the erasure left.
 */
export async function endExportsOf(db: Db, tenantId: TenantId, ids: readonly string[]): Promise<number> {
  await lockOutWriters(db, tenantId);
  const ended = await endExportsWith(db, tenantId, ids);
  if (ended.length > 0) await deletePartsOf(db, tenantId, ended);
  return ended.length;
}
