import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { type Background, startBackground } from '@titular/server/kernel/jobs/background.ts';
import { createLostJobs, LOOKS_IN_DOUBT, LOOKS_OF_AN_END } from '@titular/server/kernel/jobs/lost-jobs.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LOOK_MS = 100;

let clone: ClonedDatabase;
let database: Database;
let background: Background | undefined;
beforeEach(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 6, () => undefined);
});
afterEach(async () => {
  await background?.stop();
  await database.close();
  await clone.drop();
});

const start = async (task: () => Promise<void>): Promise<void> => {
  background = await startBackground(
    database.pool,
    { tasks: { look: task }, schedule: [] },
    { ...{ log: createLog('silent'), clock: systemClock, workNames: createWorkNames() }, lookMs: LOOK_MS },
  );
};
const add = (): Promise<unknown> => sql`SELECT graphile_worker.add_job('look')`.execute(database.db);

const TAKES = /update .*_private_jobs[\s\S]*locked_by = \$1/i;
const ENDS = /delete from .*_private_jobs/i;
const LISTS = /^select .* where locked_by = any \(\$1\)/i;

type Query = (...given: unknown[]) => Promise<pg.QueryResult>;

type Pass = (text: string, send: () => ReturnType<Query>, end: () => void) => unknown;

/** Has statements of the pool go through `pass`, with their text, and with what ends their connection. */
function intercept(pool: pg.Pool, pass: Pass): void {
  const wrap = (client: pg.PoolClient): void => {
    const query = client.query.bind(client) as Query;
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    client.query = ((...given: unknown[]) => {
      const text = String((given[0] as { text?: string } | undefined)?.text ?? given[0]);
      return pass(
        text,
        () => query(...given),
        () => void stream.destroy(),
      );
    }) as typeof client.query;
  };
  pool.on('connect', wrap as (client: pg.PoolClient) => void);
}

/** Ends the connection of the first statement that takes a job: the server has done it, and its answer is told to nobody. */
function loseFirst(pool: pg.Pool): () => number {
  let lost = 0;
  intercept(pool, (text, send, end) => {
    if (lost > 0 || !TAKES.test(text)) return send();
    return send().then((result) => {
      if (lost > 0 || !result.rows[0]) return result;
      lost += 1;
      end();
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });
    });
  });
  return () => lost;
}

/** Counts statements that look for what this process holds. */
function countLooks(pool: pg.Pool): () => number {
  let looks = 0;
  intercept(pool, (text, send) => {
    if (LISTS.test(text)) looks += 1;
    return send();
  });
  return () => looks;
}

/** Takes a connection away, which makes the process look. */
async function loseConnection(): Promise<void> {
  const removed = once(database.pool, 'remove');
  (await database.pool.connect()).release(true);
  await removed;
}

test('a job whose taking got no answer is done soon, and not when its lock has grown old (R76)', async () => {
  const lost = loseFirst(database.pool);
  let done = 0;
  await add();
  await start(async () => {
    done += 1;
  });
  await eventually(() => expect(done).toBe(1));
  expect(lost()).toBe(1);
});

test('a job that takes long is left to whoever does it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const looked = countLooks(database.pool);
  let begun = 0;
  await add();
  await start(async () => {
    begun += 1;
    await promise;
  });
  await eventually(() => expect(begun).toBe(1));
  await loseConnection();
  const locked = async (): Promise<number> => {
    const { rows } = await sql<{ calls: number }>`SELECT count(*)::integer AS calls FROM graphile_worker.jobs
      WHERE locked_by IS NOT NULL`.execute(database.db);
    return rows[0]?.calls ?? 0;
  };
  const before = looked();
  await eventually(async () => {
    expect(await locked()).toBe(1);
    expect(looked()).toBeGreaterThan(before + 3);
  });
  resolve();
  await eventually(async () => expect(await locked()).toBe(0));
  expect(begun).toBe(1);
});

