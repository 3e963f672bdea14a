import type {
  HistoryStep,
  ListTransactionsQuery,
  ListTransactionsResponse,
  TransactionHistoryResponse,
  TransactionSummary,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { isId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import type { Tables } from '../database/tables.ts';
import { parseId, parseInstant } from '../http/parse-query.ts';
import { expireTransaction } from './read-transaction.ts';
import { advance } from './transaction.ts';
import {
  findListed,
  type ListedTransaction,
  listHistory,
  listTransactions,
  type TransactionFilter,
} from './transaction-search-store.ts';

type SearchDeps = { db: Kysely<Tables>; clock: Clock };

const PAGE_SIZE = 20;

const parseFilter = (query: ListTransactionsQuery): TransactionFilter => ({
  orderNumber: query.orderNumber,
  orderNumberPrefix: query.orderNumberPrefix,
  status: query.status,
  companyId: parseId('company', query.company),
  createdFrom: parseInstant('createdFrom', query.createdFrom),
  createdBefore: parseInstant('createdBefore', query.createdBefore),
  beforeId: parseId('cursor', query.cursor),
});

const toSummary = (one: ListedTransaction): TransactionSummary => ({
  id: one.transactionId,
  company: one.companyId,
  orderNumber: one.orderNumber,
  status: one.status,
  ...(one.hasIdentityChanged === undefined ? {} : { hasIdentityChanged: one.hasIdentityChanged }),
  createdAt: one.createdAt.toISOString(),
  expiresAt: one.expiresAt.toISOString(),
  ...(one.finishedAt === undefined ? {} : { finishedAt: one.finishedAt.toISOString() }),
  ...(one.erasedAt === undefined ? {} : { erasedAt: one.erasedAt.toISOString() }),
});

const isDue = (one: ListedTransaction, now: Date): boolean =>
  one.expiresAt <= now && advance(one.status, 'expire') !== undefined;

/** Ends what is due before it is shown, so that nobody reads a stale `waiting`. */
async function endDue(
  { db, clock }: SearchDeps,
  tenantId: string,
  listed: readonly ListedTransaction[],
): Promise<boolean> {
  const now = clock.now();
  const due = listed.filter((one) => isDue(one, now));
  for (const { transactionId } of due) await expireTransaction(db, tenantId, transactionId, now);
  return due.length > 0;
}

/** A page of the tenant's transactions that match, newest first; order numbers match exactly or by their beginning, with regard to case. */
export async function searchTransactions(
  deps: SearchDeps,
  tenantId: string,
  query: ListTransactionsQuery,
): Promise<ListTransactionsResponse> {
  const filter = parseFilter(query);
  const limit = query.limit === undefined ? PAGE_SIZE : Number(query.limit);
  // One more than asked for tells whether there is a next page.
  const read = () => listTransactions(deps.db, tenantId, filter, limit + 1);
  let found = await read();
  if (await endDue(deps, tenantId, found)) found = await read();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    transactions: page.map(toSummary),
    ...(found.length > limit && last ? { nextCursor: last.transactionId } : {}),
  };
}

/** A transaction of the tenant with every step it went; refuses with 40004 and 40401. */
export async function readTransactionHistory(
  deps: SearchDeps,
  tenantId: string,
  transactionId: string,
): Promise<TransactionHistoryResponse> {
  if (!isId(transactionId)) throw new Refusal('40004');
  let found = await findListed(deps.db, tenantId, transactionId);
  if (found && (await endDue(deps, tenantId, [found])))
    found = await findListed(deps.db, tenantId, transactionId);
  if (!found) throw new Refusal('40401');
  const history = await listHistory(deps.db, tenantId, found.transactionId);
  return {
    ...toSummary(found),
    module: found.module,
    ...(found.referenceProcessId === undefined ? {} : { processId: found.referenceProcessId }),
    history: history.map((step) => ({
      ...step,
      actor: step.actor as HistoryStep['actor'],
      reasons: [...step.reasons],
      at: step.at.toISOString(),
    })),
  };
}
