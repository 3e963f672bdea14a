import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** A job as the job tables have it. */
type GivenJob = {
  task: string;
  payload: Record<string, unknown>;
  queue: string | null;
  run_at: Date;
  max_attempts: number;
  key: string | null;
};

/** A database whose jobs nobody takes, and what was logged. */
export type OutboxFixture = {
  clone: ClonedDatabase;
  database: Database;
  /** Another process on the same database. */
  another(): Database;
  /** Jobs that were handed over, in the order in which they are taken. */
  listJobs(): Promise<GivenJob[]>;
  countWaiting(): Promise<number>;
  log: ReturnType<typeof createLog>;
  /** Messages that were logged, in order. */
  logged(): string[];
  /** What the channels were told since. */
  listen(...channels: string[]): Promise<{ heard: { channel: string; payload: string }[] }>;
};

/** Opens the fixture for one test. */
export async function openOutboxFixture(): Promise<OutboxFixture> {
  const clone = await cloneDatabase();
  const open = (): Database => {
    const opened = connect(clone.connectionString, 8, () => undefined);
    closers.push(opened.close);
    return opened;
  };
  const closers: (() => Promise<unknown>)[] = [clone.drop];
  onTestFinished(async () => {
    for (const close of closers.toReversed()) await close();
  });
  const lines: string[] = [];
  const database = open();
  const { db } = database;
  return {
    ...{ clone, database },
    another: open,
    log: createLog('info', { write: (line) => lines.push(line) }),
    logged: () => lines.map((line) => String((JSON.parse(line) as { msg: unknown }).msg)),
    listJobs: async () =>
      (
        await sql<GivenJob>`
          SELECT t.identifier AS task, j.payload, q.queue_name AS queue, j.run_at, j.max_attempts, j.key
          FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
          LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
          ORDER BY j.run_at, j.id`.execute(db)
      ).rows,
    countWaiting: async () =>
      (await db.selectFrom('job_outbox').select('row_id').execute()).length +
      (await db.selectFrom('wake_outbox').select('row_id').execute()).length,
    async listen(...channels) {
      const client = new pg.Client({ connectionString: clone.connectionString });
      client.on('error', () => undefined);
      await client.connect();
      closers.push(() => client.end());
      const heard: { channel: string; payload: string }[] = [];
      client.on('notification', ({ channel, payload = '' }) => heard.push({ channel, payload }));
      for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      return { heard };
    },
  };
}
