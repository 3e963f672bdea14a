import { type CompanyId, newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import pg from 'pg';

/** Transactions in all, unless another number is asked for; ten million take some 20 GB. */
export const USUAL_TRANSACTIONS = 20_000;

const TENANTS = 200;
const DAYS = 90;
const STATUSES = `(ARRAY['approved','approved','approved','inconclusive','expired','expired','canceled','fast-inconclusive',
  'unknown-share','absent-holder'])[1 + n % 10]`;

const TABLES = ['transactions', 'transaction_history'];
/** Rows of one statement. */
const CHUNK = 250_000;
/** Of the connections that fill: one gigabyte sorts an index, by two processes. */
const FILLING = [
  'session_replication_role=replica',
  'maintenance_work_mem=1GB',
  'max_parallel_maintenance_workers=2',
];
/** Of the server while it is filled; what is measured afterwards has the usual ones. */
const FEW_CHECKPOINTS = ["max_wal_size = '8GB'", "checkpoint_timeout = '30min'"];

type Pool = Pick<pg.Pool, 'query'>;

/** Takes the indexes that hold no constraint off a table, and gives what builds them again: rows come in faster so. */
async function dropIndexes(pool: Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** A further tenant with a company, whose data nobody opens: its key is that of another. */
async function addTenantLike(pool: Pool, { tenantId: like }: Owner): Promise<Owner> {
  const [tenantId, companyId]: [TenantId, CompanyId] = [newId(), newId()];
  await pool.query(
    `INSERT INTO tenants (tenant_id, name, wrapped_data_key, master_key_id)
     SELECT $1, 'Filled', wrapped_data_key, master_key_id FROM tenants WHERE tenant_id = $2`,
    [tenantId, like],
  );
  await pool.query('INSERT INTO companies (tenant_id, company_id, name) VALUES ($1, $2, $3)', [
    tenantId,
    companyId,
    'Filled Shop',
  ]);
  return { tenantId, companyId };
}

const fillOne = async (pool: Pool, owner: Owner, count: number, salt: number): Promise<void> => {
  for (let from = 0; from < count; from += CHUNK) {
    const createdAt = `now() - ((n + ${from})::float / ${count}) * interval '${DAYS} days'`;
    await addTransactions(pool, owner, {
      ...{ count: Math.min(CHUNK, count - from), status: STATUSES, createdAt, salt: salt + from },
      expiresAt: `${createdAt} + interval '3 days'`,
      finishedAt: `${createdAt} + interval '10 minutes'`,
    });
  }
  await pool.query({
    text: `
      INSERT INTO transaction_history (tenant_id, transaction_id, version, event, to_status, actor, reasons, at)
      SELECT tenant_id, transaction_id, version, 'approve', status, 'service', '{live,matches_reference}', created_at
      FROM transactions WHERE tenant_id = $1`,
    values: [owner.tenantId],
  });
};

/** Fills the tenant that has half of the transactions. */
const fillLarge = (pool: Pool, large: Owner, count: number): Promise<void> =>
  fillOne(pool, large, Math.ceil(count / 2), 0);

/** Fills the tenants that share the other half. */
async function fillOthers(pool: Pool, like: Owner, count: number): Promise<void> {
  const each = Math.floor(count / 2 / (TENANTS - 1));
  for (let n = 1; n < TENANTS; n += 1)
    await fillOne(pool, await addTenantLike(pool, like), each, count + n * each);
}

/** Two connections whose rows start no trigger and are checked against no other table, for rows that are right as they are made. */
function openFilling(connectionString: string): pg.Pool {
  const options = FILLING.map((setting) => `-c ${setting}`).join(' ');
  const pool = new pg.Pool({ connectionString, max: 2, options });
  pool.on('error', () => undefined);
  return pool;
}

/** Fills transactions with one step each: half of them for one tenant, the others spread over 199 more. */
export async function fillPortal(connectionString: string, large: Owner, count: number): Promise<void> {
  const pool = openFilling(connectionString);
  try {
    const definitions: string[] = [];
    for (const table of TABLES) definitions.push(...(await dropIndexes(pool, table)));
    for (const setting of FEW_CHECKPOINTS) await pool.query(`ALTER SYSTEM SET ${setting}`);
    await pool.query('SELECT pg_reload_conf()');
    await Promise.all([fillLarge(pool, large, count), fillOthers(pool, large, count)]);
    for (const definition of definitions) await pool.query(definition);
    await pool.query('ALTER SYSTEM RESET ALL');
    await pool.query('SELECT pg_reload_conf()');
    for (const table of TABLES) await pool.query(`VACUUM ANALYZE ${table}`);
    await pool.query('CHECKPOINT');
  } finally {
    await pool.end();
  }
}
