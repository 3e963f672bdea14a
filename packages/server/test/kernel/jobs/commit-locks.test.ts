import { sealAuditLog } from '@titular/server/audit/seal-audit-log.ts';
import { verifyAuditLog } from '@titular/server/audit/verify-audit-log.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { connect, type Db } from '@titular/server/kernel/database/connect.ts';
import { enqueueJob } from '@titular/server/kernel/database/enqueue.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { relayBatch } from '@titular/server/kernel/database/outbox/outbox-store.ts';
import { wakeSender } from '@titular/server/webhooks/endpoints/endpoint-change-store.ts';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { startOwnServer } from '@titular/test-kit/database/own-server.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

const COMMITS = 24;

const closers: (() => Promise<unknown>)[] = [];
let superuser: pg.Client;
let connectionString: string;

/** A server whose commits wait for a standby that never comes, once it is told to have one. */
beforeAll(async () => {
  const server = await startOwnServer({
    wal_level: 'replica',
    max_wal_senders: '2',
    synchronous_commit: 'on',
  });
  closers.push(server.stop);
  connectionString = server.connectionString;
  await migrate(connectionString);
  superuser = new pg.Client({ connectionString: server.superuserConnectionString });
  superuser.on('error', () => undefined);
  await superuser.connect();
  closers.push(() => superuser.end());
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** Has commits wait for a standby from here on, or for none. The session that says so does not wait itself. */
async function awaitStandby(name: string): Promise<void> {
  await superuser.query('SET synchronous_commit = local');
  await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await superuser.query('SELECT pg_reload_conf()');
}

const OF_COMMITS = `SELECT pid FROM pg_stat_activity
  WHERE application_name = 'titular' AND wait_event_type = 'IPC' AND wait_event = 'SyncRep'`;

const audited = (db: Db): Promise<void> =>
  insertAnyEntry(
    db,
    { clock: systemClock, actor: 'test' },
    { tenantId: undefined, action: 'a.change', subject: 'a thing' },
  );

test('24 commits with a job, a wake and an audit entry wait for their standby at once, and none holds a lock of the server or of a key meanwhile (S13, S58)', async () => {
  const database = connect(connectionString, COMMITS, () => undefined);
  closers.push(database.close);
  await awaitStandby('nobody');
  const change = (): Promise<void> =>
    database.db.transaction().execute(async (trx) => {
      await enqueueJob(trx, 'decide-transaction', { transactionId: newId() });
      await wakeSender(trx, newId(), newId());
      await audited(trx);
    });
  const changes = Promise.all(Array.from({ length: COMMITS }, change));
  await eventually(async () => expect((await superuser.query(OF_COMMITS)).rowCount).toBe(COMMITS));
  const { rows } = await superuser.query(`SELECT locktype, database, classid, mode FROM pg_locks
    WHERE pid IN (${OF_COMMITS}) AND (locktype = 'advisory' OR locktype = 'object' AND database = 0)`);
  expect(rows).toEqual([]);
  await awaitStandby('');
  await changes;
  while (await relayBatch(database.db));
  const { rows: jobs } = await sql`SELECT FROM graphile_worker.jobs`.execute(database.db);
  expect(jobs).toHaveLength(COMMITS);
  await sealAuditLog(database.db);
  expect(await verifyAuditLog(database.db, undefined, () => undefined)).toMatchObject({
    ...{ entries: COMMITS, waiting: 0, broken: undefined },
  });
});
