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

/** What was taken from a session's allowance, what it had told of before as bits, and where it counts; without a place, nowhere yet. */
type Taken = { taken: number; told: number; place: PageEventPlace | undefined };

/** Takes up to `wanted` events from what a session may still have counted, of `most` in all. */
export async function takeEventAllowance(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
  requested: number,
  most: number,
): Promise<Taken> {
  const { rows } = await sql<Omit<Taken, 'place'> & { day: string | null; browser: BrowserFamily | null }>`
    UPDATE capture_sessions AS kept
    SET events_counted = LEAST(${most}, before.events_counted + ${requested})
    FROM (
      SELECT tenant_id, session_id, events_counted, events_told, told_day, told_browser FROM capture_sessions
      WHERE tenant_id = ${tenantId} AND session_id = ${sessionId} FOR UPDATE
    ) AS before
    WHERE kept.tenant_id = before.tenant_id AND kept.session_id = before.session_id
    RETURNING kept.events_counted - before.events_counted AS taken, before.events_told AS told,
      before.told_day::text AS day, before.told_browser AS browser`.execute(db);
  const [row] = rows;
  if (!row) return { taken: 0, told: 0, place: undefined };
  const { taken, told, day, browser } = row;
  return { taken, told, place: day !== null && browser !== null ? { day, browser } : undefined };
}

/** Notes what a session has told of, as bits, and where it counts. */
export async function noteToldEvents(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
  told: number,
  { day, browser }: PageEventPlace,
): Promise<void> {
  await db
    .updateTable('capture_sessions')
    .set({ events_told: told, told_day: day, told_browser: browser })
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

/** Forgets up to `limit` sums of days before that of `before`, of every tenant; answers how many. */
export async function deleteOldPageEvents(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM page_event_counts WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM page_event_counts WHERE day < ${before.toISOString().slice(0, 10)}::date ORDER BY day LIMIT ${limit}))`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
