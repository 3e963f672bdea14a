import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { NewExport, StoredExport } from './stored-export.ts';

/** Pairs with the hash of a tenant: as the number of open exports decides whether one more may begin. */
const QUOTA_LOCK = 7483515;

const COLUMNS = [
  ...(['tenant_id', 'export_id', 'user_id', 'kind', 'state', 'companies', 'is_own'] as const),
  ...(['sealed_filter', 'first_id', 'reached_id', 'row_count', 'part_count', 'is_whole', 'is_read'] as const),
  ...(['created_at', 'finished_at', 'expires_at'] as const),
] satisfies readonly (keyof Tables['exports'])[];

type Row = {
  [Column in keyof Tables['exports']]: Column extends 'row_count' | 'part_count'
    ? number
    : Column extends 'is_whole' | 'is_read'
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
  sealedFilter: row.sealed_filter,
  firstId: row.first_id,
  reachedId: row.reached_id,
  rows: row.row_count,
  parts: row.part_count,
  isWhole: row.is_whole,
  isRead: row.is_read,
  createdAt: row.created_at,
  finishedAt: row.finished_at ?? undefined,
  expiresAt: row.expires_at,
});

/** Waits until this transaction alone counts and begins exports of the tenant. */
export async function lockQuota(db: Db, tenantId: TenantId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${QUOTA_LOCK}, hashtext(${tenantId}::uuid::text))`.execute(db);
}

/** How many exports of the tenant are being written, and how many one person has. */
export async function countExports(
  db: Db,
  tenantId: TenantId,
  userId: string,
  now: Date,
): Promise<{ writing: number; own: number }> {
  const { rows } = await sql<{ writing: number; own: number }>`
    SELECT count(*) FILTER (WHERE state = 'writing')::int AS writing,
      count(*) FILTER (WHERE user_id = ${userId})::int AS own
    FROM exports WHERE tenant_id = ${tenantId} AND expires_at > ${now}`.execute(db);
  return rows[0] ?? { writing: 0, own: 0 };
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
      sealed_filter: created.sealedFilter,
      first_id: created.firstId,
      reached_id: created.firstId,
      created_at: created.createdAt,
      finished_at: null,
      expires_at: created.expiresAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toStored(row);
}

const live = (db: Db, tenantId: TenantId, now: Date) =>
  db
    .selectFrom('exports')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now)
    .orderBy('export_id', 'desc');

/** Lists the exports of the tenant whose hour is not over, newest first: those of one person where one is named. */
export async function listExports(
  db: Db,
  tenantId: TenantId,
  now: Date,
  { userId, limit }: { userId?: string; limit: number },
): Promise<StoredExport[]> {
  const all = live(db, tenantId, now).limit(limit);
  const rows = await (userId === undefined ? all : all.where('user_id', '=', userId)).execute();
  return rows.map(toStored);
}

/** An export whose hour is not over, locked until the caller's transaction ends. */
export async function lockExport(
  db: Db,
  tenantId: TenantId,
  exportId: string,
  now: Date,
): Promise<StoredExport | undefined> {
  const row = await live(db, tenantId, now).where('export_id', '=', exportId).forUpdate().executeTakeFirst();
  return row && toStored(row);
}

/** How far a file came, and once it is whole or full, when it was finished and when it goes. */
export type Progress = Pick<StoredExport, 'reachedId' | 'rows' | 'parts' | 'isWhole'> & {
  finished: { at: Date; expiresAt: Date } | undefined;
};

/** Writes how far a file came. */
export async function updateProgress(
  db: Db,
  { tenantId, exportId }: Pick<NewExport, 'tenantId' | 'exportId'>,
  { reachedId, rows, parts, isWhole, finished }: Progress,
): Promise<void> {
  await db
    .updateTable('exports')
    .set({
      reached_id: reachedId,
      row_count: rows,
      part_count: parts,
      is_whole: isWhole,
      ...(finished
        ? { state: 'ready' as const, finished_at: finished.at, expires_at: finished.expiresAt }
        : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .execute();
}

/** Notes that the file was read. */
export async function markRead(
  db: Db,
  { tenantId, exportId }: Pick<NewExport, 'tenantId' | 'exportId'>,
): Promise<void> {
  await db
    .updateTable('exports')
    .set({ is_read: true })
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .execute();
}

/** Deletes an export whose hour is not over, with its parts, of one person where one is named; undefined where there is none. */
export async function deleteExport(
  db: Db,
  tenantId: TenantId,
  exportId: string,
  { userId, now }: { userId: string | undefined; now: Date },
): Promise<StoredExport | undefined> {
  const found = db
    .deleteFrom('exports')
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .where('expires_at', '>', now);
  const row = await (userId === undefined ? found : found.where('user_id', '=', userId))
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toStored(row);
}

/** Deletes up to `limit` exports whose hour is over, with their parts. */
export async function deleteOldExports(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM exports WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM exports WHERE expires_at <= ${before} ORDER BY expires_at LIMIT ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
