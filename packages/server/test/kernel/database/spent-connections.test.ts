import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';

const SIZE = 5;
let clone: ClonedDatabase;
let database: Database;

beforeEach(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, SIZE, () => undefined);
});
afterEach(async () => {
  await database.close();
  await clone.drop();
});

const pidOf = async (db: Kysely<never>): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  return rows[0]?.pid ?? 0;
};

/** Opens every connection of the pool, and gives all back. */
async function fillPool({ pool }: Database = database): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: SIZE }, () => pool.connect()));
  const pids = await Promise.all(
    clients.map(async (client) =>
      Number((await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid),
    ),
  );
  for (const client of clients) client.release();
  return pids;
}

const pidsNow = (): Promise<number[]> => fillPool();

/** Stops the process behind one connection, as a machine does that is gone, and asks it something. */
async function stopOne({ pool }: Database): Promise<{ pid: number; answered: Promise<unknown> }> {
  const client = await pool.connect();
  const pid = Number((await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid);
  process.kill(pid, 'SIGSTOP');
  return { pid, answered: client.query('SELECT 1').finally(() => client.release()) };
}

/** What a server answers that takes no writes, is going away or has broken the connection, each raised by the server itself. */
const SPENT = ['25006', '57P01', '57P02', '57P03', '08000', '08003', '08006', '08P01'];
const SOUND = ['23505', '40001', '22023', 'P0001', '57014', '53100'];

const raise = (code: string) =>
  sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'as told' USING ERRCODE = '${code}'; END $$`);

describe('a connection that leads to a server of no use leaves the pool (F5, S16)', () => {
  test.each(SPENT)('after %s, with all that were idle beside it', async (code) => {
    const before = await fillPool();
    await expect(raise(code).execute(database.db)).rejects.toMatchObject({ code });
    await eventually(async () => {
      const after = await pidsNow();
      expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    });
  });

  test.each(SOUND)('but not after %s, which says nothing of the server', async (code) => {
    const before = await fillPool();
    await expect(raise(code).execute(database.db)).rejects.toMatchObject({ code });
    expect((await pidsNow()).toSorted()).toEqual(before.toSorted());
  });

  test('after a statement that the server never answers, with all that were idle beside it (R80)', async () => {
    const other = connect(clone.connectionString, SIZE, () => undefined, { limitMs: 2_000 });
    const pids = await fillPool(other);
    const { pid, answered } = await stopOne(other);
    try {
      await expect(answered).rejects.toThrow('Query read timeout');
      await eventually(async () => expect(other.pool.totalCount).toBe(0));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const after = await fillPool(other);
    expect(after.filter((one) => pids.includes(one))).toEqual([]);
    await other.close();
  });

  test('after a transaction that met it was rolled back, with the error of the server and no other', async () => {
    const inside = database.db.transaction().execute(async (trx) => {
      await sql`SET TRANSACTION READ ONLY`.execute(trx);
      const pid = await pidOf(trx as never);
      await sql`CREATE TABLE never_made ()`.execute(trx).catch((error: Error) => {
        throw Object.assign(error, { pid });
      });
    });
    const error: { code?: string; pid?: number } = await inside.then(
      () => expect.fail('nothing can be written'),
      (fault: object) => fault,
    );
    expect(error.code).toBe('25006');
    await eventually(async () => expect(await pidsNow()).not.toContain(error.pid));
  });
});

test('a database that takes no writes is noticed when a connection opens, and is used again at once when it takes them (F5, S16)', async () => {
  const name = /@\/([a-z0-9_]+)\?/.exec(clone.connectionString)?.[1];
  const set = (value: string) =>
    asSuperuser(inject('databaseServer'), (client) => client.query(`ALTER DATABASE ${name} ${value}`));
  await set('SET default_transaction_read_only = on');
  await expect(sql`SELECT 1`.execute(database.db)).rejects.toMatchObject({ code: '25006' });
  expect(database.pool.totalCount).toBe(0);
  await set('RESET default_transaction_read_only');
  await sql`CREATE TABLE made ()`.execute(database.db);
});

test('an unused connection stays for five minutes, so that calls after a pause find it open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = await fillPool();
  vi.advanceTimersByTime(299_000);
  expect((await pidsNow()).toSorted()).toEqual(before.toSorted());
  vi.advanceTimersByTime(301_000);
  expect(database.pool.totalCount).toBe(0);
});

test('closing a database ends its connections, also where nothing but the pool was used', async () => {
  const other = connect(clone.connectionString, SIZE, () => undefined);
  await other.pool.query('SELECT 1');
  await other.close();
  expect(other.pool.ended).toBe(true);
  const used = connect(clone.connectionString, SIZE, () => undefined);
  await sql`SELECT 1`.execute(used.db);
  await used.close();
  expect(used.pool.ended).toBe(true);
});
