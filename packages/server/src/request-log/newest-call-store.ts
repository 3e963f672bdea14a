import { type RawBuilder, type Selectable, sql } from 'kysely';
import { addSeconds } from '../kernel/base/clock.ts';
import { lowestId, type TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { CALL_COLUMNS, type ListedCall, toListedCall } from './api-call-store.ts';

/** Calls at or after one time, and before another. */
export type CallSpan = { from: Date | undefined; before: Date | undefined };

/** What the list of the newest calls is narrowed to. */
export type NewestCalls = CallSpan & {
  requestId: string | undefined;
  account: string | undefined;
  operation: string | undefined;
  code: string | undefined;
  /** First digit of the status. */
  statusClass: number | undefined;
  /** Goes on after the last of the page before. */
  beforeId: string | undefined;
  /** Looks no further back than this call. */
  fromId: string | undefined;
};

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Ids are made when a call comes, moments before its time is taken: they bound what is read, the time decides. */
const SLACK_SECONDS = 60;

type IdBounds = { fromId: string; beforeId: string };

const boundsOf = ({ from, before }: CallSpan): IdBounds => ({
  fromId: from ? lowestId(addSeconds(from, -SLACK_SECONDS)) : LOWEST_ID,
  beforeId: before ? lowestId(addSeconds(before, SLACK_SECONDS)) : HIGHEST_ID,
});

/** Within a span. The sum keeps the index of times, which has the calls of every tenant, out of the plan. */
const within = ({ from, before }: CallSpan): RawBuilder<unknown> => sql`
  ${from === undefined ? sql`true` : sql`at + interval '0' >= ${from}`}
  AND ${before === undefined ? sql`true` : sql`at + interval '0' < ${before}`}`;

const uuid = (id: string): RawBuilder<unknown> => sql`${id}::uuid`;

type ReadBounds = { fromId: RawBuilder<unknown>; beforeId: RawBuilder<unknown> };

/** Calls of one code between two ids, which only the index of codes can read in this order: see `newestFirst`. */
const ofCode = (code: RawBuilder<unknown>, { fromId, beforeId }: ReadBounds): RawBuilder<unknown> => sql`
  code IS NOT NULL AND (code, call_id) >= (${code}, ${fromId}) AND (code, call_id) < (${code}, ${beforeId})`;

/** Between two ids, which says of each partition whether it is read. */
const between = ({ fromId, beforeId }: ReadBounds): RawBuilder<unknown> => sql`
  call_id >= ${fromId} AND call_id < ${beforeId}`;

const newestFirst = (code: string | undefined): RawBuilder<unknown> =>
  code === undefined ? sql`call_id DESC` : sql`code DESC, call_id DESC`;

/** What of the index a page reads: after a cursor, and no further back than an end that was found. */
function read(
  tenantId: TenantId,
  { code, fromId, beforeId, ...span }: CallSpan & Pick<NewestCalls, 'code' | 'fromId' | 'beforeId'>,
): RawBuilder<unknown> {
  const bounds = boundsOf(span);
  const read = {
    fromId: uuid(fromId !== undefined && fromId > bounds.fromId ? fromId : bounds.fromId),
    beforeId: uuid(beforeId !== undefined && beforeId < bounds.beforeId ? beforeId : bounds.beforeId),
  };
  return sql`tenant_id = ${tenantId} AND ${between(read)}
    AND ${code === undefined ? sql`true` : ofCode(sql`${code}::text`, read)}`;
}

/** The last of the next `scanned` calls that a page looks at, where there are so many; a cursor to go on from. */
export async function findEndOfNewestCalls(
  db: Db,
  tenantId: TenantId,
  filter: NewestCalls,
  scanned: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ call_id: string }>`
    SELECT call_id FROM api_calls WHERE ${read(tenantId, filter)}
    ORDER BY ${newestFirst(filter.code)} OFFSET ${scanned - 1} LIMIT 1`.execute(db);
  return rows[0]?.call_id;
}

/** Up to `limit` calls of the tenant that match, newest first. */
export async function listNewestCalls(
  db: Db,
  tenantId: TenantId,
  filter: NewestCalls,
  limit: number,
): Promise<ListedCall[]> {
  const { requestId, account, operation, statusClass } = filter;
  const { rows } = await sql<Pick<Selectable<Tables['api_calls']>, (typeof CALL_COLUMNS)[number]>>`
    SELECT ${sql.join(CALL_COLUMNS.map((column) => sql.ref(column)))} FROM api_calls
    WHERE ${read(tenantId, filter)} AND ${within(filter)}
      AND ${requestId === undefined ? sql`true` : sql`call_id = ${requestId}`}
      AND ${account === undefined ? sql`true` : sql`account = ${account}`}
      AND ${operation === undefined ? sql`true` : sql`operation = ${operation}`}
      AND ${statusClass === undefined ? sql`true` : sql`status / 100 = ${statusClass}`}
    ORDER BY ${newestFirst(filter.code)} LIMIT ${limit}`.execute(db);
  return rows.map(toListedCall);
}

