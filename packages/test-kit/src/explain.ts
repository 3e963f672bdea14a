import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/** A statement as a store sent it. */
export type Statement = { text: string; values: readonly unknown[] };

const EXPLAINABLE = /^\s*(select|with|insert|update|delete)\b/i;

/** Connections whose statements are kept with their times, as `db` of any schema. */
export function openRecorder<Schema>(connectionString: string, timeoutMs?: number) {
  const statements: Statement[] = [];
  const milliseconds: number[] = [];
  const pool = new pg.Pool({
    connectionString,
    max: 2,
    ...(timeoutMs === undefined ? {} : { statement_timeout: timeoutMs }),
    options: '-c timezone=UTC -c max_parallel_workers_per_gather=0',
  });
  // A connection may outlive its pool by a moment, and its database be dropped in it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => {
      if (!EXPLAINABLE.test(query.sql)) return;
      statements.push({ text: query.sql, values: query.parameters });
      milliseconds.push(queryDurationMillis);
    },
  });
  return { db, pool, statements, milliseconds, close: () => db.destroy() };
}

/** A node of a plan as EXPLAIN tells it. */
export type PlanNode = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

/** What a statement took. */
export type Explained = { plan: PlanNode; milliseconds: number; buffers: number };

/** Runs a statement under EXPLAIN, with the settings given and after changes of the schema, and takes all of it back. */
export async function explain(
  pool: pg.Pool,
  { text, values }: Statement,
  settings: Readonly<Record<string, string>> = {},
  changes: readonly string[] = [],
): Promise<Explained> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const [name, value] of Object.entries(settings))
      await client.query('SELECT set_config($1, $2, true)', [name, value]);
    for (const change of changes) await client.query(change);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values]);
    const { Plan: plan, 'Execution Time': milliseconds } = rows[0]['QUERY PLAN'][0] as {
      Plan: PlanNode;
      'Execution Time': number;
    };
    return { plan, milliseconds, buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Every node of a plan. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The rows that scans of a plan read, those that were filtered away among them. */
export const rowsRead = (plan: PlanNode): number =>
  nodesOf(plan)
    .filter((node) => node['Node Type'].includes('Scan') && !node['Node Type'].startsWith('Subquery'))
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
