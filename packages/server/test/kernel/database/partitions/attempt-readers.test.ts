import { randomUUID } from 'node:crypto';
import { readCaseVersion } from '@titular/server/cases/read/version-store.ts';
import { oldestDueOf } from '@titular/server/kernel/database/oldest-due.ts';
import { partitionGauge } from '@titular/server/kernel/database/partitions/partition-gauge.ts';
import {
  FIRST_PLACE,
  listAttemptsBetween,
  listLastAttempts,
  takeSnapshot,
} from '@titular/server/webhooks/deliveries/attempt-tail-store.ts';
import { listAttempts } from '@titular/server/webhooks/deliveries/delivery-log-store.ts';
import {
  deleteLateReceiverAnswers,
  deleteOldReceiverAnswers,
  deleteReceiverAnswers,
} from '@titular/server/webhooks/deliveries/erase-answers-store.ts';
import { listAttemptsOf } from '@titular/server/webhooks/deliveries/subject-log-store.ts';
import { webhookRetention } from '@titular/server/webhooks/webhook-retention.ts';
import { asId } from '@titular/test-kit';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type AttemptFixture, openAttempts, type Planted, weekOf, withAttempts } from './attempt-fixture.ts';
import { inDays, openPartitions, TENANT } from './partition-fixture.ts';

const tenantId = asId(TENANT);

/** Attempts about one transaction in each kind of partition: the first, those of two weeks, and the default one. */
async function openSides() {
  const fixture = await openAttempts();
  const since = await takeSnapshot(fixture.db);
  const transactionId = randomUUID();
  const times = [-9, 1, 8, 40].map((day) => inDays(fixture.start, day));
  const planted: Planted[] = [];
  for (const at of times) planted.push(await fixture.plant(at, transactionId));
  for (const one of planted) {
    await fixture.attempt(one, 1, { state: 'pending', response: 'first' });
    await fixture.attempt(one, 2, { response: 'second' });
  }
  return { fixture, planted, transactionId, since, ids: planted.map(({ id }) => id) };
}

const ATTEMPTS_OF_EACH = [1, 2];

/** Makes the events those of a process. */
async function addProcess({ pool }: AttemptFixture, processId: string, erasedAt?: Date): Promise<void> {
  await pool.query({
    text: `WITH shop AS (
        INSERT INTO companies (tenant_id, company_id, name) VALUES ($1, gen_random_uuid(), 'Shop') RETURNING company_id
      ) INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash, sealed_identity,
        created_at, expires_at, finished_at, erased_at)
        SELECT $1, $2, company_id, 'ok', 'creditprocess', 'cpf', '', '', now(), now(), now(), $3 FROM shop`,
    values: [TENANT, processId, erasedAt],
  });
  await pool.query('UPDATE events SET subject_id = transaction_id, transaction_id = NULL');
}

const responsesOf = async (fixture: AttemptFixture): Promise<number> =>
  (await fixture.attempts()).filter(({ response }) => response !== null).length;

