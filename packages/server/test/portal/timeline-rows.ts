import { TIMELINE_SOURCES, type TimelineEntry, type TimelineSource } from '@titular/contract';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { sql } from 'kysely';

/** A line as the tables alone tell of it; `place` orders what one source tells of the same instant, where anything does. */
export type TimelineRow = { at: string; source: string; code: string; ref: string; place: string };

type Row = Omit<TimelineRow, 'at'> & { at: Date };

/** All lines of a transaction's timeline, straight from the tables, in the order in which they may stand. */
export async function readTimelineRows(db: Db, tenantId: TenantId, id: string): Promise<TimelineRow[]> {
  const { rows } = await sql<Row>`
    WITH about AS (
      SELECT * FROM events WHERE tenant_id = ${tenantId} AND (transaction_id = ${id}::uuid OR subject_id = ${id}::uuid)
    ), sent AS (
      SELECT d.* FROM deliveries d JOIN about e USING (tenant_id, event_id)
    ), lines (at, source, code, ref, place) AS (
      SELECT at, 'step', event, '', lpad(version::text, 12, '0') FROM transaction_history
        WHERE tenant_id = ${tenantId} AND transaction_id = ${id}::uuid
      UNION ALL SELECT moment.at, 'link', moment.code, '', '' FROM capture_links l CROSS JOIN LATERAL (
        VALUES (l.created_at, 'issued'), (l.used_at, 'opened'), (l.ended_at, 'revoked')) AS moment (at, code)
        WHERE l.tenant_id = ${tenantId} AND l.subject_id = ${id}::uuid AND moment.at IS NOT NULL
      UNION ALL SELECT moment.at, 'page', moment.code, s.session_id::text, '' FROM capture_sessions s CROSS JOIN LATERAL (
        VALUES (s.created_at, 'opened'), (s.consented_at, 'consented'), (s.ended_at, 'ended')) AS moment (at, code)
        WHERE s.tenant_id = ${tenantId} AND s.subject_id = ${id}::uuid AND moment.at IS NOT NULL
      UNION ALL SELECT moment.at, 'attempt', moment.code, a.attempt_id::text, '' FROM capture_attempts a CROSS JOIN LATERAL (
        VALUES (a.started_at, 'started'), (a.finished_at, a.outcome)) AS moment (at, code)
        WHERE a.tenant_id = ${tenantId} AND a.subject_id = ${id}::uuid AND moment.at IS NOT NULL
      UNION ALL SELECT finished_at, 'decision', decision ->> 'result', '', '' FROM transactions
        WHERE tenant_id = ${tenantId} AND transaction_id = ${id}::uuid AND decision IS NOT NULL
      UNION ALL SELECT created_at, 'event', type, event_id::text, lpad(position::text, 12, '0') FROM about
      UNION ALL SELECT a.started_at + make_interval(secs => a.duration_ms / 1000.0), 'delivery',
        CASE WHEN a.response_status BETWEEN 200 AND 299 THEN 'delivered' ELSE 'failed' END, a.delivery_id::text, ''
        FROM delivery_attempts a JOIN sent USING (tenant_id, delivery_id)
      UNION ALL SELECT at, 'call', operation, call_id::text, call_id::text FROM api_calls
        WHERE tenant_id = ${tenantId} AND transaction_id = ${id}::uuid
      UNION ALL SELECT at, 'staff', action, entry_id::text, entry_id::text FROM audit_log
        WHERE tenant_id = ${tenantId} AND (subject = ${`transaction/${id}`}
          OR subject IN (SELECT 'webhook-event/' || event_id FROM about)
          OR subject IN (SELECT 'webhook-delivery/' || delivery_id FROM sent))
    )
    SELECT * FROM lines`.execute(db);
  return inOrder(rows.map((row) => ({ ...row, at: row.at.toISOString() })));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Where a line stands: its instant, then its source, then its place. */
export const orderOf = ({ at, source, place }: TimelineRow): string =>
  `${at} ${TIMELINE_SOURCES.indexOf(source as TimelineSource)} ${place}`;

/** Lines in order; those of which none comes before the other, by what they say. */
export const inOrder = (rows: readonly TimelineRow[]): TimelineRow[] =>
  rows.toSorted(
    (one, other) =>
      compare(orderOf(one), orderOf(other)) ||
      compare(`${one.code} ${one.ref}`, `${other.code} ${other.ref}`),
  );

/** A shown timeline in the form of the tables' lines; an event's place is taken from those, as no timeline shows it. */
export function toRows(timeline: readonly TimelineEntry[], rows: readonly TimelineRow[]): TimelineRow[] {
  const places = new Map(rows.filter(({ ref }) => ref !== '').map(({ ref, place }) => [ref, place]));
  return timeline.map(({ at, source, code, ref = '', details }) => {
    const version = String(details?.['version']).padStart(12, '0');
    return { at, source, code, ref, place: source === 'step' ? version : (places.get(ref) ?? '') };
  });
}
