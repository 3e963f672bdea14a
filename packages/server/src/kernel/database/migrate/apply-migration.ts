import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefused } from '../../base/start-refused.ts';
import { runConcurrently } from './concurrent-index.ts';
import { isConcurrent, type Migration, type MigrationRun, runOf } from './migration.ts';
import { paceBackfill } from './pace-backfill.ts';
import { splitStatements } from './split-statements.ts';

/** What goes on: another process is at work, a migration begins or is done, a backfill has committed so many batches or waits for a standby. */
export type MigrationEvent =
  | { kind: 'waiting' }
  | { kind: 'begun' | 'done'; migration: Migration }
  | { kind: 'filled'; migration: Migration; batches: number }
  | { kind: 'paced'; migration: Migration; lagBytes: number };

/** How often a migration asks for its locks before it is given up, who hears what goes on, and what ends it between two commits. */
export type Patience = {
  lockTries?: number;
  report?: ((event: MigrationEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** While a statement waits for a lock, writers queue behind it: for this long at most. */
const LOCK_TIMEOUT = '2s';
/** With the pauses a minute and a quarter at most. */
const LOCK_TRIES = 30;
/** In which whoever queued behind is served. */
const PAUSE_MS = 500;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

const noteApplied = (client: pg.ClientBase, { number, name }: Migration): Promise<unknown> =>
  client.query('INSERT INTO schema_migrations (number, name) VALUES ($1, $2)', [number, name]);

async function commit(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const foundTablesHeld = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED].includes((error as { code?: string }).code ?? '');

/** Commits the work, again and again while other transactions hold its tables. */
async function commitPatiently(
  client: pg.ClientBase,
  name: string,
  work: () => Promise<unknown>,
  { lockTries = LOCK_TRIES, signal }: Patience,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await commit(client, work);
    } catch (error) {
      if (!foundTablesHeld(error)) throw error;
      // Without the cause, whose words say less.
      if (tries >= lockTries)
        throw new StartRefused(
          `The migration ${name} found its tables locked by other transactions ${tries} times in a row and was rolled back: ` +
            'end the transactions with the oldest xact_start in pg_stat_activity, then try again.',
        );
    }
    await pause(PAUSE_MS);
  }
}

type Apply = (client: pg.ClientBase, migration: Migration, patience: Patience) => Promise<void>;

/** A statement that is concurrent waits for others without holding writers up, so nothing limits it; each can be run again after one that was cut off. */
const applyConcurrently: Apply = async (client, migration, patience) => {
  for (const statement of splitStatements(migration.sql)) {
    patience.signal?.throwIfAborted();
    if (isConcurrent(statement)) await runConcurrently(client, statement);
    else await commitPatiently(client, migration.name, () => client.query(statement), patience);
  }
  await noteApplied(client, migration);
};

/** Runs each statement, a commit each time, until it changes no row: one that is cut off goes on where it was. Standbys keep up. */
const applyInBatches: Apply = async (client, migration, patience) => {
  let batches = 0;
  const tellPace = (lagBytes: number): void => patience.report?.({ kind: 'paced', migration, lagBytes });
  for (const statement of splitStatements(migration.sql)) {
    let changed = 0;
    const change = async (): Promise<void> => {
      changed = (await client.query(statement)).rowCount ?? 0;
    };
    do {
      await paceBackfill(client, tellPace, patience.signal);
      await commitPatiently(client, migration.name, change, patience);
      if (changed > 0) {
        batches += 1;
        patience.report?.({ kind: 'filled', migration, batches });
      }
    } while (changed > 0);
  }
  await noteApplied(client, migration);
};

const applyAtOnce: Apply = (client, migration, patience) =>
  commitPatiently(
    client,
    migration.name,
    async () => {
      await client.query(migration.sql);
      await noteApplied(client, migration);
    },
    patience,
  );

const APPLY: Readonly<Record<MigrationRun, Apply>> = {
  'in one commit': applyAtOnce,
  concurrently: applyConcurrently,
  'in batches': applyInBatches,
};

const isExpected = (error: unknown, signal: AbortSignal | undefined): boolean =>
  error instanceof StartRefused || signal?.aborted === true;

/** Applies a migration the way it is declared. It waits for locks in short tries, so that it stops no writer for long. */
export async function applyMigration(
  client: pg.ClientBase,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  try {
    await APPLY[runOf(migration)](client, migration, patience);
  } catch (error) {
    if (isExpected(error, patience.signal)) throw error;
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}
