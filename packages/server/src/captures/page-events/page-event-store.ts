import type { BrowserFamily, PageEvent } from '@titular/contract';
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
};

/** Takes up to `wanted` events from what a session may still have counted, of `most` in all; answers how many it got. */
export async function takeEventAllowance(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
  requested: number,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    UPDATE capture_sessions AS kept
    SET events_counted = LEAST(${most}, before.events_counted + ${requested})
    FROM (
      SELECT tenant_id, session_id, events_counted FROM capture_sessions
      WHERE tenant_id = ${tenantId} AND session_id = ${sessionId} FOR UPDATE
    ) AS before
    WHERE kept.tenant_id = before.tenant_id AND kept.session_id = before.session_id
    RETURNING kept.events_counted - before.events_counted AS taken`.execute(db);
  return rows[0]?.taken ?? 0;
}

/** Adds one to the day's sum of each event, several for one that stands there several times. */
export async function addPageEvents(
  db: Db,
  tenantId: TenantId,
  {
    companyId,
    day,
    browser,
    events,
  }: {
    companyId: CompanyId;
    day: string;
    browser: BrowserFamily;
    events: readonly PageEvent[];
  },
): Promise<void> {
  // In one order for everybody, so that two pages never wait for each other's rows.
  await sql`
    INSERT INTO page_event_counts AS known (tenant_id, company_id, day, event, browser, seen)
    SELECT ${tenantId}, ${companyId}, ${day}::date, event, ${browser}, count(*)
    FROM unnest(${[...events]}::text[]) AS event
    GROUP BY event ORDER BY event
    ON CONFLICT (tenant_id, company_id, day, event, browser)
    DO UPDATE SET seen = known.seen + excluded.seen`.execute(db);
}

/** The sums from `since` on (`YYYY-MM-DD`), of one company or of all, by day, event and browser. */
export async function listPageEvents(
  db: Db,
  tenantId: TenantId,
  { since, companyId }: { since: string; companyId: CompanyId | undefined },
): Promise<PageEventCount[]> {
  const ofTenant = db
    .selectFrom('page_event_counts')
    .select(['company_id', 'event', 'browser', 'seen', sql<string>`day::text`.as('day_text')])
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
  }));
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
