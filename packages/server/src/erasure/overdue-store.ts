import { API_CALL_DAYS, WEBHOOK_LOG_DAYS } from '@titular/contract';
import { type RawBuilder, sql } from 'kysely';
import { IMAGE_HASH_DAYS } from '../captures/attack-signals/seen-frames.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import { lowestId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import { notHeld } from '../kernel/database/not-held.ts';
import { PLATFORM_EVENT_DAYS } from '../processes/external/platform-tasks.ts';
import {
  FACE_CHANGE_DAYS,
  PAGE_EVENT_DAYS,
  PAGE_SESSION_DAYS,
  type RetentionKey,
  WEBHOOK_ANSWER_DAYS,
} from './retention.ts';

const DAY_SECONDS = 86_400;

/** When the oldest row of a table was due whose time runs from one column. */
const oldest =
  (table: string, column: string, days: number, where = sql<boolean>`true`) =>
  (): RawBuilder<unknown> =>
    sql`
  SELECT ${sql.ref(column)} + make_interval(days => ${days}) AS due FROM ${sql.table(table)}
  WHERE ${where} AND ${sql.ref(column)} IS NOT NULL ORDER BY ${sql.ref(column)} LIMIT 1`;

/** The same of finished transactions or processes that still name somebody, by the days of their company. */
const oldestPerson =
  (table: 'transactions' | 'processes', id: 'transactions.transaction_id' | 'processes.process_id') =>
  (): RawBuilder<unknown> =>
    sql`
  SELECT min(s.finished_at + make_interval(days => c.person_retention_days)) AS due
  FROM companies c CROSS JOIN LATERAL (
    SELECT finished_at FROM ${sql.table(table)}
    WHERE tenant_id = c.tenant_id AND company_id = c.company_id AND finished_at IS NOT NULL AND erased_at IS NULL
      AND ${notHeld(id)}
    ORDER BY finished_at LIMIT 1
  ) AS s`;

/** Pictures that are not listed yet count from the beginning of the listing. */
const oldestPictures = (): RawBuilder<unknown> => sql`
  SELECT least(min(d.finished_at + make_interval(days => c.capture_retention_days)),
    (SELECT begun_at FROM capture_due_backfill)) AS due
  FROM companies c CROSS JOIN LATERAL (
    SELECT finished_at FROM capture_dues WHERE tenant_id = c.tenant_id AND company_id = c.company_id
      AND ${notHeld('capture_dues.transaction_id')}
    ORDER BY finished_at LIMIT 1
  ) AS d`;

const oldestFaces = (): RawBuilder<unknown> => sql`
  SELECT min(f.used_at + make_interval(days => t.template_retention_days)) AS due
  FROM tenants t CROSS JOIN LATERAL (
    SELECT coalesce(last_matched_at, created_at) AS used_at FROM face_templates WHERE tenant_id = t.tenant_id
    ORDER BY coalesce(last_matched_at, created_at) LIMIT 1
  ) AS f`;

/** A day's sums go when their last second is old enough. */
const oldestPageEvents = (): RawBuilder<unknown> => sql`
  SELECT (min(day) + ${PAGE_EVENT_DAYS + 1}::integer)::timestamp AT TIME ZONE 'UTC' AS due FROM page_event_counts`;

/** One that still waits to be sent, or that a hold keeps, is not overdue. */
const oldestEvents = (now: Date): RawBuilder<unknown> => sql`
  SELECT min(e.created_at + make_interval(days => ${WEBHOOK_LOG_DAYS})) AS due
  FROM tenants t CROSS JOIN LATERAL (
    SELECT created_at FROM events
    WHERE tenant_id = t.tenant_id AND event_id < ${lowestId(addSeconds(now, -WEBHOOK_LOG_DAYS * DAY_SECONDS))}::uuid
      AND NOT EXISTS (
        SELECT FROM deliveries d
        WHERE d.tenant_id = events.tenant_id AND d.event_id = events.event_id AND d.state = 'pending')
      AND ${notHeld('events.transaction_id')} AND ${notHeld('events.subject_id')}
    ORDER BY event_id LIMIT 1
  ) AS e`;

/** How the oldest thing of each class is found, each by an index on when it is due. */
const OLDEST: Readonly<Record<RetentionKey, (now: Date) => RawBuilder<unknown>>> = {
  pictures: oldestPictures,
  prints: oldest('frame_prints', 'kept_at', IMAGE_HASH_DAYS, notHeld('frame_prints.transaction_id')),
  transactions: oldestPerson('transactions', 'transactions.transaction_id'),
  processes: oldestPerson('processes', 'processes.process_id'),
  faces: oldestFaces,
  'face-changes': oldest('face_changes', 'at', FACE_CHANGE_DAYS),
  'page-sessions': oldest(
    'capture_sessions',
    'expires_at',
    PAGE_SESSION_DAYS,
    notHeld('capture_sessions.transaction_id'),
  ),
  'page-events': oldestPageEvents,
  links: oldest('capture_links', 'expires_at', 1),
  'idempotency-answers': oldest('idempotency_keys', 'expires_at', 0),
  'webhook-answers': oldest(
    'delivery_attempts',
    'started_at',
    WEBHOOK_ANSWER_DAYS,
    sql<boolean>`response_excerpt IS NOT NULL`,
  ),
  events: oldestEvents,
  'platform-events': oldest('platform_events', 'received_at', PLATFORM_EVENT_DAYS),
  'api-calls': oldest(
    'api_calls',
    'at',
    API_CALL_DAYS,
    sql<boolean>`${notHeld('api_calls.transaction_id')} AND ${notHeld('api_calls.process_id')}`,
  ),
};

/** When the oldest thing of a class that is still kept was due, or will be; undefined when there is none. */
export async function findOldestDue(db: Db, key: RetentionKey, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date | null }>`${OLDEST[key](now)}`.execute(db);
  return rows[0]?.due ?? undefined;
}