describe('attempts of every partition (S29)', () => {
  test('are found by all who read them: by delivery, by case, and in the order of their commits', async () => {
    const { fixture, ids, since } = await openSides();
    const { db } = fixture;
    expect(new Set((await fixture.attempts()).map(({ partition }) => partition)).size).toBe(4);
    for (const id of ids)
      expect((await listAttempts(db, tenantId, asId(id), 9)).map(({ number }) => number)).toEqual(
        ATTEMPTS_OF_EACH,
      );
    const found = await listAttemptsOf(db, tenantId, ids, 1);
    expect([...found.keys()].toSorted()).toEqual(ids);
    expect([...found.values()].flat().map(({ response }) => response)).toEqual(ids.map(() => 'second'));
    const until = await takeSnapshot(db);
    const startedFrom = inDays(fixture.start, -30);
    const told = await listAttemptsBetween(db, { since, until, startedFrom }, FIRST_PLACE, 20);
    expect(told.map(({ place }) => place.deliveryId)).toEqual(ids.flatMap((id) => [id, id]));
    expect((await listLastAttempts(db, until, 3)).map(({ place }) => place.deliveryId)).toEqual(
      told.slice(-3).map(({ place }) => place.deliveryId),
    );
  });

  test('change the version of their case, in whichever partition they are', async () => {
    const { fixture, ids, transactionId } = await openSides();
    await addProcess(fixture, transactionId);
    const subject = { kind: 'process' as const, id: asId(transactionId) };
    const versions = new Set<string>();
    const note = async (): Promise<unknown> =>
      versions.add(
        (await readCaseVersion(fixture.db, { tenantId, subject, now: fixture.clock.now() }))?.version ?? '',
      );
    await note();
    for (const id of ids) {
      await fixture.pool.query(
        'UPDATE delivery_attempts SET response_excerpt = NULL WHERE delivery_id = $1',
        [id],
      );
      await note();
    }
    expect(versions.size).toBe(1 + ids.length);
  });

  test('are erased and forgotten by all who do so', async () => {
    const { fixture, transactionId, planted } = await openSides();
    const { db } = fixture;
    const times = planted.map(({ at }) => at);
    const oldestDue = async (): Promise<unknown> =>
      (
        await sql<{
          due: Date;
        }>`${oldestDueOf('delivery_attempts', 'started_at', 30, sql<boolean>`response_excerpt IS NOT NULL`)()}`.execute(
          db,
        )
      ).rows[0]?.due;
    expect(await oldestDue()).toEqual(inDays(times[0] as Date, 30));
    expect(await deleteOldReceiverAnswers(db, inDays(fixture.start, 2), 3)).toBe(3);
    expect(await deleteOldReceiverAnswers(db, inDays(fixture.start, 2), 3)).toBe(1);
    expect(await oldestDue()).toEqual(inDays(times[2] as Date, 30));
    expect(await deleteReceiverAnswers(db, tenantId, [transactionId])).toBe(4);
    expect(await responsesOf(fixture)).toBe(0);
  });

  test('whose person was erased during the attempt lose their response in every partition', async () => {
    const { fixture, transactionId, planted } = await openSides();
    await addProcess(fixture, transactionId, new Date());
    expect(await responsesOf(fixture)).toBe(8);
    for (const { at } of planted) await deleteLateReceiverAnswers(fixture.db, at, inDays(at, 0.01));
    expect(await responsesOf(fixture)).toBe(0);
  });

  test('are told overdue once their event is gone for a week and a day, where the job does not run', async () => {
    const { fixture } = await openSides();
    const [attempts] = webhookRetention.filter(({ key }) => key === 'webhook-attempts');
    const dueAt = async (): Promise<Date | null | undefined> =>
      (await sql<{ due: Date | null }>`${attempts?.oldestDue(fixture.clock.now())}`.execute(fixture.db))
        .rows[0]?.due;
    fixture.clock.advanceSeconds(120 * 86_400);
    expect(await dueAt()).toBeNull();
    await fixture.pool.query('DELETE FROM deliveries');
    expect(await dueAt()).toEqual(inDays(fixture.start, -9 + 98));
    await fixture.keepPartitions();
    const week = weekOf(inDays(fixture.start, 40));
    expect((await fixture.attempts()).map(({ partition }) => partition)).toEqual([week, week]);
    expect(await dueAt()).toBeNull();
  });
});

describe('attempts whose week has no partition (S29)', () => {
  test('are kept in the default one; a gauge tells, a line of the log, and the job moves them to their week as they were', async () => {
    const fixture = withAttempts(await openPartitions(new Date()));
    const gauge = partitionGauge(fixture);
    const daysAhead = async (): Promise<unknown> => {
      await gauge.readFrom(fixture.db);
      const { values } = await gauge.prom.get();
      return values.find(({ labels }) => labels['table'] === 'delivery_attempts')?.value;
    };
    const now = fixture.clock.now();
    expect(await daysAhead()).toBe(0);
    for (const day of [0, 6]) await fixture.attempt(await fixture.plant(inDays(now, day)), 1);
    const before = await listLastAttempts(fixture.db, await takeSnapshot(fixture.db), 9);
    expect((await fixture.attempts()).map(({ partition }) => partition)).toEqual([
      'delivery_attempts_default',
      'delivery_attempts_default',
    ]);
    await fixture.keepPartitions();
    expect(fixture.logged).toMatchObject([{ level: 40, table: 'delivery_attempts', rows: 2 }]);
    expect((await fixture.attempts()).map(({ partition }) => partition.slice(0, 26))).toEqual([
      weekOf(now),
      weekOf(inDays(now, 6)),
    ]);
    expect(await daysAhead()).toBe(8);
    expect(await listLastAttempts(fixture.db, await takeSnapshot(fixture.db), 9)).toEqual(before);
    await fixture.keepPartitions();
    expect(fixture.logged).toHaveLength(1);
  });
});
