import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '../base/start-refused.ts';
import { describeDatabase, explainDatabase } from './database-problem.ts';

/** The database could not be reached in time; the message is one sentence. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** How long to wait, who hears of it, once, and what ends it. */
export type Waiting = { waitMs: number; say: (sentence: string) => void; signal?: AbortSignal | undefined };

const CONNECT_TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;
const OLDEST_VERSION = 150_000;

async function probe(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A server that ends the connection says so twice: to whoever waits for an answer, and here.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `SELECT current_setting('server_version_num') AS version`,
    );
    if (Number(rows[0]?.version) < OLDEST_VERSION)
      throw new StartRefused(
        `The database ${describeDatabase(connectionString)} is PostgreSQL ${Math.floor(Number(rows[0]?.version) / 10_000)}; titular needs 15 or newer.`,
      );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Does some work on a database; what the database or the way to it says against that becomes one sentence. */
export async function explained<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = explainDatabase(error, connectionString);
    if (!problem) throw error;
    const { isUnavailable, sentence } = problem;
    throw isUnavailable
      ? new DatabaseUnavailable(sentence, { cause: error })
      : new StartRefused(sentence, { cause: error });
  }
}

/** Waits until the database serves; one that refuses, or does not serve in time, ends that with one sentence. */
export async function awaitDatabase(
  connectionString: string,
  { waitMs, say, signal }: Waiting,
): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await explained(connectionString, () => probe(connectionString));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() >= deadline) throw error;
      if (tries === 1) say(`Waiting for the database, ${waitMs / 1000} seconds at most. ${error.message}`);
    }
    await delay(PAUSE_MS, undefined, signal ? { signal } : {});
  }
}
