import type { TransactionStatus } from '@titular/contract';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import { type CompanyId, lowestId, type TenantId, type TransactionId } from '../../kernel/base/id.ts';
import { byIndex, foldOrderNumber, orderNumberKey } from '../../kernel/database/by-index.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { LISTED_COLUMNS, type ListedTransaction, toListed } from './transaction-search-store.ts';

/** What a list is narrowed to; `beforeId` goes on after the last that was looked at. */
export type TransactionFilter = {
  orderNumber: string | undefined;
  orderNumberPrefix: string | undefined;
  status: TransactionStatus | undefined;
  companyId: CompanyId | undefined;
  createdFrom: Date | undefined;
  createdBefore: Date | undefined;
  beforeId: TransactionId | undefined;
};

/** Rows that one statement looks at, however few of them match. */
export const SCANNED_ROWS = 5_000;

/** Ids are made with the time of creation; processes of another clock may differ by less than this. */
const ID_SLACK_SECONDS = 60;

/** What the filter of one column comes down to. */
type Keyed = { column: 'order_number' | 'status' | 'company_id'; value: string };

/** The filters that an index holds together with the id, the one that leaves fewest rows first. */
const keysOf = ({ orderNumber, status, companyId }: TransactionFilter): Keyed[] => [
  ...(orderNumber === undefined ? [] : [{ column: 'order_number' as const, value: orderNumber }]),
  ...(status === undefined ? [] : [{ column: 'status' as const, value: status }]),
  ...(companyId === undefined ? [] : [{ column: 'company_id' as const, value: companyId }]),
];

type Query<Row> = SelectQueryBuilder<Tables, 'transactions', Row>;

/** Bounds on the id alone: they are part of every index that lists use. */
function withinIds<Row>(query: Query<Row>, filter: TransactionFilter): Query<Row> {
  const { createdFrom, createdBefore, beforeId } = filter;
  let bounded = query;
  if (createdFrom)
    bounded = bounded.where('transaction_id', '>=', lowestId(addSeconds(createdFrom, -ID_SLACK_SECONDS)));
  if (createdBefore)
    bounded = bounded.where('transaction_id', '<', lowestId(addSeconds(createdBefore, ID_SLACK_SECONDS)));
  return beforeId === undefined ? bounded : bounded.where('transaction_id', '<', beforeId);
}

/** The text as a LIKE pattern that matches it as a beginning, whatever signs it has. */
export const beginningWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** All that is not yet settled by the first key. */
function matching<Row>(query: Query<Row>, filter: TransactionFilter, keys: readonly Keyed[]): Query<Row> {
  const { orderNumberPrefix, createdFrom, createdBefore } = filter;
  let narrowed = query;
  for (const { column, value } of keys) narrowed = narrowed.where(column, '=', value);
  if (orderNumberPrefix !== undefined)
    narrowed = narrowed.where('order_number', 'like', beginningWith(orderNumberPrefix));
  if (createdFrom) narrowed = narrowed.where('created_at', '>=', createdFrom);
  if (createdBefore) narrowed = narrowed.where('created_at', '<', createdBefore);
  return narrowed;
}

// The limit stands in the text: a plan for any limit might sort all that matches.
const looked = sql.lit(SCANNED_ROWS);

const ofOrder = <Row>(query: Query<Row>, orderNumber: string): Query<Row> =>
  query.where(orderNumberKey, '=', foldOrderNumber(orderNumber));

/** The filters that the index of the first key leaves open: the others, and of an order number its case. */
const restOf = (keys: readonly Keyed[]): readonly Keyed[] =>
  keys.filter(({ column }, index) => index > 0 || column === 'order_number');

/** The next rows of the tenant in the index of the first key, newest first, before anything else is asked of them. */
function nextRows(db: Db, tenantId: TenantId, filter: TransactionFilter) {
  const [key] = keysOf(filter);
  const rows = db.selectFrom('transactions').where('tenant_id', '=', tenantId);
  const keyed =
    key?.column === 'order_number'
      ? ofOrder(rows, key.value)
      : key
        ? rows.where(key.column, '=', key.value)
        : rows;
  return withinIds(keyed, filter).orderBy('transaction_id', 'desc').limit(looked);
}

