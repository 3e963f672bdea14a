import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { serviceEnvironment } from '@titular/test-kit/service-process.ts';
import pg from 'pg';
import { onTestFinished } from 'vitest';

const PROGRAM = resolve(import.meta.dirname, '../../../../cli/src/main.ts');

/** A database of one test, with where it is. */
export type Clone = Database & { connectionString: string };

export async function openClone(): Promise<Clone> {
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 4, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await clone.drop();
  });
  return { ...database, connectionString: clone.connectionString };
}

/** Opens a transaction by a statement; it goes on until it is ended. */
export async function beginLong(connectionString: string, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN; ${statement}`);
  return async () => {
    await client.query('ROLLBACK');
  };
}

/** A transaction that writes to the table and goes on until it is ended. */
export const beginLongWrite = (connectionString: string, table: string): Promise<() => Promise<void>> =>
  beginLong(connectionString, `LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);

/** Whether somebody waits for a lock on the table. */
export const isWaitedFor = async ({ pool }: Database, table: string): Promise<boolean> =>
  (await pool.query(`SELECT FROM ${LOCKS_HERE} WHERE relation = '${table}'::regclass AND NOT granted`))
    .rowCount !== 0;

/** The number of the newest migration that is recorded. */
export const readSchema = async ({ pool }: Database): Promise<number> =>
  (await pool.query('SELECT max(number) AS number FROM schema_migrations')).rows[0]?.number;

/** Indexes whose building did not come to an end. */
export async function invalidIndexes({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid',
  );
  return rows.map(({ name }) => name);
}

/** A command line in a process of its own. */
export type Program = {
  /** What it wrote to standard output and standard error. */
  output(): string;
  kill(signal?: NodeJS.Signals): void;
  /** The exit code; null where a signal ended it. */
  ended: Promise<number | null>;
};

/** Runs command lines on the database, in processes that share a directory. */
export async function openPrograms({ connectionString }: Clone) {
  const directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return (words: readonly string[], env: Record<string, string> = {}): Program => {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: { ...COMPILE_CACHE, ...serviceEnvironment(connectionString, directory), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
      });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const kill = (signal: NodeJS.Signals = 'SIGKILL'): void => void child.kill(signal);
    onTestFinished(async () => {
      kill();
      await ended;
    });
    return { output: () => output, kill, ended };
  };
}
