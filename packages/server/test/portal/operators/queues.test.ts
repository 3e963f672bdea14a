import { describeError } from '@titular/server/kernel/jobs/describe-error.ts';
import { createManualClock } from '@titular/test-kit';
import { addOperator, authenticateAgain, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMerchant } from '../../transactions/api.ts';
import { eventOf, finish, register } from '../../webhooks/log-fixture.ts';
import { outcomeOf } from '../portal-calls.ts';

let service: TestService;
let operator: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  operator = await addOperator(service);
});
afterAll(() => service?.close());

const db = () => service.service.database.db;
/** Tasks that no process runs, so that their jobs stay as they are made. */
const TASK = 'nobody-does-this';
const addJobs = (task: string, attempts: number, error: string | null, count = 1) =>
  sql`WITH made AS (
      SELECT (graphile_worker.add_job(${task}, '{"name":"Maria"}', run_at => now() - interval '90 seconds', max_attempts => 5)).id
      FROM generate_series(1, ${count}))
    UPDATE graphile_worker._private_jobs j SET attempts = ${attempts}, last_error = ${error}
    FROM made WHERE j.id = made.id`.execute(db());
const setState = async (task: string, attempts: number, error: string | null): Promise<void> => {
  await sql`
    UPDATE graphile_worker._private_jobs SET attempts = ${attempts}, last_error = ${error}
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = ${task})`.execute(db());
};
const queueOf = async (task: string) =>
  (await operator.browser.call('readQueues')).tasks.find((one) => one.task === task);
const jobs = (body: object) =>
  operator.browser.call('searchJobs', { body: { state: 'failed', ...body } as never });

describe('jobs of the deployment', () => {
  test('are counted by task: due, failing and failed, with the kind of the last error and no payload', async () => {
    await addJobs(TASK, 0, null, 2);
    await setState(TASK, 2, 'connect ECONNREFUSED for Maria Silva');
    await addJobs(TASK, 0, null);
    expect(await queueOf(TASK)).toMatchObject({
      ...{ due: 3, later: 0, running: 0, failing: 2, failed: 0, lastError: 'ECONNREFUSED' },
    });
    expect((await queueOf(TASK))?.oldestSeconds).toBeGreaterThanOrEqual(90);
    await setState(TASK, 5, 'no such thing');
    expect(await queueOf(TASK)).toMatchObject({ due: 0, failing: 0, failed: 3 });
    const text = JSON.stringify([await queueOf(TASK), await jobs({ task: TASK })]);
    expect(text).not.toContain('Maria');
  });

  test('that failed are listed by pages, and run again with an entry of who said so', async () => {
    const task = 'nobody-does-that';
    await addJobs(task, 0, null, 3);
    await setState(task, 5, 'ETIMEDOUT: it broke for Maria');
    const first = await jobs({ task, limit: 2 });
    const cursor = first.nextCursor ?? expect.fail('a next page');
    const rest = await jobs({ task, limit: 2, cursor });
    expect([...first.jobs, ...rest.jobs].map(({ error, attempts }) => [error, attempts])).toEqual([
      ...[1, 2, 3].map(() => ['ETIMEDOUT', 5]),
    ]);
    expect(rest.nextCursor).toBeUndefined();
    await authenticateAgain(operator);
    const id = first.jobs[0]?.id ?? expect.fail('a job');
    expect(await operator.browser.call('retryJobs', { body: { task, id } })).toEqual({
      ...{ retried: 1, isMore: false },
    });
    expect(await operator.browser.call('retryJobs', { body: { task } })).toEqual({
      retried: 2,
      isMore: false,
    });
    expect(await operator.browser.call('retryJobs', { body: { task } })).toEqual({
      retried: 0,
      isMore: false,
    });
    expect(await queueOf(task)).toMatchObject({ due: 3, failed: 0 });
    const entries = await db()
      .selectFrom('audit_log')
      .select(['actor', 'after'])
      .where('action', '=', 'jobs.retry')
      .orderBy('entry_id')
      .execute();
    expect(entries).toEqual([
      { actor: `user:${operator.userId}`, after: { task, jobs: 1, job: id } },
      { actor: `user:${operator.userId}`, after: { task, jobs: 2 } },
    ]);
  });
});

