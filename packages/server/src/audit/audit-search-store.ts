import { type RawBuilder, sql } from 'kysely';
import { lowestId, type TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import { type AuditRowValues, type RecordedAuditEntry, toRecorded } from './audit-entry.ts';

/** What entries are looked for; each filter is exact, and an id begins with the time of its entry. */
export type AuditFilter = {
  tenantId?: TenantId | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
  /** Goes on where an earlier list ended. */
  beforeId?: string | undefined;
};

/** What one step found, newest first, and the id that the next one goes on before; undefined where nothing is left. */
export type AuditStep = { entries: RecordedAuditEntry[]; nextId: string | undefined };

/** Entries that one step looks at; an index finds them by one filter, and the others are compared. */
const MAX_CANDIDATES = 5_000;

/** Values that a filter offers, from each end of their order. */
const MAX_VALUES = 200;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const COLUMNS = ['subject', 'actor', 'action'] as const;
type Key = { column: 'tenant_id' | (typeof COLUMNS)[number]; value: string };

const earliest = (...ids: (string | undefined)[]): string =>
  ids.reduce<string>((first, id) => (id !== undefined && id < first ? id : first), LAST_ID);

const latest = (...ids: (string | undefined)[]): string =>
  ids.reduce<string>((last, id) => (id !== undefined && id > last ? id : last), FIRST_ID);

/**
 * The entries that an index finds by the narrowest filter, and what is left to compare. Bounds and order name whole rows of the index,
 * so no other plan serves. An estimate could else make the planner read the log backwards for what is frequent, but old.
 */
function plan({ tenantId, from, before, beforeId, ...filter }: AuditFilter, endId?: string) {
  const [key, ...rest] = COLUMNS.flatMap((column): Key[] => {
    const value = filter[column];
    return value === undefined ? [] : [{ column, value }];
  });
  const keys: Key[] = [
    ...(tenantId === undefined ? [] : [{ column: 'tenant_id' as const, value: tenantId }]),
    ...(key ? [key] : []),
  ];
  const columns = [...keys.map(({ column }) => column), 'entry_id'].map((column) => sql.ref(column));
  const bound = (id: string): RawBuilder<unknown> =>
    sql.join([...keys.map(({ value }) => sql`${value}`), sql`${id}`]);
  const low = bound(latest(from && lowestId(from), endId));
  const high = bound(earliest(beforeId, before && lowestId(before)));
  const row = sql.join(columns);
  const order = sql.join(columns.map((column) => sql`${column} DESC`));
  return {
    found: sql`FROM audit_log WHERE (${row}) >= (${low}) AND (${row}) < (${high}) ORDER BY ${order}`,
    order,
    rest: rest.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`),
  };
}

/** The last entry that one step looks at; undefined where it looks at all that are left. */
async function findEnd(db: Db, filter: AuditFilter): Promise<string | undefined> {
  const { found } = plan(filter);
  const { rows } = await sql<{ entry_id: string }>`
    SELECT entry_id ${found} OFFSET ${sql.lit(MAX_CANDIDATES - 1)} LIMIT 1`.execute(db);
  return rows[0]?.entry_id;
}

/** Searches one bounded step: no filter reads more than some thousand entries, however many there are. */
export async function searchAuditEntries(db: Db, filter: AuditFilter, limit: number): Promise<AuditStep> {
  // Before the entries are read: what is written meanwhile would move the end, and the next step would repeat some.
  const endId = plan(filter).rest.length > 0 ? await findEnd(db, filter) : undefined;
  const { found, order, rest } = plan(filter, endId);
  const left = rest.length === 0 ? sql`` : sql`WHERE ${sql.join(rest, sql` AND `)}`;
  const { rows } = await sql<AuditRowValues>`
    SELECT entry_id, tenant_id, at, actor, action, subject, before, after
    FROM (SELECT entry_id, tenant_id, at, actor, action, subject, before, after
      ${found} LIMIT ${sql.lit(2 * MAX_CANDIDATES)}) candidates
    ${left} ORDER BY ${order} LIMIT ${limit}`.execute(db);
  const entries = rows.map(toRecorded);
  if (rows.length === limit) return { entries, nextId: entries.at(-1)?.entryId };
  return { entries, nextId: endId };
}

/** Where a list of values begins: what comes after one, in which order, and where receivers' sessions end. */
const DIRECTIONS = {
  first: { after: sql`>`, order: sql`ASC`, pastReceivers: 'receiver:zzzz' },
  last: { after: sql`<`, order: sql`DESC`, pastReceivers: 'receiver:' },
} as const;

type Values = {
  tenantId: TenantId | undefined;
  column: 'actor' | 'action';
  end: keyof typeof DIRECTIONS;
  limit: number;
  /** Goes on where an earlier list ended. */
  from?: string | undefined;
};

/**
 * The first or last values of a column in their order, each looked up in its index from the one before. Of receivers' sessions, of which each
 * link makes one more, one at most is among them: the rest is passed over.
 */
async function listValuesFrom(db: Db, { tenantId, column, end, limit, from }: Values): Promise<string[]> {
  const name = sql.ref(column);
  const { after, order, pastReceivers } = DIRECTIONS[end];
  const own = tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`;
  const begin = from === undefined ? sql`true` : sql`${name} ${after} ${from}`;
  const { rows } = await sql<{ value: string }>`
    WITH RECURSIVE found (value, place) AS (
      (SELECT ${name}, 1 FROM audit_log WHERE ${own} AND ${begin} ORDER BY ${name} ${order} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${name} FROM audit_log
        WHERE ${own} AND ${name} ${after} CASE WHEN found.value LIKE 'receiver:%' THEN ${pastReceivers} ELSE found.value END
        ORDER BY ${name} ${order} LIMIT 1), place + 1
      FROM found WHERE found.value IS NOT NULL AND place < ${sql.lit(limit)})
    SELECT value FROM found WHERE value IS NOT NULL`.execute(db);
  return rows.map(({ value }) => value);
}

/** Values of a column from both ends, and whether there may be others between. */
async function listValues(
  db: Db,
  tenantId: TenantId | undefined,
  column: 'actor' | 'action',
): Promise<{ values: string[]; isCut: boolean }> {
  const list = (end: Values['end']): Promise<string[]> =>
    listValuesFrom(db, { tenantId, column, end, limit: MAX_VALUES });
  const first = await list('first');
  if (first.length < MAX_VALUES) return { values: first, isCut: false };
  const last = await list('last');
  const values = [...new Set([...first, ...last.toReversed()])];
  return { values, isCut: values.length === first.length + last.length };
}

/** Actors and actions of a tenant's entries, or of the whole log; `areActorsCut` says that there may be actors which are not among them. */
export async function listAuditValues(
  db: Db,
  tenantId: TenantId | undefined,
): Promise<{ actors: string[]; actions: string[]; areActorsCut: boolean }> {
  const actors = await listValues(db, tenantId, 'actor');
  const actions = await listValues(db, tenantId, 'action');
  return { actors: actors.values, actions: actions.values, areActorsCut: actors.isCut };
}

/** A bounded step through all actors of a tenant's entries, or of the whole log, in their order; from the one that follows `after` on. */
export const listActorsAfter = (
  db: Db,
  tenantId: TenantId | undefined,
  after: string | undefined,
  limit: number,
): Promise<string[]> => listValuesFrom(db, { tenantId, column: 'actor', end: 'first', limit, from: after });

/** Actions of somebody's newest entries in a tenant. */
export async function listActionsOf(db: Db, tenantId: TenantId, actor: string): Promise<string[]> {
  const { found } = plan({ tenantId, actor });
  const { rows } = await sql<{ action: string }>`
    SELECT DISTINCT action FROM (SELECT action ${found} LIMIT ${sql.lit(MAX_CANDIDATES)}) newest
    ORDER BY action LIMIT ${sql.lit(MAX_VALUES)}`.execute(db);
  return rows.map(({ action }) => action);
}

/** Whether an entry is the tenant's. */
export async function isEntryOf(db: Db, tenantId: TenantId, entryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('entry_id')
    .where('entry_id', '=', entryId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row !== undefined;
}
