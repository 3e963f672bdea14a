import { StartRefused } from '@titular/server/kernel/base/start-refused.ts';
import type { Database } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { readNewestSchema } from '@titular/server/kernel/database/migrate/migration.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, test } from 'vitest';
import { goBackTo } from './earlier-schema.ts';
import { beginLongWrite, isWaitedFor, openClone, readSchema } from './upgrade-fixture.ts';

/** The last migration before the one that puts triggers on transactions and processes. */
const LAST_WITHOUT_TRIGGERS = 31;
/** More than a migration waits for a lock, and less than the long transaction lasts. */
const WRITER_LIMIT_MS = 5_000;

/** What a write to the table needs; fails when it has to wait for longer than a migration may. */
const write = ({ pool }: Database, table: string): Promise<unknown> =>
  pool.query(
    `BEGIN; SET LOCAL statement_timeout = ${WRITER_LIMIT_MS}; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE; COMMIT`,
  );

describe('a migration that meets a long transaction', () => {
  test('stops no writer for longer than two seconds, and ends once the transaction does', async () => {
    const database = await openClone();
    await goBackTo(database.pool, LAST_WITHOUT_TRIGGERS);
    const endWrite = await beginLongWrite(database.connectionString, 'processes');
    const migrating = migrate(database.connectionString);
    migrating.catch(() => undefined);
    await eventually(async () => expect(await isWaitedFor(database, 'processes')).toBe(true));
    // The migration holds the one table by then, and waits for the other.
    await Promise.all(['transactions', 'processes'].map((table) => write(database, table)));
    expect(await readSchema(database)).toBe(LAST_WITHOUT_TRIGGERS);
    await endWrite();
    await migrating;
    expect(await readSchema(database)).toBe(await readNewestSchema());
  });

  test('gives up after some tries with one sentence, has changed nothing, and succeeds later', async () => {
    const database = await openClone();
    await goBackTo(database.pool, LAST_WITHOUT_TRIGGERS);
    const endWrite = await beginLongWrite(database.connectionString, 'processes');
    const refused = migrate(database.connectionString, { lockTries: 2 });
    await expect(refused).rejects.toThrow(/^The migration 000032-capture-dues\.sql [^\n]*2 times[^\n]*\.$/);
    await expect(refused).rejects.toBeInstanceOf(StartRefused);
    expect(await readSchema(database)).toBe(LAST_WITHOUT_TRIGGERS);
    expect((await database.pool.query(`SELECT to_regclass('capture_dues') AS made`)).rows).toEqual([
      { made: null },
    ]);
    await endWrite();
    await migrate(database.connectionString, { lockTries: 2 });
    expect(await readSchema(database)).toBe(await readNewestSchema());
  });
});

describe('a schema newer than the program', () => {
  async function openNewer() {
    const database = await openClone();
    const newest = await readNewestSchema();
    await database.pool.query(
      `INSERT INTO deployment (environment, master_key_id, master_key_check) VALUES ('test', 'k', '\\x00')`,
    );
    await database.pool.query(`INSERT INTO schema_migrations (number, name) VALUES (${newest + 1}, 'later')`);
    const allowFrom = (lowest: number) =>
      database.db.updateTable('deployment').set({ lowest_known_schema: lowest }).execute();
    return { ...database, newest, allowFrom };
  }

  test('lets a node of the release before start while the new one rolls out', async () => {
    const { connectionString, newest, allowFrom } = await openNewer();
    await allowFrom(newest);
    await migrate(connectionString);
  });

  test('refuses the start once the schema says that such a release must not touch it', async () => {
    const { connectionString, newest, allowFrom } = await openNewer();
    await allowFrom(newest + 1);
    const refused = migrate(connectionString);
    await expect(refused).rejects.toThrow(
      `The database has schema ${newest + 1}, but this program supports only ${newest}: run a newer version of titular.`,
    );
    await expect(refused).rejects.toBeInstanceOf(StartRefused);
  });
});
