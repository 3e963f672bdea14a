import { BROWSER_FAMILIES, type BrowserFamily, type PageEvent } from '@titular/contract';
import { sql } from 'kysely';
import type { CompanyId, SessionId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Days for which the sums of what pages told are kept: a year, and the month to compare it with. */
export const PAGE_EVENT_DAYS = 400;

/** A sum of one day (UTC, `YYYY-MM-DD`). */
export type PageEventCount = {
  companyId: CompanyId;
  day: string;
  event: string;
  browser: string;
  seen: number;
  sessions: number;
};

/** The day (UTC, `YYYY-MM-DD`) and the browser that something counts for. */
export type PageEventPlace = { day: string; browser: BrowserFamily };

/** What a session has told: how many events were counted, which ones as bits, and where it counts; without a place, nowhere yet. */
export type ToldBySession = { counted: number; told: number; place: PageEventPlace | undefined };

/** Locks what a session has told until the commit; undefined for a session that is gone. */
export async function lockToldEvents(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
): Promise<ToldBySession | undefined> {
  const row = await db
    .selectFrom('capture_sessions')
    .select(['events_counted', 'events_told', 'told_browser', sql<string | null>`told_day::text`.as('day')])
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { day, told_browser: browser } = row;
  const place = day !== null && browser !== null ? { day, browser: browser as BrowserFamily } : undefined;
  return { counted: row.events_counted, told: row.events_told, place };
}

/** Keeps what a session has told by now. */
export async function updateToldEvents(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
  { counted, told, place }: ToldBySession,
): Promise<void> {
  await db
    .updateTable('capture_sessions')
    .set({
      ...{ events_counted: counted, events_told: told },
      ...{ told_day: place?.day ?? null, told_browser: place?.browser ?? null },
    })
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .execute();
}

/** Adds one to the sum of each event at a place, several for one that stands there several times; and one session to each of `firsts` at its own. */
export async function addPageEvents(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
  seen: PageEventPlace & { events: readonly PageEvent[] },
  session: PageEventPlace & { firsts: readonly PageEvent[] },
): Promise<void> {
  // In one order for everybody, so that two pages never wait for each other's rows.
  await sql`
    INSERT INTO page_event_counts AS known (tenant_id, company_id, day, event, browser, seen, sessions)
    SELECT ${tenantId}, ${companyId}, day, event, browser, sum(seen), sum(sessions)
    FROM (
      SELECT ${seen.day}::date AS day, event, ${seen.browser}::text AS browser, 1 AS seen, 0 AS sessions
      FROM unnest(${[...seen.events]}::text[]) AS event
      UNION ALL
      SELECT ${session.day}::date, event, ${session.browser}::text, 0, 1
      FROM unnest(${[...session.firsts]}::text[]) AS event
    ) AS told
    GROUP BY day, event, browser ORDER BY day, event, browser
    ON CONFLICT (tenant_id, company_id, day, event, browser)
    DO UPDATE SET seen = known.seen + excluded.seen, sessions = known.sessions + excluded.sessions`.execute(
    db,
  );
}

/** The sums from `since` on (`YYYY-MM-DD`), of one company or of all, by day, event and browser. */
export async function listPageEvents(
  db: Db,
  tenantId: TenantId,
  { since, companyId }: { since: string; companyId: CompanyId | undefined },
): Promise<PageEventCount[]> {
  const ofTenant = db
    .selectFrom('page_event_counts')
    .select(['company_id', 'event', 'browser', 'seen', 'sessions', sql<string>`day::text`.as('day_text')])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`day >= ${since}::date`);
  const those = companyId === undefined ? ofTenant : ofTenant.where('company_id', '=', companyId);
  const rows = await those.orderBy('day').orderBy('company_id').orderBy('event').orderBy('browser').execute();
  return rows.map((row) => ({
    companyId: row.company_id,
    day: row.day_text,
    event: row.event,
    browser: row.browser,
    seen: Number(row.seen),
    sessions: Number(row.sessions),
  }));
}

/** Sessions that told of one of `events`, by family of browser, from one day (UTC) to another, both included. */
export async function sumPageSessions<Event extends PageEvent>(
  db: Db,
  tenantId: TenantId,
  asked: {
    firstDay: string;
    lastDay: string;
    companies: readonly CompanyId[] | undefined;
    events: readonly Event[];
  },
): Promise<{ event: Event; browser: BrowserFamily; sessions: number }[]> {
  const { firstDay, lastDay, companies, events } = asked;
  const { rows } = await sql<{ event: Event; browser: BrowserFamily; sessions: number }>`
    SELECT event, browser, sum(sessions)::float8 AS sessions FROM page_event_counts
    WHERE tenant_id = ${tenantId} AND day BETWEEN ${firstDay}::date AND ${lastDay}::date
      AND ${companies === undefined ? sql`true` : sql`company_id = ANY (${[...companies]}::uuid[])`}
      AND event = ANY (${[...events]}::text[]) AND browser = ANY (${[...BROWSER_FAMILIES]}::text[])
    GROUP BY event, browser HAVING sum(sessions) > 0 ORDER BY event, browser`.execute(db);
  return rows;
}

/** Deletes up to `limit` sums of days before that of `before`, of every tenant; answers how many. */
export async function deleteOldPageEvents(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM page_event_counts WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM page_event_counts WHERE day < ${before.toISOString().slice(0, 10)}::date ORDER BY day LIMIT ${limit}))`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
