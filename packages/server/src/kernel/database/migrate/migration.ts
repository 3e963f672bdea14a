import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { splitStatements } from './split-statements.ts';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('./migrations/', import.meta.url));

/** What a migration is for: to add what the next release needs, to fill rows in, or to take away what no release needs any more. */
const KINDS = ['expand', 'backfill', 'contract'] as const;

/** How a migration is committed: as a whole, statement by statement beside writers, or batch by batch. */
export type MigrationRun = 'in one commit' | 'concurrently' | 'in batches';

/** One file of statements; the number orders it, and `minProgram` is the lowest schema that a program must know to run after it. */
export type Migration = {
  number: number;
  name: string;
  kind: (typeof KINDS)[number];
  minProgram: number;
  sql: string;
};

const DECLARATION = new RegExp(`^-- (${KINDS.join('|')}), min_program ([0-9]{1,6})\n`);

/** Reads the declaration in the first line of a migration; one without is a fault of the program. */
export function parseMigration(name: string, sql: string): Migration {
  const [, kind, minProgram] = DECLARATION.exec(sql) ?? [];
  if (kind === undefined)
    throw new Error(`${name}: the first line must be "-- expand|backfill|contract, min_program <schema>"`);
  return {
    number: Number(name.slice(0, 6)),
    name,
    kind: kind as Migration['kind'],
    minProgram: Number(minProgram),
    sql,
  };
}

/** All migrations that this program knows, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS_DIRECTORY)).filter((name) => /^\d{6}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => parseMigration(name, await readFile(MIGRATIONS_DIRECTORY + name, 'utf8'))),
  );
}

/** The number of the newest migration that this program knows. */
export async function readNewestSchema(): Promise<number> {
  return (await readMigrations()).at(-1)?.number ?? 0;
}

/** Whether a statement builds or removes an index beside writers, which no transaction block may hold. */
export const isConcurrent = (statement: string): boolean =>
  /^(CREATE\s+(UNIQUE\s+)?|DROP\s+)INDEX\s+CONCURRENTLY\s/i.test(statement);

/** How a migration is committed. */
export function runOf({ kind, sql }: Pick<Migration, 'kind' | 'sql'>): MigrationRun {
  if (kind === 'backfill') return 'in batches';
  return splitStatements(sql).some(isConcurrent) ? 'concurrently' : 'in one commit';
}
