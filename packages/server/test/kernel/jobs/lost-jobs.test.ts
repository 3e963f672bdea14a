import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { type Background, startBackground } from '@titular/server/kernel/jobs/background.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
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

/** Ends the connection of the first statement that takes a job: the server has done it, and its answer is told to nobody. */
function loseFirst(pool: pg.Pool): () => number {
  let lost = 0;
  const lose = (client: pg.PoolClient): void => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
    client.query = (async (...given: unknown[]) => {
      const text = String((given[0] as { text?: string } | undefined)?.text ?? given[0]);
      const result = await query(...given);
      if (lost > 0 || !/update .*_private_jobs[\s\S]*locked_by = \$1/i.test(text) || !result.rows[0])
        return result;
      lost += 1;
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });
    }) as typeof client.query;
  };
  pool.on('connect', lose as (client: pg.PoolClient) => void);
  return () => lost;
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
  let begun = 0;
  await add();
  await start(async () => {
    begun += 1;
    await promise;
  });
  await eventually(() => expect(begun).toBe(1));
  // So many looks find it locked.
  const looks = async (): Promise<number> => {
    const { rows } = await sql<{ calls: number }>`SELECT count(*)::integer AS calls FROM graphile_worker.jobs
      WHERE locked_by IS NOT NULL`.execute(database.db);
    return rows[0]?.calls ?? 0;
  };
  const sinceMs = performance.now();
  while (performance.now() - sinceMs < 10 * LOOK_MS) expect(await looks()).toBe(1);
  resolve();
  await eventually(async () => expect(await looks()).toBe(0));
  expect(begun).toBe(1);
});
