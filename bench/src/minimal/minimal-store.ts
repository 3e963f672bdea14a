import type { Kysely } from 'kysely';
import type pg from 'pg';

/** What a create writes. */
export type MinimalRow = {
  tenantId: string;
  transactionId: string;
  companyId: string;
  orderNumber: string;
  identityHash: Buffer;
  sealedIdentity: Buffer;
  cardHash: Buffer;
  sealedCard: Buffer;
  replicaHash: Buffer;
  codeHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

/** The tables of the minimal service. */
export type MinimalTables = {
  transactions: {
    tenant_id: string;
    transaction_id: string;
    company_id: string;
    status: string;
    order_number: string;
    identity_hash: Buffer;
    sealed_identity: Buffer;
    card_hash: Buffer;
    sealed_card: Buffer;
    replica_hash: Buffer;
    created_at: Date;
    expires_at: Date;
  };
  history: { tenant_id: string; transaction_id: string; version: number; status: string; at: Date };
  links: { code_hash: Buffer; tenant_id: string; transaction_id: string; expires_at: Date };
};

/** Makes the tables, with the indexes that the two operations need. */
export async function createMinimalTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA IF NOT EXISTS minimal;
    CREATE TABLE IF NOT EXISTS minimal.transactions (
      tenant_id uuid NOT NULL, transaction_id uuid NOT NULL, company_id uuid NOT NULL, status text NOT NULL,
      order_number text NOT NULL, identity_hash bytea NOT NULL, sealed_identity bytea NOT NULL, card_hash bytea NOT NULL,
      sealed_card bytea NOT NULL, replica_hash bytea NOT NULL, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, transaction_id));
    CREATE UNIQUE INDEX IF NOT EXISTS transactions_replica ON minimal.transactions (tenant_id, replica_hash)
      WHERE status IN ('waiting', 'approved');
    CREATE INDEX IF NOT EXISTS transactions_order ON minimal.transactions (tenant_id, order_number);
    CREATE INDEX IF NOT EXISTS transactions_expiry ON minimal.transactions (expires_at) WHERE status = 'waiting';
    CREATE TABLE IF NOT EXISTS minimal.history (
      tenant_id uuid NOT NULL, transaction_id uuid NOT NULL, version integer NOT NULL, status text NOT NULL,
      at timestamptz NOT NULL, PRIMARY KEY (tenant_id, transaction_id, version));
    CREATE TABLE IF NOT EXISTS minimal.links (
      code_hash bytea PRIMARY KEY, tenant_id uuid NOT NULL, transaction_id uuid NOT NULL, expires_at timestamptz NOT NULL);
  `);
}

const UNIQUE_VIOLATION = '23505';

/** Writes transaction, history and link in one database transaction; false when an open or approved one has the same data. */
export async function insertMinimal(db: Kysely<MinimalTables>, row: MinimalRow): Promise<boolean> {
  const { codeHash, ...created } = row;
  const named = { tenant_id: row.tenantId, transaction_id: row.transactionId };
  try {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('transactions')
        .values({
          ...named,
          ...{ company_id: created.companyId, status: 'waiting', order_number: created.orderNumber },
          ...{ identity_hash: created.identityHash, sealed_identity: created.sealedIdentity },
          ...{
            card_hash: created.cardHash,
            sealed_card: created.sealedCard,
            replica_hash: created.replicaHash,
          },
          ...{ created_at: created.createdAt, expires_at: created.expiresAt },
        })
        .execute();
      await trx
        .insertInto('history')
        .values({ ...named, version: 1, status: 'waiting', at: row.createdAt })
        .execute();
      await trx
        .insertInto('links')
        .values({ ...named, code_hash: codeHash, expires_at: row.expiresAt })
        .execute();
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Status of one transaction of the tenant; undefined where there is none. */
export async function findMinimalStatus(
  db: Kysely<MinimalTables>,
  tenantId: string,
  transactionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('status')
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row?.status;
}
