import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startBackground } from '@titular/server/kernel/jobs/background.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.close();
});

/** Lets a pool give no connection while it is told so, as one that is exhausted or whose database is away. */
function makeFail(pool: pg.Pool): { isUnavailable: boolean; refused: number } {
  const state = { isUnavailable: false, refused: 0 };
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const failing = (...given: unknown[]): unknown => {
    if (!state.isUnavailable) return connect(...given);
    state.refused += 1;
    const error = new Error('timeout exceeded when trying to connect');
    const [callback] = given;
    return typeof callback === 'function' ? callback(error) : Promise.reject(error);
  };
  pool.connect = failing as typeof pool.connect;
  return state;
}

test('a node whose runner of jobs ended by itself says so until it runs again (S15)', async () => {
  const node = await startTestService();
  const { pool } = node.service.database;
  const state = makeFail(pool);
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  const causes = async (): Promise<unknown> => {
    const answer = (await (await fetch(`${node.url}/readyz`)).json()) as Record<string, unknown>;
    return answer['causes'];
  };
  try {
    pool.query = ((...given: unknown[]) => {
      state.isUnavailable ||= String(given[0]).includes('force_unlock_workers');
      return query(...given);
    }) as typeof pool.query;
    await query('SELECT graphile_worker.add_job($1)', ['release-abandoned-jobs']);
    await eventually(async () => expect(await causes()).toEqual(['jobs_stopped']));
    pool.query = query as typeof pool.query;
    state.isUnavailable = false;
    await eventually(async () => expect(await causes()).toBeUndefined());
  } finally {
    state.isUnavailable = false;
    await node.close();
  }
});

test('the end of a job that the database does not take ends no process, and jobs go on without anybody doing anything (R79)', async () => {
  const pool = new pg.Pool(service.service.database.pool.options);
  pool.on('error', () => undefined);
  const state = makeFail(pool);
  const logged: string[] = [];
  const log = createLog('error', { write: (line) => logged.push(line) });
  const done: string[] = [];
  const background = await startBackground(
    pool,
    {
      schedule: [],
      tasks: {
        'end-badly': async () => {
          state.isUnavailable = done.length === 0;
          done.push('badly');
        },
        'end-well': async () => {
          done.push('well');
        },
      },
    },
    { log, clock: systemClock, workNames: createWorkNames() },
  );
  const addJob = (task: string): Promise<unknown> =>
    service.service.database.pool.query('SELECT graphile_worker.add_job($1)', [task]);
  try {
    await addJob('end-badly');
    // The end of a job is tried several times: a database that is back before the last of them has lost nothing.
    await eventually(() => expect(logged.join()).toContain('are started again'));
    expect(state.refused).toBeGreaterThan(0);
    expect(done).toEqual(['badly']);
    state.isUnavailable = false;
    await addJob('end-well');
    await eventually(() => expect(done).toContain('well'));
  } finally {
    state.isUnavailable = false;
    await background.stop();
    await pool.end();
  }
});
