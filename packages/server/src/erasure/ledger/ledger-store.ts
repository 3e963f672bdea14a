import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Who repeats what a ledger has, in the audit log. */
export const LEDGER_ACTOR = 'service:erasure-ledger';

const LEDGER_LOCK_KEY = 7_483_506;

/** Keeps all other processes from adding to the ledger until this database transaction ends. */
export async function lockLedger(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LEDGER_LOCK_KEY})`.execute(db);
}

/** Which of some tenants there are. */
export async function listTenantsAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', 'in', ids as readonly TenantId[])
    .execute();
  return new Set(rows.map((row) => row.tenant_id));
}

/** Which of some erasures the database knows. */
export async function listErasuresAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('erasures')
    .select('erasure_id')
    .where('erasure_id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.erasure_id));
}

/** Lists the ids of all erasures since an instant. Those from before a tenant last moved in are in the ledger of another deployment. */
export async function listErasuresSince(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ erasure_id: string }>`
    SELECT e.erasure_id FROM (SELECT DISTINCT tenant_id FROM erasures WHERE at >= ${since}) AS t
    LEFT JOIN LATERAL (
      SELECT at FROM audit_log WHERE tenant_id = t.tenant_id AND action = 'tenant.move-in' ORDER BY entry_id DESC LIMIT 1
    ) AS moved ON true
    JOIN erasures e ON e.tenant_id = t.tenant_id AND e.at >= ${since} AND (moved.at IS NULL OR e.at >= moved.at)`.execute(
    db,
  );
  return rows.map((row) => row.erasure_id);
}

/** Entries that are looked through for one of a process that serves: more than a long script of commands leaves. */
const SERVED_DEPTH = 10_000;

/**
 * When a process last served on the database, by the audit log; undefined where none did. Commands and the repeating of a ledger, with the
 * files that it ends, are no service: both come before the first start after a restore. Behind a long row of theirs, the oldest looked at
 * stands for it: all that served is older.
 */
export async function findLastServedAt(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    WITH latest AS MATERIALIZED (
      SELECT entry_id, at, actor, action FROM audit_log ORDER BY entry_id DESC LIMIT ${SERVED_DEPTH})
    SELECT coalesce(
      (SELECT at FROM latest WHERE actor NOT LIKE 'command-line:%' AND actor <> ${LEDGER_ACTOR}
        AND action <> 'export.end' ORDER BY entry_id DESC LIMIT 1),
      (SELECT min(at) FROM latest HAVING count(*) = ${SERVED_DEPTH})) AS at`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** When the database was last worked on, by the last entry of its audit log. */
export async function findLastEntryAt(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('at')
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}
