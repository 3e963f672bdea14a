import { sql } from 'kysely';
import { insertAuditEntry } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import { deleteParts } from './part-store.ts';
import { subjectOf } from './stored-export.ts';

/** Pairs with the hash of a tenant: held shared by whoever writes a part, and alone by an erasure. */
const ERASURE_LOCK = 7_483_523;

/**
 * The key of the release before, which nodes have for their life as well. It is locked first, so that nodes of both releases wait for each
 * other; the release after next leaves it out.
 */
const EARLIER_ERASURE_LOCK = 7_483_514;

/** Waits until no erasure of the tenant is under way, and has the next one wait for this transaction: what it erases is then not read here. */
export async function awaitErasures(db: Db, tenantId: TenantId): Promise<void> {
  for (const key of [EARLIER_ERASURE_LOCK, ERASURE_LOCK])
    await sql`SELECT pg_advisory_xact_lock_shared(${key}, hashtext(${tenantId}::uuid::text))`.execute(db);
}

async function lockOutWriters(db: Db, tenantId: TenantId): Promise<void> {
  for (const key of [EARLIER_ERASURE_LOCK, ERASURE_LOCK])
    await sql`SELECT pg_advisory_xact_lock(${key}, hashtext(${tenantId}::uuid::text))`.execute(db);
}

/** Whether a node of an earlier release was seen since: its erasures end no file. */
export async function hasEarlierNodes(db: Db, since: Date | undefined): Promise<boolean> {
  const from = since ? sql`${since}::timestamptz` : sql`clock_timestamp() - interval '1 minute'`;
  const { rows } = await sql`
    SELECT FROM nodes WHERE NOT ends_exports AND seen_at > ${from} LIMIT 1`.execute(db);
  return rows.length > 0;
}

type Ended = { exportId: string; kind: string; rows: number };

/** Ends the files whose span of ids holds one of these transactions; an id of a process is of no row. */
async function endExportsWith(db: Db, tenantId: TenantId, ids: readonly string[]): Promise<Ended[]> {
  const { rows } = await sql<{ export_id: string; kind: string; row_count: number }>`
    UPDATE exports SET state = 'ended'
    WHERE tenant_id = ${tenantId} AND kind = 'transactions' AND state IN ('writing', 'ready')
      AND EXISTS (SELECT FROM transactions t WHERE t.tenant_id = ${tenantId}
        AND t.transaction_id = ANY (${[...ids]}::uuid[])
        AND t.transaction_id < first_id AND t.transaction_id >= reached_id)
    RETURNING export_id, kind, row_count`.execute(db);
  return rows.map((row) => ({ exportId: row.export_id, kind: row.kind, rows: row.row_count }));
}

/**
 * Ends the files that may hold one of these transactions, and deletes what is written of them; each leaves an entry. Of a file that did
 * not come so far, the next step reads what the erasure left.
 */
export async function endExportsOf(
  db: Db,
  tenantId: TenantId,
  ids: readonly string[],
  at: Date,
): Promise<number> {
  await lockOutWriters(db, tenantId);
  const ended = await endExportsWith(db, tenantId, ids);
  for (const one of ended) {
    await deleteParts(db, { tenantId, exportId: one.exportId });
    const entry = { tenantId, action: 'export.end', subject: subjectOf(one) } as const;
    const [before, after] = [{ kind: one.kind, rows: one.rows }, { because: 'erasure' }];
    await insertAuditEntry(db, { clock: { now: () => at }, actor: 'service' }, { ...entry, before, after });
  }
  return ended.length;
}
