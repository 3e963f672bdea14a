import { connect, type Database, withRetries } from '@titular/server/kernel/database/connect.ts';
import { afterCommit } from '@titular/server/kernel/database/outbox/after-commit.ts';
import { isCounted, uncounted } from '@titular/server/kernel/metrics/uncounted.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let database: Database;
let drop: () => Promise<void>;
let told: string[] = [];

beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ drop } = clone);
  database = connect(clone.connectionString, 1, () => undefined);
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(() => {
  told = [];
});

const tell = (what: string) => () => void told.push(what);

test('what tells of a change runs once its transaction has committed, and outside of one at once (S41)', async () => {
  await afterCommit(database.db, tell('at once'));
  expect(told).toEqual(['at once']);
  await database.db.transaction().execute(async (trx) => {
    await afterCommit(trx, tell('first'));
    await afterCommit(trx, tell('second'));
    expect(told).toEqual(['at once']);
  });
  expect(told).toEqual(['at once', 'first', 'second']);
});

test('what is rolled back, fails at its commit, or is tried again tells nothing but what was committed (S41)', async () => {
  const { db } = database;
  const failing = db.transaction().execute(async (trx) => {
    await afterCommit(trx, tell('rolled back'));
    throw new Error('a fault');
  });
  await expect(failing).rejects.toThrow('a fault');
  await sql`CREATE TABLE IF NOT EXISTS late (id integer PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)`.execute(
    db,
  );
  const refused = db.transaction().execute(async (trx) => {
    await afterCommit(trx, tell('refused at its commit'));
    await sql`INSERT INTO late VALUES (1), (1)`.execute(trx);
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  let tries = 0;
  await withRetries(() =>
    db.transaction().execute(async (trx) => {
      tries += 1;
      await afterCommit(trx, tell(`try ${tries}`));
      if (tries === 1) throw Object.assign(new Error('it lost'), { code: '40001' });
    }),
  );
  // The one connection of the pool has nothing left of those before.
  await db.transaction().execute(async (trx) => void (await sql`SELECT 1`.execute(trx)));
  expect(told).toEqual(['try 2']);
});

test('what nobody is to count is not counted after the commit either', async () => {
  const counted: boolean[] = [];
  await database.db.transaction().execute(async (trx) => {
    await uncounted(() => afterCommit(trx, () => void counted.push(isCounted())));
    await afterCommit(trx, () => void counted.push(isCounted()));
  });
  expect(counted).toEqual([false, true]);
});
