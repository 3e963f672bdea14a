import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Of one person or card so many of the newest are looked at; more stand behind made-up identities alone. */
const MOST = 5_000;

/** What a person is looked for by: keyed hashes, within companies or all of them, before an id. */
export type PersonSearch = {
  companies: readonly CompanyId[] | undefined;
  beforeId: string | undefined;
  limit: number;
};

const within = ({ companies, beforeId }: PersonSearch, id: 'transaction_id' | 'process_id') => sql`
  (${companies ?? null}::uuid[] IS NULL OR company_id = ANY (${companies ?? null}::uuid[]))
  AND (${beforeId ?? null}::uuid IS NULL OR ${sql.ref(id)} < ${beforeId ?? null}::uuid)`;

const idsOf = ({ rows }: { rows: { id: string }[] }): string[] => rows.map(({ id }) => id);

/** Ids of transactions in which an identity was sent or stated, newest first. */
export const listTransactionsOf = async (
  db: Db,
  tenantId: TenantId,
  identityHashes: readonly Buffer[],
  search: PersonSearch,
): Promise<string[]> =>
  idsOf(
    await sql<{ id: string }>`
      SELECT DISTINCT transaction_id AS id FROM unnest(${[...identityHashes]}::bytea[]) AS hash CROSS JOIN LATERAL (
        (SELECT transaction_id, company_id FROM transactions WHERE tenant_id = ${tenantId} AND identity_hash = hash
          ORDER BY created_at DESC LIMIT ${sql.lit(MOST)})
        UNION ALL
        (SELECT transaction_id, company_id FROM transactions WHERE tenant_id = ${tenantId} AND stated_identity_hash = hash
          LIMIT ${sql.lit(MOST)})
      ) t WHERE ${within(search, 'transaction_id')}
      ORDER BY id DESC LIMIT ${search.limit}`.execute(db),
  );

/** Ids of processes of an identity, in the order of lists. */
export const listProcessesOf = async (
  db: Db,
  tenantId: TenantId,
  identityHashes: readonly Buffer[],
  search: PersonSearch,
): Promise<string[]> =>
  idsOf(
    await sql<{ id: string }>`
      SELECT DISTINCT process_id AS id FROM unnest(${[...identityHashes]}::bytea[]) AS hash CROSS JOIN LATERAL (
        SELECT process_id, company_id FROM processes WHERE tenant_id = ${tenantId} AND identity_hash = hash
          LIMIT ${sql.lit(MOST)}
      ) p WHERE ${within(search, 'process_id')}
      ORDER BY id DESC LIMIT ${search.limit}`.execute(db),
  );

/** Ids of transactions with a card, newest first. */
export const listTransactionsWith = async (
  db: Db,
  tenantId: TenantId,
  cardHash: Buffer,
  search: PersonSearch,
): Promise<string[]> =>
  idsOf(
    await sql<{ id: string }>`
      SELECT transaction_id AS id FROM (
        SELECT transaction_id, company_id FROM transactions WHERE tenant_id = ${tenantId} AND card_hash = ${cardHash}
          ORDER BY created_at DESC LIMIT ${sql.lit(MOST)}
      ) t WHERE ${within(search, 'transaction_id')}
      ORDER BY id DESC LIMIT ${search.limit}`.execute(db),
  );
