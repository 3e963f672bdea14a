import type pg from 'pg';
import { StartRefused } from '../../base/start-refused.ts';
import { type Migration, readMigrations } from './migration.ts';

/** A connection, or a pool of them. */
type Queryable = Pick<pg.ClientBase, 'query'>;

/** What a database has, and what this program needs of it besides. */
export type Plan = {
  /** The newest migration of the database; 0 for an empty one. */
  applied: number;
  /** The newest migration that this program knows. */
  newest: number;
  missing: readonly Migration[];
  areJobsMissing: boolean;
};

/** The schema of the job tables that the installed graphile-worker brings; a test compares both. */
export const JOB_SCHEMA = 20;

const MAX_NAMED = 3;

/** The lowest schema that a program must know to run on this database; 0 while it is bound to no deployment. */
async function lowestKnownSchema(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ lowest: number }>(
    'SELECT lowest_known_schema AS lowest FROM deployment',
  );
  return rows[0]?.lowest ?? 0;
}

/** A newer schema is a release that rolls out: it says itself from which one on earlier programs must not touch it. */
export async function requireKnown(client: Queryable, applied: number, newest: number): Promise<void> {
  if (applied <= newest || (await lowestKnownSchema(client)) <= newest) return;
  throw new StartRefused(
    `The database has schema ${applied}, but this program supports only ${newest}: run a newer version of titular.`,
  );
}

async function newestIn(client: Queryable, table: string, column: string): Promise<number> {
  const found = await client.query('SELECT to_regclass($1) IS NOT NULL AS is_there', [table]);
  if (!found.rows[0]?.is_there) return 0;
  const { rows } = await client.query<{ newest: number | null }>(
    `SELECT max(${column}) AS newest FROM ${table}`,
  );
  return rows[0]?.newest ?? 0;
}

/** Reads what a database lacks and changes nothing; refuses a newer schema that this program must not touch. */
export async function readPlan(client: Queryable): Promise<Plan> {
  const migrations = await readMigrations();
  const newest = migrations.at(-1)?.number ?? 0;
  const applied = await newestIn(client, 'schema_migrations', 'number');
  await requireKnown(client, applied, newest);
  return {
    applied,
    newest,
    missing: migrations.filter(({ number }) => number > applied),
    areJobsMissing: (await newestIn(client, 'graphile_worker.migrations', 'id')) < JOB_SCHEMA,
  };
}

/** Whether this program can work with the database as it is. */
export const isComplete = ({ missing, areJobsMissing }: Plan): boolean =>
  missing.length === 0 && !areJobsMissing;

/** Names what is missing, in a few words. */
export function describeMissing({ missing, areJobsMissing }: Plan): string {
  const names = missing.map(({ name }) => name);
  const all =
    names.length > MAX_NAMED
      ? [`${names.length} migrations (${names[0]} to ${names.at(-1)})`]
      : names.map((name) => `the migration ${name}`);
  return [...all, ...(areJobsMissing ? ['tables of background jobs'] : [])].join(' and ');
}