test('a job whose end waits for the database is not lost: no other runner is started for it (R76)', async () => {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const lines: string[] = [];
  const looks = countLooks(database.pool);
  let ends = 0;
  intercept(database.pool, (text, send) => {
    if (!ENDS.test(text)) return send();
    ends += 1;
    return held.then(send);
  });
  await add();
  background = await startBackground(
    database.pool,
    { tasks: { look: async () => undefined }, schedule: [] },
    {
      ...{ log: createLog('warn', { write: (line) => void lines.push(line) }), clock: systemClock },
      ...{ workNames: createWorkNames(), lookMs: LOOK_MS },
    },
  );
  await eventually(() => expect(ends).toBe(1));
  await loseConnection();
  const before = looks();
  await eventually(() => expect(looks()).toBeGreaterThan(before + 3));
  expect(lines).toEqual([]);
  resolve();
  await eventually(async () => {
    const { rows } = await sql`SELECT 1 FROM graphile_worker.jobs`.execute(database.db);
    expect(rows).toEqual([]);
  });
  expect(ends).toBe(1);
});

test('a process looks after its start and after each lost connection, and not in between', async () => {
  const looks = countLooks(database.pool);
  const lost = createLostJobs(database.pool, new EventEmitter() as WorkerEvents);
  const lookOften = async (): Promise<number> => {
    const before = looks();
    for (let times = 0; times < 3 * LOOKS_IN_DOUBT; times += 1) expect(await lost.look(['pool'])).toBe(false);
    return looks() - before;
  };
  expect(await lookOften()).toBe(LOOKS_IN_DOUBT);
  expect(await lookOften()).toBe(0);
  await loseConnection();
  expect(await lookOften()).toBe(LOOKS_IN_DOUBT);
});

test('two looks find what no worker ever had, and what one had is its own until its end is written', async () => {
  const events = new EventEmitter() as WorkerEvents;
  const lost = createLostJobs(database.pool, events);
  await add();
  const { rows } = await sql<{ id: string; attempts: number }>`
    UPDATE graphile_worker._private_jobs SET locked_by = 'pool', locked_at = now(), attempts = 1
    RETURNING id::text, attempts`.execute(database.db);
  const job = rows[0] as never;
  events.emit('job:start', { job } as never);
  events.emit('job:complete', { job } as never);
  for (let times = 0; times < LOOKS_IN_DOUBT - 2; times += 1) expect(await lost.look(['pool'])).toBe(false);
  // A worker that came after it had nothing of it.
  events.emit('pool:create', {} as never);
  expect([await lost.look(['pool']), await lost.look(['pool'])]).toEqual([false, true]);
});

test('a taking of the runner before, carried out late, is lost too: it has given back what it held by then (R76)', async () => {
  const events = new EventEmitter() as WorkerEvents;
  const lost = createLostJobs(database.pool, events);
  events.emit('pool:create', {} as never);
  await add();
  await sql`UPDATE graphile_worker._private_jobs SET locked_by = 'before', locked_at = now(), attempts = 1`.execute(
    database.db,
  );
  expect([await lost.look(['pool']), await lost.look(['pool'])]).toEqual([false, false]);
  const names = ['before', 'pool'];
  expect([await lost.look(names), await lost.look(names)]).toEqual([false, true]);
});

test('what is over is known for two looks without a list, and not for ever', async () => {
  const events = new EventEmitter() as WorkerEvents;
  const lost = createLostJobs(database.pool, events);
  const lookOften = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) expect(await lost.look(['pool'])).toBe(false);
  };
  await lookOften(LOOKS_IN_DOUBT);
  await add();
  const { rows } = await sql<{ id: string; attempts: number }>`
    UPDATE graphile_worker._private_jobs SET locked_by = 'pool', locked_at = now(), attempts = 1
    RETURNING id::text, attempts`.execute(database.db);
  const job = rows[0] as never;
  const end = (): void => {
    events.emit('job:start', { job } as never);
    events.emit('job:complete', { job } as never);
  };
  end();
  await lookOften(LOOKS_OF_AN_END);
  await loseConnection();
  await lookOften(LOOKS_IN_DOUBT);
  end();
  await lookOften(LOOKS_OF_AN_END + 1);
  await loseConnection();
  expect([await lost.look(['pool']), await lost.look(['pool'])]).toEqual([false, true]);
});
