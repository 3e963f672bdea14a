import { randomUUID } from 'node:crypto';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startRun } from '@titular/server/kernel/database/batches/until-none.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { keepPartitions } from '@titular/server/kernel/database/partitions/keep-partitions.ts';
import { listPartitions } from '@titular/server/kernel/database/partitions/list-partitions.ts';
import { apiCalls } from '@titular/server/kernel/database/partitions/partitioned-tables.ts';
import { type CallRow, insertCalls } from '@titular/server/request-log/api-call-store.ts';
import { asId, createManualClock, type ManualClock } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** The tenant of every call. */
export const TENANT = randomUUID();

/** A database with a log of calls, a clock that is moved, and what the job logged. */
export type PartitionFixture = Database & {
  connectionString: string;
  clock: ManualClock;
  logged: { msg: string; rows?: number }[];
  /** Runs the job once, as one of several processes where another pool is given. */
  keep(pool?: Database): Promise<boolean>;
  /** The rows of the log as text, each with its partition, in the order of their ids. */
  rows(): Promise<{ id: string; at: Date; partition: string; row: string }[]>;
  names(): Promise<string[]>;
  hold(subjectId: string): Promise<unknown>;
  release(subjectId: string): Promise<unknown>;
  /** Opens a transaction of another connection. */
  begin(): Promise<pg.Client>;
};

/** Makes a call at an instant; its id is of a second earlier, as a request comes before it is logged. */
export const callAt = (at: Date, about: Partial<CallRow> = {}): CallRow => ({
  ...{
    tenantId: asId(TENANT),
    requestId: newId(at.getTime() - 1_000),
    at,
    account: 'shop',
    operation: 'createTransaction',
  },
  ...{
    method: 'POST',
    path: '/transactions',
    status: 200,
    code: '40002',
    durationMs: 12,
    sourceAddress: '192.0.2.1',
  },
  ...{ transactionId: undefined, processId: undefined, request: { a: 1 }, repeated: 2 },
  orderHash: Buffer.from('order'),
  ...about,
});

/** Writes calls as the service does. */
export const insert = (database: Database, ...calls: readonly CallRow[]): Promise<void> =>
  database.db.transaction().execute((trx) => insertCalls(trx, calls));

/** Adds the tenant of every call. */
export const addTenant = ({ pool }: Database): Promise<unknown> =>
  pool.query(
    `INSERT INTO tenants (tenant_id, name, wrapped_data_key, master_key_id) VALUES ($1, 'Tenant', '', 'k')`,
    [TENANT],
  );

/** Opens a database of its own for a test. */
export async function openPartitions(start?: Date): Promise<PartitionFixture> {
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 4, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await clone.drop();
  });
  await addTenant(database);
  const clock = createManualClock(start);
  const logged: PartitionFixture['logged'] = [];
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });
  const { connectionString } = clone;
  const { pool } = database;
  return {
    ...{ ...database, connectionString, clock, logged },
    keep: ({ db, pool: own } = database) =>
      keepPartitions({ db, pool: own, clock, log }, apiCalls, startRun(60_000)),
    rows: async () =>
      (
        await pool.query(`SELECT call_id AS id, at, tableoid::regclass::text AS partition, row_to_json(c)::text AS row
          FROM api_calls c ORDER BY call_id`)
      ).rows,
    names: async () => (await listPartitions(pool, apiCalls)).map(({ name }) => name),
    hold: (id) =>
      pool.query(
        `INSERT INTO legal_holds (tenant_id, transaction_id, subject_id, held_at, reference) VALUES ($1, gen_random_uuid(), $2, now(), 'r')`,
        [TENANT, id],
      ),
    release: (id) => pool.query('DELETE FROM legal_holds WHERE subject_id = $1', [id]),
    begin: async () => {
      const client = new pg.Client({ connectionString });
      client.on('error', () => undefined);
      await client.connect();
      onTestFinished(() => client.end());
      await client.query('BEGIN');
      return client;
    },
  };
}

/** The name of the partition of a day. */
export const dayOf = (instant: Date): string =>
  `api_calls_${instant.toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The instant so many days after another. */
export const inDays = (instant: Date, days: number): Date => new Date(instant.getTime() + days * 86_400_000);

/** The instant at which a day begins. */
export const midnight = (instant: Date): Date => new Date(instant.toISOString().slice(0, 10));
