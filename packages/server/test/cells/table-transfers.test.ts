import {
  clearedTables,
  fencedTables,
  TABLE_TRANSFERS,
  tablesOf,
} from '@titular/server/cells/replication/table-transfers.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { describeModules } from '@titular/server/modules.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Tables with a tenant in each row that keep the rows of one that has left. */
const KEPT = ['audit_log', 'tenant_moves'];
/** Tables that change with rows of the deployment, which a tenant that moves must not hold up. */
const UNFENCED = ['operator_stays'];

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  database = connect(clone.connectionString, 1, () => undefined);
});

afterAll(async () => {
  await database.close();
  await drop();
});

const list = async (text: string): Promise<string[]> =>
  (await database.pool.query<{ name: string }>(text)).rows.map(({ name }) => name);

const withoutTenant = `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
  AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;

const ofReplicated = (test: string): string => `SELECT c.relname || '.' || a.attname AS name
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relname IN (${tablesOf('replicated')
    .map((name) => `'${name}'`)
    .join(', ')})
    AND a.attnum > 0 AND NOT a.attisdropped AND (${test}) ORDER BY 1`;

describe('how the rows of each table go over (S59)', () => {
  test('is said of every table of the schema, which the modules own', async () => {
    const owned = describeModules().all.flatMap(({ tables }) => Object.keys(tables ?? {}));
    const known = Object.keys(TABLE_TRANSFERS);
    const inSchema = (await list(withoutTenant)).filter((name) => name !== 'schema_migrations');
    expect(inSchema.toSorted()).toEqual(known.toSorted());
    expect(owned.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('is not left out for a table whose rows have a tenant', async () => {
    const withTenant = await list(`${withoutTenant} AND EXISTS (SELECT FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)`);
    expect(withTenant.toSorted()).toEqual([...clearedTables, ...KEPT].toSorted());
  });

  test('is replication only where the log has the tenant in the name of every row', async () => {
    const named = await list(`SELECT c.relname AS name FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) AND a.attname = 'tenant_id'
      WHERE c.relpersistence = 'p' AND i.indisvalid
        AND (c.relreplident = 'd' AND i.indisprimary OR c.relreplident = 'i' AND i.indisreplident)`);
    expect(tablesOf('replicated').filter((name) => !named.includes(name))).toEqual([]);
  });

  test('leaves out what means nothing in another cluster, and brings places of events along', async () => {
    const bound = await list(
      ofReplicated(
        "a.atttypid IN ('xid8'::regtype, 'xid'::regtype, 'pg_lsn'::regtype, 'pg_snapshot'::regtype)",
      ),
    );
    const left = Object.entries(TABLE_TRANSFERS).flatMap(([table, { without = [] }]) =>
      without.map((column) => `${table}.${column}`),
    );
    expect(bound).toEqual(left);
    // Numbers that a sequence gives: each has to be seen to when a tenant comes.
    const numbered = ofReplicated(
      "a.attidentity <> '' OR a.attgenerated <> '' OR pg_get_expr(d.adbin, d.adrelid) ~ 'nextval|position'",
    );
    expect(await list(numbered)).toEqual(['events.position']);
  });

  test('lets rows go that refer to others before those', async () => {
    const { rows } = await database.pool.query<{ child: string; parent: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0`,
    );
    const place = (table: string): number => clearedTables.indexOf(table);
    const wrong = rows.filter(({ child, parent }) => place(child) >= 0 && place(parent) < place(child));
    expect(wrong.filter(({ parent }) => place(parent) >= 0)).toEqual([]);
  });

  test('has a fence before every row that goes, but for those that sessions of operators hang on', () => {
    expect(fencedTables.map(([table]) => table)).toEqual(
      clearedTables.filter((table) => !UNFENCED.includes(table)),
    );
  });
});
