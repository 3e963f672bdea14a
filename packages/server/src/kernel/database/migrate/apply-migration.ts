import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefused } from '../../base/start-refused.ts';

/** One file of statements; the number orders it. */
export type Migration = { number: number; name: string; sql: string };

/** How often a migration asks for the locks on its tables before the start is refused. */
export type Patience = { lockTries?: number };

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

const isConcurrentLine = (line: string): boolean =>
  /^(CREATE|DROP) /.test(line.trimStart()) && line.includes(' CONCURRENTLY ');

const isConcurrent = (sql: string): boolean => sql.split('\n').some(isConcurrentLine);

const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^[ \t]*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

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
  { lockTries = LOCK_TRIES }: Patience,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await commit(client, work);
    } catch (error) {
      if (!foundTablesHeld(error)) throw error;
      // Without the cause, whose words say less.
      if (tries >= lockTries)
        throw new StartRefused(
          `The migration ${name} found its tables locked by other transactions ${tries} times in a row and was rolled back: ` +
            'end the transactions with the oldest xact_start in pg_stat_activity, then start again.',
        );
    }
    await pause(PAUSE_MS);
  }
}

/** A statement that is concurrent waits for others without holding writers up, so nothing limits it; each can be run again after one that was cut off. */
async function applyConcurrently(
  client: pg.ClientBase,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  for (const statement of statementsOf(migration.sql)) {
    if (isConcurrent(statement)) await client.query(statement);
    else await commitPatiently(client, migration.name, () => client.query(statement), patience);
  }
  await noteApplied(client, migration);
}

const isInBatches = (name: string): boolean => name.endsWith('.batch.sql');

/** Runs each statement, a commit each time, until it changes no row: one that is cut off goes on where it was. */
async function applyInBatches(
  client: pg.ClientBase,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  for (const statement of statementsOf(migration.sql)) {
    let changed = 0;
    const change = async (): Promise<void> => {
      changed = (await client.query(statement)).rowCount ?? 0;
    };
    do await commitPatiently(client, migration.name, change, patience);
    while (changed > 0);
  }
  await noteApplied(client, migration);
}

const applyAtOnce = (client: pg.ClientBase, migration: Migration, patience: Patience): Promise<void> =>
  commitPatiently(
    client,
    migration.name,
    async () => {
      await client.query(migration.sql);
      await noteApplied(client, migration);
    },
    patience,
  );

const wayOf = ({ name, sql }: Migration): typeof applyAtOnce => {
  if (isInBatches(name)) return applyInBatches;
  return isConcurrent(sql) ? applyConcurrently : applyAtOnce;
};

/** Applies a migration in one commit; in one a statement where indexes are built concurrently, or one a batch where rows are filled in. It waits for locks in short tries, so that it stops no writer for long. */
export async function applyMigration(
  client: pg.ClientBase,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  try {
    await wayOf(migration)(client, migration, patience);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}