/** A page of what matches among the next rows, newest first, up to `limit`. */
function selectAmongNext(db: Db, tenantId: TenantId, filter: TransactionFilter, limit: number) {
  const rows = nextRows(db, tenantId, filter).select(LISTED_COLUMNS).as('transactions');
  const found = db.selectFrom(rows).select(LISTED_COLUMNS) as unknown as Query<ListedRow>;
  return matching(found, filter, restOf(keysOf(filter)))
    .orderBy('transaction_id', 'desc')
    .limit(limit);
}

/** The last of the next rows, when there are as many as one statement looks at. */
const selectLastScanned = (db: Db, tenantId: TenantId, filter: TransactionFilter) =>
  nextRows(db, tenantId, filter)
    .select('transaction_id')
    .offset(sql.lit(SCANNED_ROWS - 1));

/** Ids of all whose order number begins so, in whatever case, one more than one statement looks at. */
export const selectBeginning = (db: Db, tenantId: TenantId, prefix: string) => {
  const folded = foldOrderNumber(prefix);
  return (
    db
      .selectFrom('transactions')
      .select('transaction_id')
      .where('tenant_id', '=', tenantId)
      // As a pattern would say, in words of the index for which no plan needs to know the pattern.
      .where(orderNumberKey, '>=', folded)
      .where(orderNumberKey, '<=', folded + '\u{10FFFF}'.repeat(100))
      .limit(sql.lit(SCANNED_ROWS + 1))
  );
};

/** A page of what matches among these ids, newest first, up to `limit`. */
const selectAmong = (
  db: Db,
  tenantId: TenantId,
  ids: readonly string[],
  filter: TransactionFilter,
  limit: number,
) =>
  matching(
    withinIds(
      db
        .selectFrom('transactions')
        .select(LISTED_COLUMNS)
        .where('tenant_id', '=', tenantId)
        .where(sql<boolean>`transaction_id = ANY (${[...ids]}::uuid[])`),
      filter,
    ),
    filter,
    keysOf(filter),
  )
    .orderBy('transaction_id', 'desc')
    .limit(limit);

type ListedRow = Parameters<typeof toListed>[0];

/** What was found, newest first; `scanned` is the id to go on before when rows are left that nobody looked at. */
export type FoundTransactions = { found: ListedTransaction[]; scanned: TransactionId | undefined };

async function findAmongNext(
  trx: Db,
  tenantId: TenantId,
  filter: TransactionFilter,
  limit: number,
): Promise<FoundTransactions> {
  const found = (await selectAmongNext(trx, tenantId, filter, limit).execute()).map(toListed);
  if (found.length === limit) return { found, scanned: undefined };
  const last = await selectLastScanned(trx, tenantId, filter).executeTakeFirst();
  return { found, scanned: last?.transaction_id };
}

/** Ids of a rare beginning of order numbers, in whatever case; undefined when it is too common for one statement. */
async function findRareBeginning(
  trx: Db,
  tenantId: TenantId,
  { orderNumber, orderNumberPrefix }: TransactionFilter,
): Promise<string[] | undefined> {
  if (orderNumber !== undefined || orderNumberPrefix === undefined) return undefined;
  const rows = await selectBeginning(trx, tenantId, orderNumberPrefix).execute();
  return rows.length > SCANNED_ROWS ? undefined : rows.map((row) => row.transaction_id);
}

/**
 * Up to `limit` transactions of the tenant that match, newest first: ids grow with time. Each statement looks at a bounded number of rows,
 * found by index whatever the statistics say.
 */
export const listTransactions = (
  db: Kysely<Tables>,
  tenantId: TenantId,
  filter: TransactionFilter,
  limit: number,
): Promise<FoundTransactions> =>
  byIndex(db, async (trx) => {
    const ids = await findRareBeginning(trx, tenantId, filter);
    if (!ids) return findAmongNext(trx, tenantId, filter, limit);
    const rows = await selectAmong(trx, tenantId, ids, filter, limit).execute();
    return { found: rows.map(toListed), scanned: undefined };
  });
