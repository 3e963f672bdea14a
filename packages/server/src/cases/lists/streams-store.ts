import { MAX_PAGE } from '@titular/contract';
import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Most walks down an index that one list may consist of; more combinations are looked at row by row. */
export const MAX_STREAMS = 50;

/** Rows that the first statement of a list looks at. */
export const FIRST_ROWS = 500;
/** Rows that each further statement of a list looks at, where few matched. */
export const FURTHER_ROWS = 3_000;

/** One more than a page tells whether there is a next one. */
const MOST = MAX_PAGE + 1;

/** Keys that an index holds before the id, in the order of that index, each with the values asked for. */
export type StreamKeys = readonly { column: StreamColumn; values: readonly string[] }[];

/** Every such key, as the index has it and as a value is compared with it. */
const COLUMNS = {
  company_id: { key: sql`t.company_id`, type: 'uuid' },
  status: { key: sql`t.status`, type: 'text' },
  module: { key: sql`t.module`, type: 'text' },
  folded_order_number: { key: sql`lower(t.order_number COLLATE "C")`, type: 'text' },
} as const;
type StreamColumn = keyof typeof COLUMNS;

/** What can be listed: its id, and what conditions on its rows may name. */
const LISTED = {
  transactions: {
    id: 'transaction_id',
    columns: [
      ...['transaction_id', 'company_id', 'status', 'module', 'order_number', 'created_at', 'version'],
      'has_identity_changed',
    ],
  },
  processes: { id: 'process_id', columns: ['process_id', 'company_id', 'status'] },
} as const;

/** A list as walks down an index, newest first, one for each combination of keys; `rest` is asked of each row that is looked at. */
export type StreamQuery = {
  table: keyof typeof LISTED;
  tenantId: TenantId;
  keys: StreamKeys;
  /** Bounds on the id. */
  fromId?: string | undefined;
  beforeId?: string | undefined;
  /** Conditions on a row `t`; undefined where the keys say all. */
  rest: RawBuilder<unknown> | undefined;
  /** How many rows to look at, all walks together, where `rest` may leave some out. */
  rows: number;
  /** At most 101. */
  limit: number;
};

/** Ids of what was found, newest first; `scanned` is the id to go on before when rows are left that nobody looked at. */
export type FoundIds = { ids: string[]; scanned: string | undefined };

/** Every combination of one value of each key. */
const combine = (keys: StreamKeys): readonly (readonly string[])[] =>
  keys.reduce<string[][]>(
    (all, { values }) => all.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  );

/** One row for each walk, with the values of its keys as columns. */
function streamsOf(keys: StreamKeys): RawBuilder<unknown> {
  if (keys.length === 0) return sql`(SELECT 1 AS stream) AS s`;
  const all = combine(keys);
  const values = keys.map(
    ({ column }, at) => sql`${all.map((one) => one[at] ?? '')}::${sql.raw(COLUMNS[column].type)}[]`,
  );
  const names = [...keys.map((_key, at) => `k${at}`), 'stream'].map((name) => sql.ref(name));
  return sql`unnest(${sql.join(values)}) WITH ORDINALITY AS s (${sql.join(names)})`;
}

/** The next rows of one walk, before anything else is asked of them. The limit stands in the text: a plan for any limit might sort all that matches. */
function walk({ table, tenantId, keys, fromId, beforeId }: StreamQuery, each: number): RawBuilder<unknown> {
  const { id, columns } = LISTED[table];
  const key = sql.ref(`t.${id}`);
  const conditions = [
    sql`t.tenant_id = ${tenantId}`,
    ...keys.map(({ column }, at) => sql`${COLUMNS[column].key} = ${sql.ref(`s.k${at}`)}`),
    ...(fromId === undefined ? [] : [sql`${key} >= ${fromId}`]),
    ...(beforeId === undefined ? [] : [sql`${key} < ${beforeId}`]),
  ];
  return sql`SELECT ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))} FROM ${sql.table(table)} t
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${key} DESC LIMIT ${sql.lit(each)}`;
}

/** The statement of a list: rows of all walks, down to where the first of them was cut off, narrowed and merged. */
function selectStreams(query: StreamQuery): RawBuilder<{ id: string | null; horizon: string | null }> {
  const { table, keys, rest, rows, limit } = query;
  const streams = combine(keys).length;
  const each = rest === undefined ? MOST : Math.max(MOST, Math.floor(rows / streams));
  const id = sql.ref(LISTED[table].id);
  return sql<{ id: string | null; horizon: string | null }>`
    WITH looked AS MATERIALIZED (
      SELECT s.stream, t.* FROM ${streamsOf(keys)} CROSS JOIN LATERAL (${walk(query, each)}) t
    ), cut AS (
      SELECT (array_agg(${id} ORDER BY ${id}))[1] AS last FROM looked GROUP BY stream
      HAVING count(*) = ${sql.lit(each)}
    ), horizon AS (SELECT (array_agg(last ORDER BY last DESC))[1] AS id FROM cut)
    SELECT found.id, horizon.id AS horizon FROM horizon LEFT JOIN LATERAL (
      SELECT t.${id} AS id FROM looked t
      WHERE (horizon.id IS NULL OR t.${id} >= horizon.id) AND ${rest ?? sql`true`}
      ORDER BY t.${id} DESC LIMIT ${limit}
    ) found ON true`;
}

/** Up to `limit` ids, newest first. */
export async function findByStreams(db: Db, query: StreamQuery): Promise<FoundIds> {
  if (combine(query.keys).length === 0) return { ids: [], scanned: undefined };
  const { rows } = await selectStreams(query).execute(db);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return { ids, scanned: ids.length === query.limit ? undefined : (rows[0]?.horizon ?? undefined) };
}
