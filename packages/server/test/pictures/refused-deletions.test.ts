import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { deleteAllDue } from '@titular/server/pictures/delete-due.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 2, () => undefined);
});
beforeEach(async () => {
  await database.db.deleteFrom('object_dues').execute();
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const plant = (count: number) =>
  sql`INSERT INTO object_dues (object_name, due_at)
    SELECT 'object ' || n, now() - interval '1 day' + n * interval '1 second' FROM generate_series(1, ${count}) n`.execute(
    database.db,
  );
const left = async (): Promise<number> =>
  (await database.db.selectFrom('object_dues').select('object_name').execute()).length;

/** A store that refuses objects by their number. */
const storeThat = (refuses: (number: number) => boolean) => ({
  remove: async (name: string): Promise<void> => {
    if (refuses(Number(name.split(' ')[1]))) throw new Error('the store refused');
  },
});
const run = (limitMs = 60_000) => ({ elapsedMs: () => 0, limitMs });

test('objects that the store refuses hold up no other, and the fault is told at the end (R50, R93)', async () => {
  await plant(500);
  const objects = storeThat((number) => number % 100 === 0);
  await expect(deleteAllDue({ db: database.db, objects }, run())).rejects.toThrow('the store refused');
  expect(await left()).toBe(5);
});

test('many that are refused, due before all others, hold up none of those either (R50)', async () => {
  await plant(500);
  const objects = storeThat((number) => number <= 200);
  await expect(deleteAllDue({ db: database.db, objects }, run())).rejects.toThrow('the store refused');
  expect(await left()).toBe(200);
});

test('a run whose time is over leaves the rest of its claim, and comes again while any was deleted', async () => {
  await plant(100);
  let elapsedMs = 0;
  const objects = {
    remove: async (): Promise<void> => {
      elapsedMs += 1_000;
    },
  };
  const late = { elapsedMs: () => elapsedMs, limitMs: 8_000 };
  expect(await deleteAllDue({ db: database.db, objects }, late)).toBe(false);
  expect(await left()).toBe(92);
});
