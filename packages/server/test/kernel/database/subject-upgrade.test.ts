import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { requireKnown } from '@titular/server/kernel/database/migrate/plan.ts';
import { readDatabaseState } from '@titular/server/nodes/node-store.ts';
import { databaseCauses } from '@titular/server/nodes/readiness.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { goBackTo } from './earlier-schema.ts';

/** The last migration of the release that knew subjects by the names of transactions. */
const LAST_BEFORE = 43;
/** The last at which that release still works. */
const LAST_BESIDE = 45;
/** The one that takes the earlier names away. */
const WITHOUT_NAMES = 46;

/** More than one batch. */
const PROCESSES = 1_101;

/** Columns of each table that holds ids of transactions and of processes, and a value for each, as the release before writes them. */
const TABLES: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  capture_attempts: [
    'attempt_id, session_id, number, poses, started_at, step_started_at',
    "gen_random_uuid(), gen_random_uuid(), 1, '{front}', now(), now()",
  ],
  capture_dues: ['company_id, finished_at', 'gen_random_uuid(), now()'],
  capture_links: ['code_hash, expires_at', 'uuid_send(gen_random_uuid()), now()'],
  capture_sessions: [
    'session_id, secret_hash, created_at, expires_at',
    'gen_random_uuid(), uuid_send(gen_random_uuid()), now(), now()',
  ],
  capture_signs: ['attempt_number, sign, seen, first_at, last_at', "1, 'not_a_page', 1, now(), now()"],
  face_templates: [
    'template_id, identity_hash, engine_version, sealed_descriptor, created_at',
    "gen_random_uuid(), uuid_send(gen_random_uuid()), 'v', '', now()",
  ],
  frame_prints: ['attempt_id, step, parts, sealed_print, kept_at', "gen_random_uuid(), 0, '{1}', '', now()"],
  sandbox_runs: ['scenario, started_at', "'approved', now()"],
};

async function openEarlier(last: number): Promise<Database & { connectionString: string }> {
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 2, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await clone.drop();
  });
  await goBackTo(database.pool, last);
  return { ...database, connectionString: clone.connectionString };
}

/** Adds open transactions and processes of one company. */
async function addSubjects({ pool }: Database, count: number): Promise<void> {
  await pool.query(`
    INSERT INTO tenants (tenant_id, name, wrapped_data_key, master_key_id)
    VALUES (gen_random_uuid(), 'Tenant', '', 'k');
    INSERT INTO companies (tenant_id, company_id, name) SELECT tenant_id, gen_random_uuid(), 'Company' FROM tenants;
    INSERT INTO transactions (tenant_id, transaction_id, company_id, status, module, order_number, identity_key,
      identity_hash, sealed_identity, card_hash, sealed_card, replica_hash, created_at, expires_at)
    SELECT tenant_id, gen_random_uuid(), company_id, 'waiting', 'post', 'o', 'cpf', '', '', '', '',
      uuid_send(gen_random_uuid()), now(), now()
    FROM companies, generate_series(1, ${count});
    INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash,
      sealed_identity, created_at, expires_at)
    SELECT tenant_id, gen_random_uuid(), company_id, 'created', 'creditprocess', 'cpf', '', '', now(), now()
    FROM companies, generate_series(1, ${count})`);
}

/** Adds a row of each table for each transaction and process that there is. */
async function addCaptures({ pool }: Database): Promise<void> {
  for (const [table, [columns, values]] of Object.entries(TABLES))
    await pool.query(`
      INSERT INTO ${table} (tenant_id, transaction_id, ${columns}) SELECT tenant_id, id, ${values} FROM (
        SELECT tenant_id, transaction_id AS id FROM transactions UNION ALL SELECT tenant_id, process_id FROM processes
      ) AS subjects`);
}

/** How many rows of each table are told to be of which kind, and of which kind they are. */
async function kindsIn({ pool }: Database): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of Object.keys(TABLES)) {
    const { rows } = await pool.query(`
      SELECT s.subject_kind AS told, CASE WHEN t.transaction_id IS NULL THEN 'process' ELSE 'transaction' END AS is,
        count(*)::integer AS count
      FROM ${table} s LEFT JOIN transactions t ON t.tenant_id = s.tenant_id AND t.transaction_id = s.subject_id
      GROUP BY 1, 2 ORDER BY 1`);
    found[table] = rows;
  }
  return found;
}

