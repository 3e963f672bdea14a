import {
  applyMigration,
  type MigrationEvent,
} from '@titular/server/kernel/database/migrate/apply-migration.ts';
import { parseMigration } from '@titular/server/kernel/database/migrate/migration.ts';
import { startOwnServer } from '@titular/test-kit/database/own-server.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { connectStandby } from './slow-standby.ts';

const MEGABYTE = 1_000_000;
/** More than a standby may be behind. */
const LOG_MEGABYTES = 80;

const BACKFILL = parseMigration(
  '000002-notes.batch.sql',
  `-- backfill, min_program 0
   UPDATE orders SET note = 'x' WHERE id IN (SELECT id FROM orders WHERE note IS NULL LIMIT 10);`,
);

/** A server that standbys can follow; those of other tests write the least log that there is. */
async function startPrimary() {
  const server = await startOwnServer({ wal_level: 'replica', max_wal_senders: '2' });
  onTestFinished(server.stop);
  return server;
}

async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('a backfill waits for a standby that falls behind, says how far, and goes on once it has caught up (S19)', async () => {
  const server = await startPrimary();
  const superuser = await openClient(server.superuserConnectionString);
  await superuser.query('GRANT pg_read_all_stats TO titular');
  const client = await openClient(server.connectionString);
  await client.query(`
    CREATE TABLE schema_migrations (number integer PRIMARY KEY, name text NOT NULL);
    CREATE TABLE orders (id integer PRIMARY KEY, note text);
    INSERT INTO orders (id) SELECT generate_series(1, 25)`);
  const standby = await connectStandby(server.superuserConnectionString);
  onTestFinished(() => standby.close());
  await eventually(async () =>
    expect(
      (await superuser.query("SELECT FROM pg_stat_replication WHERE state = 'streaming'")).rowCount,
    ).toBe(1),
  );
  await superuser.query(
    `SELECT count(pg_logical_emit_message(false, 'test', repeat('x', ${MEGABYTE}), true)) FROM generate_series(1, ${LOG_MEGABYTES})`,
  );

  const events: MigrationEvent[] = [];
  const filling = applyMigration(client, BACKFILL, { report: (event) => events.push(event) });
  await eventually(() => expect(events.length).toBeGreaterThan(1));
  for (const event of events)
    expect(event).toEqual({ kind: 'paced', migration: BACKFILL, lagBytes: expect.any(Number) });
  expect((events[0] as { lagBytes: number }).lagBytes).toBeGreaterThan(LOG_MEGABYTES * MEGABYTE);

  const { rows } = await superuser.query('SELECT pg_current_wal_lsn()::text AS position');
  standby.replay(rows[0].position);
  await filling;
  expect(events.filter(({ kind }) => kind === 'filled').at(-1)).toMatchObject({ batches: 3 });
  const left = await client.query('SELECT FROM orders WHERE note IS NULL');
  expect(left.rowCount).toBe(0);
});
