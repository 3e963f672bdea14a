import { readOrderNumber } from '@titular/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import { byIndex, foldOrderNumber } from '../../kernel/database/by-index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { beginningWith, SCANNED_ROWS, selectBeginning } from '../../transactions/index.ts';
import { findPage, type PageOfIds, type PageRequest } from '../lists/find-page.ts';
import { FIRST_ROWS, findByStreams, type StreamQuery } from '../lists/streams-store.ts';

/** Where orders are looked for. */
export type OrderSearch = PageRequest & { tenantId: TenantId; companies: readonly CompanyId[] | undefined };

type Streams = Pick<StreamQuery, 'keys' | 'rest'>;

const ofCompanies = ({ companies }: OrderSearch): RawBuilder<unknown>[] =>
  companies === undefined ? [] : [sql`t.company_id = ANY (${companies}::uuid[])`];

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> | undefined =>
  conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` AND `)})`;

const find = (db: Kysely<Tables>, search: OrderSearch, streams: Streams): Promise<PageOfIds> =>
  findPage(db, { table: 'transactions', tenantId: search.tenantId, ...streams }, search);

/** The text as it was typed, and as it was meant. */
const spellings = (text: string): string[] => [...new Set([readOrderNumber(text), text])];

/** Transactions with exactly this order number. */
export function findWhole(db: Kysely<Tables>, text: string, search: OrderSearch): Promise<PageOfIds> {
  const spelled = spellings(text);
  return find(db, search, {
    keys: [{ column: 'folded_order_number', values: [...new Set(spelled.map(foldOrderNumber))] }],
    rest: all([sql`t.order_number = ANY (${spelled}::text[])`, ...ofCompanies(search)]),
  });
}

/** Transactions whose order number differs from this one in the case of its letters alone (ASCII). */
export function findOtherCase(db: Kysely<Tables>, text: string, search: OrderSearch): Promise<PageOfIds> {
  const meant = readOrderNumber(text);
  return find(db, search, {
    keys: [{ column: 'folded_order_number', values: [foldOrderNumber(meant)] }],
    rest: all([sql`t.order_number <> ${meant}`, ...ofCompanies(search)]),
  });
}

/** Transactions whose order number begins so: a page of the newest where these fill it, else all that the index has of a rare beginning. */
export async function findBeginning(
  db: Kysely<Tables>,
  text: string,
  search: OrderSearch,
): Promise<PageOfIds> {
  const beginning = readOrderNumber(text);
  const begins = sql`t.order_number LIKE ${beginningWith(beginning)}`;
  const streams = { keys: [], rest: all([begins, ...ofCompanies(search)]) };
  const { tenantId, beforeId, limit } = search;
  const newest = await byIndex(db, (trx) =>
    findByStreams(trx, {
      ...{ table: 'transactions', tenantId, ...streams, beforeId },
      ...{ rows: FIRST_ROWS, limit: limit + 1 },
    }),
  );
  if (newest.ids.length > limit)
    return { ids: newest.ids.slice(0, limit), nextCursor: newest.ids[limit - 1] };
  const begun = await byIndex(db, (trx) => selectBeginning(trx, tenantId, beginning).execute());
  if (begun.length > SCANNED_ROWS) return find(db, search, streams);
  const ids = begun.map((row) => row.transaction_id);
  return findAmong(db, ids, begins, search);
}

/** A page of those of some transactions that begin so and are in the companies. */
async function findAmong(
  db: Kysely<Tables>,
  ids: readonly string[],
  begins: RawBuilder<unknown>,
  search: OrderSearch,
): Promise<PageOfIds> {
  const { tenantId, companies, beforeId, limit } = search;
  const { rows } = await byIndex(db, (trx) =>
    sql<{ id: string }>`
      SELECT transaction_id AS id FROM transactions t
      WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...ids]}::uuid[]) AND ${begins}
        AND (${beforeId ?? null}::uuid IS NULL OR transaction_id < ${beforeId ?? null}::uuid)
        AND (${companies ?? null}::uuid[] IS NULL OR company_id = ANY (${companies ?? null}::uuid[]))
      ORDER BY transaction_id DESC LIMIT ${limit + 1}`.execute(trx),
  );
  const page = rows.slice(0, limit).map(({ id }) => id);
  return { ids: page, nextCursor: rows.length > limit ? page.at(-1) : undefined };
}