const inAll = (rows: unknown[]): Record<string, unknown[]> =>
  Object.fromEntries(Object.keys(TABLES).map((table) => [table, rows]));

test('what was captured before the upgrade is told to be of a transaction or of a process, in batches', async () => {
  const database = await openEarlier(LAST_BEFORE);
  await addSubjects(database, PROCESSES);
  await addCaptures(database);
  await migrate(database.connectionString);
  expect(await kindsIn(database)).toEqual(
    inAll([
      { told: 'process', is: 'process', count: PROCESSES },
      { told: 'transaction', is: 'transaction', count: PROCESSES },
    ]),
  );
});

test('a fill that was cut off goes on where it was', async () => {
  const database = await openEarlier(LAST_BEFORE + 1);
  await addSubjects(database, PROCESSES);
  await database.pool.query('ALTER TABLE capture_links DISABLE TRIGGER USER');
  await addCaptures(database);
  const { rows } = await database.pool.query(
    'SELECT tenant_id, process_id FROM processes ORDER BY tenant_id, process_id OFFSET 599 LIMIT 1',
  );
  const [{ tenant_id, process_id }] = rows;
  await database.pool.query('UPDATE subject_kind_fill SET after_tenant_id = $1, after_process_id = $2', [
    tenant_id,
    process_id,
  ]);
  await migrate(database.connectionString);
  // The links of the first processes alone, which nothing but the place says were filled, are as they were.
  expect((await kindsIn(database))['capture_links']).toEqual([
    { told: 'process', is: 'process', count: PROCESSES - 600 },
    { told: 'transaction', is: expect.any(String), count: expect.any(Number) },
    { told: 'transaction', is: expect.any(String), count: expect.any(Number) },
  ]);
});

test('the release before goes on working while kinds are filled in: what it writes has its kind', async () => {
  const database = await openEarlier(LAST_BESIDE);
  await addSubjects(database, 1);
  await addCaptures(database);
  await migrate(database.connectionString);
  expect(await kindsIn(database)).toEqual(
    inAll([
      { told: 'process', is: 'process', count: 1 },
      { told: 'transaction', is: 'transaction', count: 1 },
    ]),
  );
});

test('from the new names on the release before is refused: its node is not ready, its start says what to run', async () => {
  const database = await openEarlier(LAST_BEFORE);
  const bind = () =>
    database.pool.query(
      `INSERT INTO deployment (environment, master_key_id, master_key_check) VALUES ('test', 'k', '')`,
    );
  await bind();
  await migrate(database.connectionString);
  const causes = async () => databaseCauses(await readDatabaseState(database.db), LAST_BEFORE, true);
  expect(await causes()).toEqual(['schema_unknown']);
  const client = new pg.Client({ connectionString: database.connectionString });
  onTestFinished(() => client.end());
  await client.connect();
  await expect(requireKnown(client, WITHOUT_NAMES, LAST_BEFORE)).rejects.toThrow(
    `The database has schema ${WITHOUT_NAMES}, but this program supports only ${LAST_BEFORE}: run a newer version of titular.`,
  );
  // A deployment that is bound later is as much one of this schema.
  await database.pool.query('DELETE FROM deployment');
  await bind();
  expect(await causes()).toEqual(['schema_unknown']);
});

test('who writes no kind, or another one, is refused', async () => {
  const database = await openEarlier(LAST_BEFORE);
  await migrate(database.connectionString);
  for (const [table, [columns, values]] of Object.entries(TABLES)) {
    const insert = (more: string, given: string) =>
      database.pool.query(`INSERT INTO ${table} (tenant_id, subject_id${more}, ${columns})
        VALUES (gen_random_uuid(), gen_random_uuid()${given}, ${values})`);
    await expect(insert('', '')).rejects.toThrow(/null value in column "subject_kind"/);
    await expect(insert(', subject_kind', ", 'merchant'")).rejects.toThrow(`${table}_subject_kind_check`);
    await insert(', subject_kind', ", 'process'");
  }
});