/** When the tenant's newest call came that is kept. */
export async function findLastCallAt(db: Db, tenantId: TenantId): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM api_calls WHERE tenant_id = ${tenantId} ORDER BY call_id DESC LIMIT 1`.execute(db);
  return rows[0]?.at;
}

/** A call of which only the time is asked, how it was refused, and the calls that its row stands for. */
export type TimedCall = {
  callId: string;
  at: Date;
  status: number;
  code: string | null;
  calls: number;
};

/** Up to `limit` calls of a span, newest first, from before an id. */
export async function listTimedCalls(
  db: Db,
  tenantId: TenantId,
  span: CallSpan & Pick<NewestCalls, 'beforeId'>,
  limit: number,
): Promise<TimedCall[]> {
  const { rows } = await sql<TimedCall>`
    SELECT call_id AS "callId", at, status, code, repeated + 1 AS calls FROM api_calls
    WHERE ${read(tenantId, { ...span, code: undefined, fromId: undefined })} AND ${within(span)}
    ORDER BY call_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** The codes with which calls of the tenant were refused, each found by one step in the index. */
export async function listRefusalCodes(db: Db, tenantId: TenantId): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    WITH RECURSIVE found AS (
      (SELECT code FROM api_calls WHERE tenant_id = ${tenantId} AND code IS NOT NULL ORDER BY code LIMIT 1)
      UNION ALL
      SELECT (SELECT c.code FROM api_calls c WHERE c.tenant_id = ${tenantId} AND c.code IS NOT NULL AND c.code > found.code
        ORDER BY c.code LIMIT 1) FROM found WHERE found.code IS NOT NULL
    ) SELECT code FROM found WHERE code IS NOT NULL`.execute(db);
  return rows.map(({ code }) => code);
}

/** A code whose refusals are summed: those before `beforeId`, where an earlier look ended. */
export type SummedCode = { code: string; beforeId?: string | undefined };

/** Refusals of one code, operation and account: rows of the log, the calls that they stand for, and the time of the last. */
export type RefusalSum = {
  code: string;
  operation: string;
  account: string;
  rows: number;
  calls: number;
  lastAt: Date;
  /** The oldest that is summed, from where a further look goes on. */
  endId: string;
  /** Whether the code has older ones within the span. */
  isMore: boolean;
};

/** Sums the refusals of each code within a span, the newest `limit` rows of each; one row more tells whether there are older ones. */
export async function sumRefusals(
  db: Db,
  tenantId: TenantId,
  codes: readonly SummedCode[],
  span: CallSpan,
  limit: number,
): Promise<RefusalSum[]> {
  const { fromId, beforeId } = boundsOf(span);
  const ends = codes.map((one) => one.beforeId ?? beforeId);
  const bounds = { fromId: uuid(fromId), beforeId: sql`of.before_id` };
  const { rows } = await sql<RefusalSum>`
    SELECT code, operation, account, count(*)::integer AS rows, sum(calls)::integer AS calls, max(at) AS "lastAt",
      min(call_id::text) AS "endId", "isMore"
    FROM (
      SELECT of.code, r.operation, r.account, r.repeated + 1 AS calls, r.at, r.call_id, r.place,
        max(r.place) OVER (PARTITION BY of.code) > ${limit} AS "isMore"
      FROM unnest(${codes.map(({ code }) => code)}::text[], ${ends}::uuid[]) AS of (code, before_id) CROSS JOIN LATERAL (
        SELECT operation, account, repeated, at, call_id, row_number() OVER () AS place FROM (
          SELECT operation, account, repeated, at, call_id FROM api_calls
          WHERE tenant_id = ${tenantId} AND ${between(bounds)} AND ${ofCode(sql`of.code`, bounds)} AND ${within(span)}
          ORDER BY code DESC, call_id DESC LIMIT ${limit + 1}
        ) AS newest
      ) AS r
    ) AS placed WHERE place <= ${limit} GROUP BY code, operation, account, "isMore"`.execute(db);
  return rows;
}
