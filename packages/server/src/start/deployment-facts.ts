import { type Kysely, sql } from 'kysely';
import { sealAuditLog, verifyAuditLog } from '../audit/index.ts';
import { connect } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { findDeployment, listMasterKeyUses } from '../tenants/index.ts';

/** What a database holds, so that a backup of it can be compared: nothing in it is personal. */
export type DeploymentFacts = {
  environment: string;
  schema: number;
  masterKeyIds: string[];
  audit: { entries: number; lastHash: string; sentence?: string };
  rows: Record<string, number>;
};

/** A large table may take minutes to be counted. */
const STATEMENT_LIMIT_MS = 1_800_000;

async function findSchemaNumber(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ number: number }>`SELECT max(number) AS number FROM schema_migrations`.execute(
    db,
  );
  return rows[0]?.number ?? 0;
}

async function listTables(db: Kysely<Tables>): Promise<{ schema: string; name: string }[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    SELECT n.nspname AS schema, c.relname AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND n.nspname IN ('public', 'graphile_worker')
      AND NOT c.relispartition
    ORDER BY 1, 2`.execute(db);
  return rows;
}

async function countRows(db: Kysely<Tables>, schema: string, name: string): Promise<number> {
  const { rows } = await sql<{
    count: string;
  }>`SELECT count(*) FROM ${sql.table(`${schema}.${name}`)}`.execute(db);
  return Number(rows[0]?.count);
}

/** Counts the rows of every table that outlives a restart, by name. */
async function countTables(db: Kysely<Tables>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { schema, name } of await listTables(db))
    counts[schema === 'public' ? name : `${schema}.${name}`] = await countRows(db, schema, name);
  return counts;
}

/** Reads what a database holds: counts of all tables, the end of the audit chain, which is sealed and walked, and the keys it needs. */
export async function readFacts(db: Kysely<Tables>): Promise<DeploymentFacts> {
  const { environment } = await findDeployment(db);
  await sealAuditLog(db);
  const verdict = await verifyAuditLog(db, undefined, () => undefined);
  return {
    environment,
    schema: await findSchemaNumber(db),
    masterKeyIds: (await listMasterKeyUses(db)).map(({ masterKeyId }) => masterKeyId),
    audit: {
      entries: verdict.entries,
      lastHash: verdict.lastHash.toString('hex'),
      ...(verdict.broken ? { sentence: verdict.broken.sentence } : {}),
    },
    rows: await countTables(db),
  };
}

/** Works on a database by its address with time enough for large tables. */
export async function withDatabase<T>(
  connectionString: string,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const database = connect(connectionString, 1, () => undefined, { limitMs: STATEMENT_LIMIT_MS });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Says in one sentence each what a database holds that is not what was written down. */
export function compareFacts(written: DeploymentFacts, found: DeploymentFacts): string[] {
  const differs = (what: string, one: unknown, other: unknown): string[] =>
    String(one) === String(other) ? [] : [`${what}: ${other} instead of ${one}.`];
  const tables = [...new Set([...Object.keys(written.rows), ...Object.keys(found.rows)])].sort();
  return [
    ...differs('Schema', written.schema, found.schema),
    ...differs('Environment', written.environment, found.environment),
    ...differs('Master keys', written.masterKeyIds, found.masterKeyIds),
    ...differs('Entries of the audit log', written.audit.entries, found.audit.entries),
    ...differs('Last hash of the audit log', written.audit.lastHash, found.audit.lastHash),
    ...tables.flatMap((name) => differs(`Rows of ${name}`, written.rows[name] ?? 0, found.rows[name] ?? 0)),
  ];
}
