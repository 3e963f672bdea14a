import { enqueueJob } from '@titular/server/kernel/database/enqueue.ts';
import { startOutboxRelay } from '@titular/server/kernel/jobs/relay-outbox.ts';
import { addSweeps, claimSweeps } from '@titular/server/kernel/jobs/sweep-store.ts';
import { type Sweep, startSweeps, sweepOnce } from '@titular/server/kernel/jobs/sweeps.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { connectFaulty, FAULTS } from '../../transactions/faulty-database.ts';
import { type OutboxFixture, openOutboxFixture } from './outbox-fixture.ts';

const TASK = 'decide-transaction';

const numbersOf = async ({ listJobs }: OutboxFixture): Promise<unknown[]> =>
  (await listJobs()).map(({ payload }) => payload['number']);

/** Lets every sweep have been made at a time. */
const freeSweeps = ({ database }: OutboxFixture, at: string): Promise<unknown> =>
  sql`UPDATE sweeps SET swept_at = ${at}::timestamptz`.execute(database.db);

describe('a relay (S13)', () => {
  test('hands over what a commit of its process left, unasked, and at its stop what is left', async () => {
    const fixture = await openOutboxFixture();
    const { database, another, log } = fixture;
    const relay = startOutboxRelay(database.db, [database.pool], log);
    await enqueueJob(database.db, TASK, { number: 1 });
    await eventually(async () => expect(await numbersOf(fixture)).toEqual([1]));
    await enqueueJob(another().db, TASK, { number: 2 });
    expect(await numbersOf(fixture)).toEqual([1]);
    await relay.stop();
    expect(await numbersOf(fixture)).toEqual([1, 2]);
    expect(fixture.logged()).toEqual([]);
  });

  test('of two processes hands each job over once, whoever of 8 writers in both left it', async () => {
    const fixture = await openOutboxFixture();
    const processes = [fixture.database, fixture.another()];
    const relays = processes.map(({ db, pool }) => startOutboxRelay(db, [pool], fixture.log));
    const write = async (writer: number): Promise<void> => {
      const { db } = processes[writer % 2] ?? fixture.database;
      for (let at = 0; at < 50; at += 1) await enqueueJob(db, TASK, { number: writer * 50 + at });
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    await Promise.all(relays.map(({ stop }) => stop()));
    const numbers = (await numbersOf(fixture)) as number[];
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, at) => at));
    // Each writer's own jobs stay in their order.
    for (let writer = 0; writer < 8; writer += 1) {
      const own = numbers.filter((number) => Math.floor(number / 50) === writer);
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
    expect(fixture.logged()).toEqual([]);
  });

  test.each(FAULTS)(
    'whose statement is %s loses and doubles nothing, logs once, and the sweep of another process goes on',
    async (fault) => {
      const fixture = await openOutboxFixture();
      const { database, another, log } = fixture;
      const faulty = connectFaulty(fixture.clone.connectionString, another());
      const relay = startOutboxRelay(faulty.database.db, [database.pool], log);
      for (const number of [1, 2]) {
        faulty.failAt(1, fault);
        await enqueueJob(database.db, TASK, { number });
        await relay.idle();
        expect(faulty.mend()).toBe(true);
      }
      expect(fixture.logged()).toEqual(['what waits is not handed over']);
      const { db, pool } = another();
      const survivor = startOutboxRelay(db, [pool], log);
      await addSweeps(db, ['outbox']);
      await sweepOnce(db, [survivor.sweep]);
      await survivor.stop();
      await relay.stop();
      expect(await numbersOf(fixture)).toEqual([1, 2]);
      expect(fixture.logged()).toEqual(['what waits is not handed over', 'what waited is handed over again']);
      await faulty.database.close();
    },
  );

  test('on a database that takes no writes leaves all where it is and logs once, until it takes them', async () => {
    const fixture = await openOutboxFixture();
    const { database, another, log, clone } = fixture;
    await enqueueJob(database.db, TASK, { number: 1 });
    const name = /@\/([a-z0-9_]+)\?/.exec(clone.connectionString)?.[1] ?? '';
    const setReadOnly = (value: string): Promise<unknown> =>
      sql`ALTER DATABASE ${sql.id(name)} SET default_transaction_read_only = ${sql.lit(value)}`.execute(
        database.db,
      );
    await setReadOnly('on');
    const { db, pool } = another();
    const relay = startOutboxRelay(db, [pool], log);
    const look = async (): Promise<void> => (await relay.sweep.look(database.db))();
    for (let times = 0; times < 3; times += 1) {
      await look();
      await relay.idle();
      expect(fixture.logged()).toEqual(['what waits is not handed over']);
    }
    await setReadOnly('off');
    await relay.stop();
    expect(await numbersOf(fixture)).toEqual([1]);
  });
});

