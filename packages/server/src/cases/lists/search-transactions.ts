import type { SearchTransactions, TransactionRow, TransactionRows } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { byIndex } from '../../kernel/database/by-index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import { expireSubject } from '../../subjects/index.ts';
import { TRANSACTIONS } from '../../transactions/index.ts';
import type { CaseScope } from '../case-scope.ts';
import { findPage, type PageOfIds } from './find-page.ts';
import { parseTransactionFilter, toStreams } from './transaction-filter.ts';
import { type ListedCase, listCases } from './transaction-row-store.ts';

/** What lists need. */
export type ListDeps = { db: Kysely<Tables>; clock: Clock };

const PAGE_SIZE = 20;

const toRow = (one: ListedCase): TransactionRow => ({
  id: one.transactionId,
  company: one.companyId,
  companyName: one.companyName,
  orderNumber: one.orderNumber,
  status: one.status,
  ...(one.hasIdentityChanged === undefined ? {} : { hasIdentityChanged: one.hasIdentityChanged }),
  createdAt: one.createdAt.toISOString(),
  expiresAt: one.expiresAt.toISOString(),
  ...(one.finishedAt === undefined ? {} : { finishedAt: one.finishedAt.toISOString() }),
  ...(one.erasedAt === undefined ? {} : { erasedAt: one.erasedAt.toISOString() }),
  reasons: [...one.reasons],
  attempts: one.attempts,
  webhooks: one.webhooks,
});

/** Ends what is due before it is shown, so that nobody reads a stale `waiting`. */
async function endDue(
  { db, clock }: ListDeps,
  tenantId: CaseScope['tenantId'],
  found: readonly ListedCase[],
) {
  const now = clock.now();
  const due = found.filter(({ expiresAt, status }) => expiresAt <= now && TRANSACTIONS.open.includes(status));
  for (const { transactionId } of due) await expireSubject(db, TRANSACTIONS, tenantId, transactionId, now);
  return due.length > 0;
}

/** Rows of ids that were found within the scope, newest first. */
export async function readTransactionRows(
  deps: ListDeps,
  { tenantId }: CaseScope,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  const read = () => byIndex(deps.db, (trx) => listCases(trx, tenantId, ids));
  const found = await read();
  return ((await endDue(deps, tenantId, found)) ? await read() : found).map(toRow);
}

/** The page that a request asks for. */
export const pageOf = ({ cursor, limit }: { cursor?: string; limit?: number }) => ({
  beforeId: parseId('cursor', cursor),
  limit: limit ?? PAGE_SIZE,
});

/** A page of ids with its rows. */
export async function toRows(
  deps: ListDeps,
  scope: CaseScope,
  { ids, nextCursor }: PageOfIds,
): Promise<TransactionRows> {
  const transactions = await readTransactionRows(deps, scope, ids);
  return { transactions, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/**
 * A page of transactions within the scope that match, newest first. Where matches are too rare to fill a page in time it is shorter, and
 * has a cursor nevertheless.
 */
export async function searchPortalTransactions(
  deps: ListDeps,
  scope: CaseScope,
  asked: SearchTransactions,
): Promise<TransactionRows> {
  const filter = parseTransactionFilter(scope, asked);
  const page = await findPage(deps.db, toStreams(scope.tenantId, filter), pageOf(asked));
  return toRows(deps, scope, page);
}
