import type { SearchTransactions, TransactionRow, TransactionRows } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { byIndex } from '../../kernel/database/by-index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import { dueEnd, endAllDue, type FoundSubject } from '../../subjects/index.ts';
import { TRANSACTIONS } from '../../transactions/index.ts';
import type { CaseScope } from '../case-scope.ts';
import { findPage, type PageOfIds } from './find-page.ts';
import { parseTransactionFilter, toCondition, toStreams } from './transaction-filter.ts';
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

/** Transactions that were found open though their time has passed. */
export type DueTransactions = readonly FoundSubject[];

const toFound = (listed: readonly ListedCase[]): FoundSubject[] =>
  listed.map(({ transactionId: id, status, expiresAt, retryUntil }) => ({
    id,
    status,
    expiresAt,
    retryUntil,
  }));

/** Ends those of a list that are due, each in a commit of its own where `db` is a pool; true when the list has to be read again. */
export const endDue = (
  { db }: Pick<ListDeps, 'db'>,
  tenantId: CaseScope['tenantId'],
  found: DueTransactions,
  now: Date,
): Promise<boolean> => endAllDue(db, TRANSACTIONS, tenantId, found, now);

/** Rows of ids that were found within the scope, newest first. */
export async function readTransactionRows(
  deps: ListDeps,
  { tenantId }: CaseScope,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  const read = () => byIndex(deps.db, (trx) => listCases(trx, tenantId, ids));
  const found = await read();
  const isStale = await endDue(deps, tenantId, toFound(found), deps.clock.now());
  return (isStale ? await read() : found).map(toRow);
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

/** Rows of one page as they stand, and which of them are open though their time has passed. */
export type StoredRows = TransactionRows & { due: DueTransactions };

/**
 * A page as it stands: nothing is ended and nothing locked. Every row matches in the one statement that reads it, also where it moved
 * after it was found; such a page is shorter.
 */
export async function readStoredRows(
  { db, clock }: ListDeps,
  scope: CaseScope,
  asked: SearchTransactions,
): Promise<StoredRows> {
  const filter = parseTransactionFilter(scope, asked);
  const { ids, nextCursor } = await findPage(db, toStreams(scope.tenantId, filter), pageOf(asked));
  const condition = toCondition(scope.tenantId, filter);
  const found =
    ids.length === 0 ? [] : await byIndex(db, (trx) => listCases(trx, scope.tenantId, ids, condition));
  const now = clock.now();
  const due = toFound(found).filter((one) => dueEnd(TRANSACTIONS, one, now));
  return { transactions: found.map(toRow), due, ...(nextCursor === undefined ? {} : { nextCursor }) };
}
