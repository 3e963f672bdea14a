import { randomUUID } from 'node:crypto';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startRun } from '@titular/server/kernel/database/batches/until-none.ts';
import { keepPartitions } from '@titular/server/kernel/database/partitions/keep-partitions.ts';
import { listPartitions } from '@titular/server/kernel/database/partitions/list-partitions.ts';
import { startOfSpan } from '@titular/server/kernel/database/partitions/partition-day.ts';
import { deliveryAttempts } from '@titular/server/kernel/database/partitions/partitioned-tables.ts';
import { deleteAllOldEvents } from '@titular/server/webhooks/events/delete-old-events.ts';
import { recordOutcomes } from '@titular/server/webhooks/queue/delivery-outcome-store.ts';
import { asId } from '@titular/test-kit';
import { inDays, openPartitions, type PartitionFixture, TENANT } from './partition-fixture.ts';

/** An event about a transaction, with its delivery, which has the id of the event. */
export type Planted = { id: string; transactionId: string; at: Date };

/** An attempt as it is found, with its partition. */
type FoundAttempt = { id: string; number: number; response: string | null; partition: string };

/** A log of webhooks with partitions of attempts, whose jobs are run by hand. */
export type AttemptFixture = Omit<PartitionFixture, 'rows' | 'names' | 'keep'> & {
  /** Adds an event and its delivery, which waits, at an instant. */
  plant(at: Date, transactionId?: string): Promise<Planted>;
  /** Keeps what came of an attempt as the service does. */
  attempt(
    planted: Planted,
    number: number,
    about?: { state?: 'pending' | 'delivered'; response?: string; at?: Date },
  ): Promise<unknown>;
  /** Runs the job that deletes old events, then that of partitions. */
  keep(): Promise<void>;
  keepPartitions(): Promise<boolean>;
  deleteEvents(): Promise<boolean>;
  attempts(): Promise<FoundAttempt[]>;
  deliveries(): Promise<string[]>;
  names(): Promise<string[]>;
};

/** The instant at which the week of an instant begins. */
export const weekStart = (instant: Date): Date => startOfSpan(deliveryAttempts, instant);

/** The name of the partition of a week. */
export const weekOf = (instant: Date): string =>
  `delivery_attempts_${weekStart(instant).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Adds an event and its delivery. */
async function plant({ pool }: PartitionFixture, at: Date, transactionId: string): Promise<Planted> {
  const id = newId(at.getTime());
  await pool.query({
    text: `WITH planted AS (
      INSERT INTO events (tenant_id, event_id, company_id, type, transaction_id, created_at)
      VALUES ($1, $2, gen_random_uuid(), 'transaction.finished', $3, $4) RETURNING event_id
    ) INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, next_attempt_at)
      SELECT $1, event_id, event_id, gen_random_uuid(), $4 FROM planted`,
    values: [TENANT, id, transactionId, at],
  });
  return { id, transactionId, at };
}

/** Reads every attempt with the partition that it lies in. */
const listAll = async ({ pool }: PartitionFixture): Promise<FoundAttempt[]> =>
  (
    await pool.query(`SELECT delivery_id AS id, number, response_excerpt AS response, tableoid::regclass::text AS partition
      FROM delivery_attempts ORDER BY delivery_id, number`)
  ).rows;

const attemptOf =
  ({ db }: PartitionFixture): AttemptFixture['attempt'] =>
  ({ id, at }, number, { state = 'delivered', response, at: startedAt = at } = {}) =>
    recordOutcomes(db, asId(randomUUID()), [
      {
        ...{
          tenantId: asId(TENANT),
          deliveryId: asId(id),
          number,
          reopened: 0,
          claimEndsAt: startedAt,
          state,
          startedAt,
          at: startedAt,
        },
        ...{ nextAttemptAt: state === 'pending' ? startedAt : undefined, durationMs: 5, responseStatus: 200 },
        ...{ responseExcerpt: response, error: undefined },
      },
    ]);

/** Turns a log of calls into one of attempts. */
export function withAttempts(fixture: PartitionFixture): AttemptFixture {
  const { pool, db, clock, logged } = fixture;
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });
  const keep = () => keepPartitions({ db, pool, clock, log }, deliveryAttempts, startRun(60_000));
  const deleteEvents = () => deleteAllOldEvents(db, inDays(clock.now(), -90), startRun(60_000));
  return {
    ...fixture,
    plant: (at, transactionId = randomUUID()) => plant(fixture, at, transactionId),
    attempt: attemptOf(fixture),
    keepPartitions: keep,
    deleteEvents,
    keep: async () => {
      await deleteEvents();
      await keep();
    },
    attempts: () => listAll(fixture),
    deliveries: async () =>
      (await pool.query('SELECT delivery_id AS id FROM deliveries ORDER BY delivery_id')).rows.map(
        ({ id }) => id,
      ),
    names: async () => (await listPartitions(pool, deliveryAttempts)).map(({ name }) => name),
  };
}

/** Opens a database of its own whose clock begins in the middle of a week, with its partitions. */
export async function openAttempts(): Promise<AttemptFixture & { start: Date }> {
  const start = addSeconds(weekStart(new Date()), 7 * 86_400);
  const fixture = withAttempts(await openPartitions(inDays(start, 2.5)));
  await fixture.keepPartitions();
  return { ...fixture, start };
}
