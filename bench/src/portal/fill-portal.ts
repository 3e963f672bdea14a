import { type CompanyId, newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import type pg from 'pg';

/** Transactions in all, unless another number is asked for; ten million are a matter of half an hour and some 20 GB. */
export const USUAL_TRANSACTIONS = 20_000;

const TENANTS = 200;
const DAYS = 90;
const STATUSES = `(ARRAY['approved','approved','approved','inconclusive','expired','expired','canceled','fast-inconclusive',
  'unknown-share','absent-holder'])[1 + n % 10]`;

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

const fillOne = (pool: Pool, owner: Owner, count: number, salt: number): Promise<void> => {
  const createdAt = `now() - (n::float / ${count}) * interval '${DAYS} days'`;
  return addTransactions(pool, owner, {
    ...{ count, status: STATUSES, createdAt, salt },
    expiresAt: `${createdAt} + interval '3 days'`,
    finishedAt: `${createdAt} + interval '10 minutes'`,
  });
};

/** Fills transactions with one step each: half of them for one tenant, the others spread over 199 more. */
export async function fillPortal(pool: Pool, large: Owner, count: number): Promise<void> {
  const tables = ['transactions', 'transaction_history'];
  const definitions: string[] = [];
  for (const table of tables) definitions.push(...(await dropIndexes(pool, table)));
  await fillOne(pool, large, Math.ceil(count / 2), 0);
  const each = Math.floor(count / 2 / (TENANTS - 1));
  for (let n = 1; n < TENANTS; n += 1)
    await fillOne(pool, await addTenantLike(pool, large), each, count + n * each);
  await pool.query(`
    INSERT INTO transaction_history (tenant_id, transaction_id, version, event, to_status, actor, reasons, at)
    SELECT tenant_id, transaction_id, version, 'approve', status, 'service', '{live,matches_reference}', created_at FROM transactions
    ON CONFLICT DO NOTHING`);
  for (const definition of definitions) await pool.query(definition);
  for (const table of tables) await pool.query(`VACUUM ANALYZE ${table}`);
}
