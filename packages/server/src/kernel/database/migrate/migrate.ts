import { setTimeout } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { applyMigration, type Patience } from './apply-migration.ts';
import { isComplete, readPlan } from './plan.ts';

const ADVISORY_LOCK_KEY = 7_483_501;
const LOCK_POLL_MS = 200;

/** Takes the lock by asking again and again: a statement that waits for it holds a snapshot, for which an index that is built concurrently would wait in turn. */
async function lockMigrations(client: pg.Client, { report, signal }: Patience): Promise<void> {
  const ask = async (): Promise<boolean> => {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS is_mine', [ADVISORY_LOCK_KEY]);
    return rows[0]?.is_mine;
  };
  if (await ask()) return;
  report?.({ kind: 'waiting' });
  do await setTimeout(LOCK_POLL_MS, undefined, signal ? { signal } : {});
  while (!(await ask()));
}

async function createList(client: pg.Client): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
}

/** Applies what is missing once the lock is held: another process may have done so meanwhile. */
async function applyMissing(client: pg.Client, connectionString: string, patience: Patience): Promise<void> {
  await lockMigrations(client, patience);
  const { missing, areJobsMissing } = await readPlan(client);
  if (missing.length > 0) await createList(client);
  for (const migration of missing) {
    patience.signal?.throwIfAborted();
    patience.report?.({ kind: 'begun', migration });
    await applyMigration(client, migration, patience);
    patience.report?.({ kind: 'done', migration });
  }
  if (areJobsMissing) await migrateJobs(connectionString);
}

/** Brings the schema up to date under an advisory lock, migration by migration; refuses a newer schema that this program must not touch. */
export async function migrate(connectionString: string, patience: Patience = {}): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'titular-migrate',
    // What the role is set to holds for short statements; an index may take hours to build.
    options: '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=0',
  });
  // Whoever waits for an answer hears of it, too; unheard here, it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (!isComplete(await readPlan(client))) await applyMissing(client, connectionString, patience);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Migrates the job tables on a pool of ours that handles late errors. A server that shuts down may end a connection
 * just returned to the pool, and the library's own pool no longer listens for errors by then.
 */
async function migrateJobs(connectionString: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString, max: 2 });
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}
