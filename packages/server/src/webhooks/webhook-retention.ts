import { WEBHOOK_LOG_DAYS } from '@titular/contract';
import { type RawBuilder, sql } from 'kysely';
import { addSeconds } from '../kernel/base/clock.ts';
import { lowestId } from '../kernel/base/id.ts';
import { unindexed } from '../kernel/database/by-index.ts';
import { notHeld } from '../kernel/database/not-held.ts';
import { oldestDueOf } from '../kernel/database/oldest-due.ts';
import { deliveryAttempts } from '../kernel/database/partitions/partitioned-tables.ts';
import type { RetentionClass } from '../module.ts';

/** Days after which what receivers answered to webhooks is forgotten. */
export const WEBHOOK_ANSWER_DAYS = 30;

/** Attempts go with the week of their delivery, an hour after the last event of it at the earliest. */
const ATTEMPT_DAYS = WEBHOOK_LOG_DAYS + deliveryAttempts.span + 1;
const DAY_SECONDS = 86_400;

/** One that still waits to be sent, or that a hold keeps, is not overdue. */
const oldestEvents = (now: Date): RawBuilder<unknown> => sql`
  SELECT min(e.created_at + make_interval(days => ${WEBHOOK_LOG_DAYS})) AS due
  FROM tenants t CROSS JOIN LATERAL (
    SELECT created_at FROM events
    WHERE tenant_id = t.tenant_id AND event_id < ${lowestId(addSeconds(now, -WEBHOOK_LOG_DAYS * DAY_SECONDS))}::uuid
      AND NOT EXISTS (
        SELECT FROM deliveries d
        WHERE d.tenant_id = events.tenant_id AND d.event_id = events.event_id AND ${unindexed('d.state')} = 'pending')
      AND ${notHeld('events.transaction_id')} AND ${notHeld('events.subject_id')}
    ORDER BY event_id LIMIT 1
  ) AS e`;

/** One whose delivery is there is not overdue; of others, the time in the id of their delivery tells. */
const oldestAttempts = (now: Date): RawBuilder<unknown> => sql`
  SELECT min(to_timestamp(('x' || left(replace(a.delivery_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    + make_interval(days => ${ATTEMPT_DAYS})) AS due
  FROM tenants t CROSS JOIN LATERAL (
    SELECT delivery_id FROM delivery_attempts
    WHERE tenant_id = t.tenant_id AND delivery_id < ${lowestId(addSeconds(now, -ATTEMPT_DAYS * DAY_SECONDS))}::uuid
      AND (SELECT d.tenant_id FROM deliveries d
        WHERE d.tenant_id = delivery_attempts.tenant_id AND d.delivery_id = delivery_attempts.delivery_id) IS NULL
    ORDER BY delivery_id LIMIT 1
  ) AS a`;

/** How long the log of webhooks is kept. */
export const webhookRetention: readonly RetentionClass[] = [
  {
    key: 'webhook-answers',
    data: 'Responses of webhook receivers',
    from: 'the attempt',
    days: WEBHOOK_ANSWER_DAYS,
    isHeld: false,
    oldestDue: oldestDueOf(
      'delivery_attempts',
      'started_at',
      WEBHOOK_ANSWER_DAYS,
      sql<boolean>`response_excerpt IS NOT NULL`,
    ),
  },
  {
    key: 'events',
    data: 'Events, with their deliveries and, if the company has it sent, the order number; none that is still waiting',
    from: 'the event',
    days: WEBHOOK_LOG_DAYS,
    isHeld: true,
    oldestDue: oldestEvents,
  },
  {
    key: 'webhook-attempts',
    data: 'Attempts at webhooks, which go by the week; once their event is gone, with times, a status and an error alone',
    from: 'the event',
    days: ATTEMPT_DAYS,
    isHeld: true,
    oldestDue: oldestAttempts,
  },
];
