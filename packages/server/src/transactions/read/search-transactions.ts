import type {
  HistoryStep,
  ListTransactionsQuery,
  ListTransactionsResponse,
  TransactionHistoryResponse,
  TransactionSummary,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { startRun } from '../../kernel/database/batches/until-none.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parseId, parseInstant } from '../../kernel/http/body/parse-query.ts';
import { endAllDue } from '../../subjects/index.ts';
import { TRANSACTIONS } from '../change/change-status.ts';
import {
  type FoundTransactions,
  listTransactions,
  type TransactionFilter,
} from './transaction-list-store.ts';
import { findListed, type ListedTransaction, listHistory } from './transaction-search-store.ts';

type SearchDeps = { db: Kysely<Tables>; clock: Clock };

const PAGE_SIZE = 20;
const MAX_SEARCH_MS = 100;

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

const endDue = (
  { db, clock }: SearchDeps,
  tenantId: TenantId,
  listed: readonly ListedTransaction[],
): Promise<boolean> => {
  const found = listed.map((one) => ({ ...one, id: one.transactionId }));
  return endAllDue(db, TRANSACTIONS, tenantId, found, clock.now());
};

/** Looks on while a page is not full, for as long as a list may take; what is left then is the next page's. */
async function findPage(
  { db }: SearchDeps,
  tenantId: TenantId,
  filter: TransactionFilter,
  limit: number,
): Promise<FoundTransactions> {
  const run = startRun(MAX_SEARCH_MS);
  const found: ListedTransaction[] = [];
  let next = filter;
  for (;;) {
    const more = await listTransactions(db, tenantId, next, limit - found.length);
    found.push(...more.found);
    if (more.scanned === undefined || run.elapsedMs() >= run.limitMs) return { found, scanned: more.scanned };
    next = { ...filter, beforeId: more.scanned };
  }
}

/**
 * A page of the tenant's transactions that match, newest first; order numbers match exactly or by their beginning, with regard to case.
 * Where matches are too rare to fill a page in time it is shorter, and has a cursor nevertheless.
 */
export async function searchTransactions(
  deps: SearchDeps,
  tenantId: TenantId,
  query: ListTransactionsQuery,
): Promise<ListTransactionsResponse> {
  const filter = parseFilter(query);
  const limit = query.limit === undefined ? PAGE_SIZE : Number(query.limit);
  // One more than asked for tells whether there is a next page.
  const read = () => findPage(deps, tenantId, filter, limit + 1);
  let { found, scanned } = await read();
  if (await endDue(deps, tenantId, found)) ({ found, scanned } = await read());
  const page = found.slice(0, limit);
  const nextCursor = found.length > limit ? page.at(-1)?.transactionId : scanned;
  return { transactions: page.map(toSummary), ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** A transaction of the tenant with every step it went; refuses with 40004 and 40401. */
export async function readTransactionHistory(
  deps: SearchDeps,
  tenantId: TenantId,
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
