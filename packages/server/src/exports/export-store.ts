import { EXPORT_HOURS } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { NewExport, StoredExport } from './stored-export.ts';

/** Pairs with the hash of a tenant: as the number of open exports decides whether one more may begin. */
const QUOTA_LOCK = 7483515;

const HOURS = sql.lit(EXPORT_HOURS);

/** Minutes after which a file that is still written has failed; the hour of a file counts from when it was asked for. */
const MAX_WRITING_MINUTES = sql.lit(20);

const COLUMNS = [
  ...(['tenant_id', 'export_id', 'user_id', 'kind', 'state', 'companies', 'is_own', 'with_persons'] as const),
  ...(['sealed_filter', 'first_id', 'reached_id', 'row_count', 'part_count', 'is_whole'] as const),
  ...(['byte_count', 'next_part', 'failure_count', 'created_at', 'finished_at', 'expires_at'] as const),
] satisfies readonly (keyof Tables['exports'])[];

type Row = {
  [Column in keyof Tables['exports']]: Column extends `${string}_count` | 'next_part'
    ? number
    : Column extends 'is_whole'
      ? boolean
      : Tables['exports'][Column];
};

const toStored = (row: Row): StoredExport => ({
  tenantId: row.tenant_id,
  exportId: row.export_id,
  userId: row.user_id,
  kind: row.kind,
  state: row.state,
  companies: row.companies ?? 'all',
  isOwn: row.is_own,
  withPersons: row.with_persons,
  sealedFilter: row.sealed_filter,
  firstId: row.first_id,
  reachedId: row.reached_id,
  rows: row.row_count,
  parts: row.part_count,
  isWhole: row.is_whole,
  bytes: row.byte_count,
  nextPart: row.next_part,
  failures: row.failure_count,
  createdAt: row.created_at,
  finishedAt: row.finished_at ?? undefined,
  expiresAt: row.expires_at,
});

/** Waits until this transaction alone counts and begins exports of the tenant. */
export async function lockQuota(db: Db, tenantId: TenantId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${QUOTA_LOCK}, hashtext(${tenantId}::uuid::text))`.execute(db);
}

/** How many exports of the tenant are being written; one whose time to be written is over counts no more. */
export async function countWriting(db: Db, tenantId: TenantId): Promise<number> {
  const { rows } = await sql<{ writing: number }>`
    SELECT count(*)::int AS writing FROM exports
    WHERE tenant_id = ${tenantId} AND state = 'writing' AND expires_at > now()
      AND created_at > now() - make_interval(mins => ${MAX_WRITING_MINUTES})`.execute(db);
  return rows[0]?.writing ?? 0;
}

/** Whether the time that a file has to be written is over. */
export async function isLate(
  db: Db,
  { tenantId, exportId }: Pick<NewExport, 'tenantId' | 'exportId'>,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM exports WHERE tenant_id = ${tenantId} AND export_id = ${exportId}
      AND created_at <= now() - make_interval(mins => ${MAX_WRITING_MINUTES})`.execute(db);
  return rows.length > 0;
}

/** Writes an export of which nothing is written yet. */
export async function insertExport(db: Db, created: NewExport): Promise<StoredExport> {
  const row = await db
    .insertInto('exports')
    .values({
      tenant_id: created.tenantId,
      export_id: created.exportId,
      user_id: created.userId,
      kind: created.kind,
      state: 'writing',
      companies: created.companies === 'all' ? null : created.companies,
      is_own: created.isOwn,
      with_persons: created.withPersons,
      sealed_filter: created.sealedFilter,
      first_id: created.firstId,
      reached_id: created.firstId,
      // Times of a file are the database's: nodes whose clocks differ agree on its hour.
      created_at: sql<Date>`now()`,
      finished_at: null,
      expires_at: sql<Date>`now() + make_interval(hours => ${HOURS})`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toStored(row);
}

const live = (db: Db, tenantId: TenantId) =>
  db
    .selectFrom('exports')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('export_id', 'desc');

/** Lists the exports of the tenant whose hour is not over, newest first: those of one person where one is named. */
export async function listExports(
  db: Db,
  tenantId: TenantId,
  { userId, limit }: { userId?: string; limit: number },
): Promise<StoredExport[]> {
  const all = live(db, tenantId).limit(limit);
  const rows = await (userId === undefined ? all : all.where('user_id', '=', userId)).execute();
  return rows.map(toStored);
}

/** An export whose hour is not over, locked until the caller's transaction ends. */
export async function lockExport(
  db: Db,
  tenantId: TenantId,
  exportId: string,
): Promise<StoredExport | undefined> {
  const row = await live(db, tenantId).where('export_id', '=', exportId).forUpdate().executeTakeFirst();
  return row && toStored(row);
}

/** How far a file came, and whether it is whole or full. */
export type Progress = Pick<StoredExport, 'reachedId' | 'rows' | 'parts' | 'bytes' | 'isWhole'> & {
  isDone: boolean;
};

/** Writes how far a file came. */
export async function updateProgress(
  db: Db,
  { tenantId, exportId }: Pick<NewExport, 'tenantId' | 'exportId'>,
  { reachedId, rows, parts, bytes, isWhole, isDone }: Progress,
): Promise<void> {
  await db
    .updateTable('exports')
    .set({
      reached_id: reachedId,
      row_count: rows,
      part_count: parts,
      byte_count: bytes,
      is_whole: isWhole,
      failure_count: 0,
      ...(isDone ? { state: 'ready' as const, finished_at: sql<Date>`now()` } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .execute();
}

/** Notes which part comes next of a reading. */
export async function updateNextPart(
  db: Db,
  { tenantId, exportId }: Pick<NewExport, 'tenantId' | 'exportId'>,
  nextPart: number,
): Promise<void> {
  await db
    .updateTable('exports')
    .set({ next_part: nextPart })
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .execute();
}

/** Counts a failure of the job that writes a file, and with `isLast` gives the file up. */
export async function updateFailures(
  db: Db,
  { tenantId, exportId, failures }: Pick<StoredExport, 'tenantId' | 'exportId' | 'failures'>,
  isLast: boolean,
): Promise<void> {
  await db
    .updateTable('exports')
    .set({ failure_count: failures + 1, ...(isLast ? { state: 'failed' as const } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .execute();
}

/** Deletes an export whose hour is not over, with its parts, of one person where one is named; undefined where there is none. */
export async function deleteExport(
  db: Db,
  tenantId: TenantId,
  exportId: string,
  userId: string | undefined,
): Promise<StoredExport | undefined> {
  const found = db
    .deleteFrom('exports')
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .where('expires_at', '>', sql<Date>`now()`);
  const row = await (userId === undefined ? found : found.where('user_id', '=', userId))
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toStored(row);
}

/** Deletes up to `limit` exports whose hour is over, with their parts; those of a tenant that moves are the move's to delete. */
export async function deleteOldExports(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM exports WHERE ctid = ANY (ARRAY(
      SELECT e.ctid FROM exports e WHERE e.expires_at <= now()
        AND NOT EXISTS (SELECT FROM tenant_moves m WHERE m.tenant_id = e.tenant_id)
      ORDER BY e.expires_at LIMIT ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