describe('a sweep (S56)', () => {
  const noting = (name: string, seen: string[]): Sweep => ({
    name,
    look: async () => {
      seen.push(`${name} looked`);
      return () => void seen.push(`${name} acted`);
    },
  });

  test('is taken by one process of ten at a time, and by the next one a turn later', async () => {
    const fixture = await openOutboxFixture();
    const seen: string[] = [];
    const { db } = fixture.database;
    await addSweeps(db, ['outbox']);
    const sweepTen = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 10 }, () => sweepOnce(db, [noting('outbox', seen)])));
    await sweepTen();
    expect(seen).toEqual(['outbox looked', 'outbox acted']);
    await sweepTen();
    expect(seen).toHaveLength(2);
    await freeSweeps(fixture, '-infinity');
    await sweepTen();
    expect(seen).toHaveLength(4);
    // As by a primary whose clock was ahead.
    await freeSweeps(fixture, '2100-01-01');
    await sweepTen();
    expect(seen).toHaveLength(6);
  });

  test('that rests does so for 4 s after a look of 100 ms, over all processes, after 20 ms not at all, and never more than 5 s', async () => {
    const fixture = await openOutboxFixture();
    const { db } = fixture.database;
    await addSweeps(db, ['outbox', 'webhooks', 'scenarios', 'audit']);
    let nowMs = 0;
    const lasting = (name: string, ms: number): Sweep => ({
      name,
      rests: true,
      look: async () => {
        nowMs += ms;
        return () => undefined;
      },
    });
    const { rests: _, ...restless } = lasting('audit', 60_000);
    const looks = [
      ...[lasting('outbox', 20), lasting('webhooks', 100), lasting('scenarios', 60_000)],
      restless,
    ];
    await sweepOnce(db, looks, () => nowMs);
    const names = looks.map(({ name }) => name);
    /** What could be claimed had so much time passed; nothing is. */
    const free = async (passed: string): Promise<string[]> => {
      const trx = await db.startTransaction().execute();
      await sql`UPDATE sweeps SET swept_at = swept_at - ${passed}::interval`.execute(trx);
      const claimed = await claimSweeps(trx, names);
      await trx.rollback().execute();
      return names.filter((name) => claimed.has(name));
    };
    expect(await free('1 second')).toEqual(['outbox', 'audit']);
    expect(await free('2 seconds')).toEqual(['outbox', 'audit']);
    expect(await free('4 seconds')).toEqual(['outbox', 'webhooks', 'audit']);
    expect(await free('6 seconds')).toEqual(['outbox', 'webhooks', 'scenarios', 'audit']);
  });

  test('that fails undoes its own writes alone, takes nothing from those before and after it, and comes again', async () => {
    const fixture = await openOutboxFixture();
    const { db } = fixture.database;
    const seen: string[] = [];
    await addSweeps(db, ['outbox', 'webhooks', 'audit']);
    const writing = (name: string): Sweep => ({
      name,
      look: async (trx) => {
        await enqueueJob(trx, TASK, { from: name });
        return () => void seen.push(`${name} acted`);
      },
    });
    const failing: Sweep = {
      name: 'webhooks',
      look: async (trx) => {
        await writing('webhooks').look(trx);
        return sql`SELECT 1 / 0`.execute(trx) as never;
      },
    };
    await expect(sweepOnce(db, [writing('outbox'), failing, writing('audit')])).rejects.toThrow(
      'the sweep webhooks failed: division by zero',
    );
    expect(seen).toEqual(['outbox acted', 'audit acted']);
    const rows = await db.selectFrom('job_outbox').select('payload').execute();
    expect(new Set(rows.map(({ payload }) => (payload as { from?: string }).from))).toEqual(
      new Set(['outbox', 'audit']),
    );
    await freeSweeps(fixture, '-infinity');
    await sweepOnce(db, [noting('webhooks', seen)]);
    expect(seen).toContain('webhooks acted');
  });

  test('hands over what a process left that died between its commit and its relay', async () => {
    const fixture = await openOutboxFixture();
    const { database, another, log } = fixture;
    await enqueueJob(database.db, TASK, { number: 1 });
    const { db, pool } = another();
    const relay = startOutboxRelay(db, [pool], log);
    const sweeps = await startSweeps({ db, log, random: () => 0 }, [relay.sweep]);
    await eventually(async () => expect(await numbersOf(fixture)).toEqual([1]));
    await enqueueJob(database.db, TASK, { number: 2 });
    await eventually(async () => expect(await numbersOf(fixture)).toEqual([1, 2]));
    await sweeps.stop();
    await relay.stop();
  });

  test('costs one commit a tick and no write where another process has the turn, whatever there is to sweep', async () => {
    const fixture = await openOutboxFixture();
    const { db, pool } = fixture.database;
    /** For each commit, the id of its transaction, which only one that writes has. */
    const commits: unknown[] = [];
    await addSweeps(db, ['outbox', 'webhooks', 'audit']);
    const all = ['outbox', 'webhooks', 'audit'].map((name) => noting(name, []));
    await sweepOnce(db, all);
    const client = await pool.connect();
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
    client.query = (async (...given: unknown[]) => {
      if (given[0] === 'commit') {
        const { rows } = await query('SELECT pg_current_xact_id_if_assigned() AS id');
        commits.push(rows[0]?.id);
      }
      return query(...given);
    }) as typeof client.query;
    client.release();
    await sweepOnce(db, all);
    expect(commits).toEqual([null]);
  });
});
