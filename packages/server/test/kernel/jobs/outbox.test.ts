import { newId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { enqueueJob } from '@titular/server/kernel/database/enqueue.ts';
import { followCommits } from '@titular/server/kernel/database/outbox/follow-commits.ts';
import { relayBatch } from '@titular/server/kernel/database/outbox/outbox-store.ts';
import { DELIVERIES_CHANNEL } from '@titular/server/webhooks/deliveries/delivery-store.ts';
import { wakeSender } from '@titular/server/webhooks/endpoints/endpoint-change-store.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openOutboxFixture } from './outbox-fixture.ts';

const JOBS_CHANNEL = 'jobs:insert';
const TASK = 'decide-transaction';

const relayAll = async (db: Db): Promise<void> => {
  while (await relayBatch(db));
};

/** Enqueues jobs with numbers, each in a commit of its own. */
async function enqueueNumbers(db: Db, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) await enqueueJob(db, TASK, { number });
}

describe('a job in the outbox (S13)', () => {
  test('exists exactly when its change does, and is handed over with its queue, time, tries and key', async () => {
    const { database, listJobs, countWaiting } = await openOutboxFixture();
    const { db } = database;
    const runAt = new Date('2030-01-02T03:04:05.678Z');
    const options = { runAt, maxAttempts: 7, jobKey: 'a key', queue: 'a queue' };
    await db.transaction().execute((trx) => enqueueJob(trx, TASK, { id: 'kept' }, options));
    const undone = db.transaction().execute(async (trx) => {
      await enqueueJob(trx, TASK, { id: 'undone' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await relayAll(db);
    expect(await listJobs()).toEqual([
      { task: TASK, payload: { id: 'kept' }, queue: 'a queue', run_at: runAt, max_attempts: 7, key: 'a key' },
    ]);
    expect(await countWaiting()).toBe(0);
  });

  test('is taken in the order of the outbox, over several batches', async () => {
    const { database, listJobs } = await openOutboxFixture();
    const { db } = database;
    await sql`INSERT INTO job_outbox (task, payload, max_attempts)
      SELECT ${TASK}::text, json_build_object('number', n), 25 FROM generate_series(1, 1250) n`.execute(db);
    expect(await relayBatch(db)).toBe(true);
    expect(await listJobs()).toHaveLength(500);
    await relayAll(db);
    const numbers = (await listJobs()).map(({ payload }) => payload['number']);
    expect(numbers).toEqual(Array.from({ length: 1_250 }, (_, index) => index + 1));
  });

  test('that the job tables would refuse is refused in the change itself, so that it holds up no other', async () => {
    const { database, countWaiting } = await openOutboxFixture();
    const { db } = database;
    for (const options of [{ jobKey: 'k'.repeat(513) }, { queue: 'q'.repeat(129) }, { maxAttempts: 0 }])
      await expect(enqueueJob(db, TASK, {}, options)).rejects.toMatchObject({ code: '23514' });
    expect(await countWaiting()).toBe(0);
  });

  test('with a key leaves one that waits, as if each were added to the job tables one after the other', async () => {
    const { database, listJobs } = await openOutboxFixture();
    const { db } = database;
    const [soon, late] = [new Date('2030-01-01'), new Date('2031-01-01')];
    const add = (runAt: Date, tries: number, key: string): Promise<unknown> =>
      sql`SELECT graphile_worker.add_job(${TASK}, ${JSON.stringify({ tries })}::json, run_at => ${runAt}::timestamptz,
        max_attempts => ${5 + tries}, job_key => ${key}, job_key_mode => 'preserve_run_at')`.execute(db);
    const enqueue = (runAt: Date, tries: number, key: string): Promise<void> =>
      enqueueJob(db, TASK, { tries }, { runAt, maxAttempts: 5 + tries, jobKey: key });
    for (const [at, runAt] of [soon, late, soon].entries()) {
      await add(runAt, at, 'added');
      await enqueue(runAt, at, 'enqueued');
    }
    // What the release before adds beside has the same key.
    await add(late, 0, 'mixed');
    await enqueue(soon, 1, 'mixed');
    await relayAll(db);
    const ofKey = async (key: string) =>
      (await listJobs()).filter((job) => job.key === key).map((job) => ({ ...job, key: '' }));
    expect(await ofKey('added')).toHaveLength(1);
    expect(await ofKey('enqueued')).toEqual(await ofKey('added'));
    expect(await ofKey('mixed')).toMatchObject([{ run_at: late, payload: { tries: 1 } }]);
  });
});

describe('a notification (S13)', () => {
  test('comes with no commit that enqueues or wakes, and once with a batch of the relay', async () => {
    const { database, listen } = await openOutboxFixture();
    const { db } = database;
    const { heard } = await listen(JOBS_CHANNEL, DELIVERIES_CHANNEL, 'fence');
    const [tenantId, endpointId, other] = [newId(), newId(), newId()];
    await enqueueNumbers(db, 0, 24);
    for (const one of [endpointId, endpointId, other]) await wakeSender(db, tenantId, one);
    await sql`SELECT pg_notify('fence', '1')`.execute(db);
    await eventually(() => expect(heard).toHaveLength(1));
    await relayAll(db);
    await sql`SELECT pg_notify('fence', '2')`.execute(db);
    await eventually(() => expect(heard.at(-1)).toEqual({ channel: 'fence', payload: '2' }));
    expect(heard.filter(({ channel }) => channel === JOBS_CHANNEL)).toHaveLength(1);
    const woken = heard.filter(({ channel }) => channel === DELIVERIES_CHANNEL).map(({ payload }) => payload);
    expect(woken.toSorted()).toEqual([`${tenantId}/${endpointId}`, `${tenantId}/${other}`].toSorted());
  });
});

describe('a follower of commits (S13)', () => {
  test('hears of a commit that inserted, once and after it, and of nothing else', async () => {
    const { database, another } = await openOutboxFixture();
    const { db, pool } = database;
    const seen: Promise<number>[] = [];
    const observer = another().db;
    const count = async (): Promise<number> =>
      (await observer.selectFrom('job_outbox').select('row_id').execute()).length;
    const end = followCommits(pool, 'job_outbox', () => void seen.push(count()));
    await enqueueJob(db, TASK, {});
    expect(await Promise.all(seen)).toEqual([1]);
    await db.transaction().execute(async (trx) => {
      await enqueueNumbers(trx, 0, 3);
      expect(seen).toHaveLength(1);
    });
    await expect(
      db.transaction().execute(async (trx) => {
        await enqueueJob(trx, TASK, {});
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await expect(enqueueJob(db, TASK, {}, { maxAttempts: 0 })).rejects.toThrow();
    await db.transaction().execute((trx) => sql`SELECT FROM job_outbox`.execute(trx));
    await wakeSender(db, newId(), newId());
    expect(await Promise.all(seen)).toEqual([1, 4]);
    end();
    await enqueueJob(db, TASK, {});
    expect(seen).toHaveLength(2);
  });
});
