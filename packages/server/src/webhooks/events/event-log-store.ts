import type { EventType } from '@titular/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AnyId, CompanyId, EventId, ProcessId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { EVENT_COLUMNS } from './event-store.ts';

/** What a look at the log of events is narrowed to. */
export type EventFilter = {
  companyId: CompanyId | undefined;
  /** Companies to leave out. */
  besides?: readonly CompanyId[] | undefined;
  type: EventType | undefined;
  transactionId: TransactionId | undefined;
  processId: ProcessId | undefined;
};

/** An event as its row, because one that cannot be read must not hold up the others, with its place, a bigint as text. */
export type LoggedEventRow = Pick<Selectable<Tables['events']>, (typeof EVENT_COLUMNS)[number] | 'position'>;

/** The same without its place. */
export type NewestEventRow = Omit<LoggedEventRow, 'position'>;

/** How far a look goes that reads at most `most` events after one place and up to another: the place of the last of them, and how many there are. */
export async function findEndOfScan(
  db: Db,
  tenantId: TenantId,
  { after, upTo }: { after: string; upTo: string },
  most: number,
): Promise<{ position: string | undefined; count: number }> {
  const result = await sql<{ position: string | null; count: number }>`
    SELECT max(position)::text AS position, count(*)::int AS count FROM (
      SELECT position FROM events WHERE tenant_id = ${tenantId} AND position > ${after}::bigint AND position <= ${upTo}::bigint
      ORDER BY position LIMIT ${most}
    ) AS looked_at`.execute(db);
  const [row] = result.rows;
  return { position: row?.position ?? undefined, count: row?.count ?? 0 };
}

const matching = (
  db: Db,
  tenantId: TenantId,
  { companyId, besides, type, transactionId, processId }: EventFilter,
) => {
  let query = db
    .selectFrom('events')
    .select([...EVENT_COLUMNS, 'position'])
    .where('tenant_id', '=', tenantId);
  if (companyId !== undefined) query = query.where('company_id', '=', companyId);
  if (besides !== undefined) query = query.where('company_id', 'not in', besides);
  if (type !== undefined) query = query.where('type', '=', type);
  // What a person asks for is about a subject of either kind.
  if (transactionId !== undefined)
    query = query.where(({ or, eb }) =>
      or([eb('transaction_id', '=', transactionId), eb('subject_id', '=', transactionId)]),
    );
  if (processId !== undefined) query = query.where('subject_id', '=', processId);
  return query;
};

/** Up to `limit` events of the tenant that match, after one place and up to another, in the order of their commits. */
export async function listEventsBetween(
  db: Db,
  tenantId: TenantId,
  filter: EventFilter,
  { after, upTo }: { after: string; upTo: string },
  limit: number,
): Promise<LoggedEventRow[]> {
  return matching(db, tenantId, filter)
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The last events of the tenant that match, the newest first. */
export async function listLastEvents(
  db: Db,
  tenantId: TenantId,
  filter: EventFilter,
  limit: number,
): Promise<LoggedEventRow[]> {
  return matching(db, tenantId, filter).orderBy('position', 'desc').limit(limit).execute();
}

/** What a list of events, newest first, is narrowed to; of these companies, or of all. */
export type NewestFilter = {
  companyIds: readonly CompanyId[] | undefined;
  type: EventType | undefined;
  /** About this transaction or process. */
  aboutId: AnyId | undefined;
  /** Goes on after the last of the page before. */
  beforeId: EventId | undefined;
  /** Looks no further back than this event. */
  fromId: EventId | undefined;
};

const isBefore = (id: EventId | undefined): RawBuilder<unknown> =>
  id === undefined ? sql`` : sql`AND event_id < ${id}`;

type Reach = Pick<NewestFilter, 'companyIds' | 'beforeId' | 'fromId'>;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The newest events that match of each company named, or of all together. Bounds and order name whole rows of the index, so that no other plan
 * serves. An estimate could else make the planner read the tenant's whole log backwards for a company that has little in it.
 */
function newestOf(
  tenantId: TenantId,
  { companyIds, beforeId, fromId }: Reach,
  columns: RawBuilder<unknown>,
  matching: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [low, high] = [fromId ?? LOWEST_ID, beforeId ?? HIGHEST_ID];
  if (companyIds === undefined)
    return sql`SELECT ${columns} FROM events
      WHERE tenant_id = ${tenantId} AND event_id >= ${low} AND event_id < ${high} ${matching}
      ORDER BY event_id DESC ${limit}`;
  return sql`SELECT found.* FROM unnest(${[...companyIds]}::uuid[]) AS reach (id)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM events
      WHERE tenant_id = ${tenantId} AND (company_id, event_id) >= (reach.id, ${low}::uuid)
        AND (company_id, event_id) < (reach.id, ${high}::uuid) ${matching}
      ORDER BY company_id DESC, event_id DESC ${limit}) AS found`;
}

/**
 * The event at which a scan of `most` events within reach stops, of which each company named has its share. It is one of theirs, so that it tells
 * nothing of others; undefined where the scan comes to the oldest of all.
 */
export async function findEndOfNewest(
  db: Db,
  tenantId: TenantId,
  reach: Omit<Reach, 'fromId'>,
  most: number,
): Promise<EventId | undefined> {
  const share = Math.max(1, Math.floor(most / (reach.companyIds?.length ?? 1)));
  const last = newestOf(
    tenantId,
    { ...reach, fromId: undefined },
    sql`event_id`,
    sql``,
    sql`OFFSET ${share - 1} LIMIT 1`,
  );
  const { rows } = await sql<{ event_id: EventId }>`
    SELECT event_id FROM (${last}) AS ends ORDER BY event_id DESC LIMIT 1`.execute(db);
  return rows[0]?.event_id;
}

/** Up to `limit` events of the tenant that match, newest first: ids grow with time. */
export async function listNewestEvents(
  db: Db,
  tenantId: TenantId,
  { companyIds, type, aboutId, beforeId, fromId }: NewestFilter,
  limit: number,
): Promise<NewestEventRow[]> {
  const columns = sql.join(EVENT_COLUMNS.map((column) => sql.ref(column)));
  const ofType = type === undefined ? sql`` : sql`AND type = ${type}`;
  const ofCompanies =
    companyIds === undefined ? sql`` : sql`AND company_id = ANY (${[...companyIds]}::uuid[])`;
  // What is about one transaction or process has indexes of its own, and little in them.
  const of = (about: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT ${columns} FROM events WHERE tenant_id = ${tenantId} ${about} ${ofCompanies} ${ofType} ${isBefore(beforeId)}`;
  const found =
    aboutId === undefined
      ? newestOf(tenantId, { companyIds, beforeId, fromId }, columns, ofType, sql`LIMIT ${limit}`)
      : sql`${of(sql`AND transaction_id = ${aboutId}`)} UNION ALL ${of(sql`AND subject_id = ${aboutId}`)}`;
  const { rows } = await sql<NewestEventRow>`
    SELECT * FROM (${found}) AS newest ORDER BY event_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