describe('failed jobs', () => {
  test('are counted, listed and run again behind 20,000 that wait', async () => {
    const task = 'nobody-does-it-late';
    await addJobs('nobody-waits', 0, null);
    await sql`INSERT INTO graphile_worker._private_jobs (task_id, payload)
      SELECT id, '{}' FROM graphile_worker._private_tasks, generate_series(1, 20000) WHERE identifier = 'nobody-waits'`.execute(
      db(),
    );
    await addJobs(task, 0, null);
    await setState(task, 5, 'ETIMEDOUT');
    expect(await queueOf(task)).toMatchObject({ failed: 1 });
    expect((await jobs({ task })).jobs).toHaveLength(1);
    await authenticateAgain(operator);
    expect(await operator.browser.call('retryJobs', { body: { task } })).toMatchObject({ retried: 1 });
    expect(outcomeOf(await operator.browser.send('retryJobs', { body: { task, id: '1' } }))).toBe('40420');
  });
});

describe('webhooks that are overdue', () => {
  test('are told by tenant, the longest overdue first, and on the page of the tenant', async () => {
    const merchant = await newMerchant(service);
    await register(service, merchant, 'https://receiver.invalid/');
    // It rests, so that nothing is tried meanwhile.
    const restsUntil = new Date(clock.now().getTime() + 3_600_000);
    await db().updateTable('webhook_endpoints').set({ rests_until: restsUntil }).execute();
    await eventOf(merchant, await finish(merchant));
    await sql`UPDATE deliveries SET next_attempt_at = ${clock.now()}::timestamptz - interval '10 minutes'
      WHERE state = 'pending'`.execute(db());
    const { tenantId } = merchant.tenant;
    const [overdue] = (await operator.browser.call('readQueues')).tenants;
    expect(overdue).toMatchObject({ id: tenantId, endpoints: 1, waiting: 1 });
    expect(overdue?.oldestSeconds).toBeGreaterThanOrEqual(600);
    // The log of calls is written a moment after they are answered.
    const state = await eventually(async () => {
      const read = await operator.browser.call('readTenantState', { params: { tenant_id: tenantId } });
      expect(read.lastCallAt).toBeTypeOf('string');
      return read;
    });
    expect(state).toMatchObject({
      endpoints: { on: 1, off: 0, offByItself: 0 },
      deliveries: { waiting: 1 },
      entry: 'allowed',
    });
    // A second may pass between the two readings.
    expect(state.deliveries.oldestSeconds).toBeGreaterThanOrEqual(overdue?.oldestSeconds ?? Number.NaN);
    expect(state.settings.find(({ name }) => name === 'operator-entry')).toEqual({
      ...{ name: 'operator-entry', value: 'allowed', isDefault: true, group: 'access' },
      shape: { kind: 'choice', options: ['allowed', 'refused'] },
    });
    expect(state.transactions.map(({ days }) => days)).toEqual([1, 7, 30]);
  });
});

describe('the kind of an error', () => {
  test.each([
    ['connect ECONNREFUSED 10.1.2.3:5432', 'ECONNREFUSED'],
    ['TypeError: cannot read Maria', 'TypeError'],
    ['deadlock detected', '40P01'],
    ['duplicate key value violates unique constraint "maria"', '23505'],
    ['can\'t read "O\'Brien Maria"', 'other'],
    ['no name Maria Silva', 'other'],
    ['EMARIA: 529.982.247-25', 'other'],
    ['', 'other'],
    ['x'.repeat(500), 'other'],
  ])('is one of closed lists, and nothing else of its text: %j', (text, kind) => {
    expect(describeError(text)).toBe(kind);
  });
});
