import type { CallApi } from './call-api.ts';
import { TitularNetworkError } from './errors.ts';
import type { CallOptions } from './options.ts';
import type { ListTransactionsResponse, TransactionStatus, TransactionSummary } from './wire.ts';

/** How a list is narrowed; all that is given must hold. */
export type ListTransactionsQuery = {
  /** The whole order number, with regard to case. */
  orderNumber?: string;
  /** How it begins. */
  orderNumberPrefix?: string;
  status?: TransactionStatus;
  company?: string;
  /** Created at this time or later; a text is RFC 3339. */
  createdFrom?: string | Date;
  /** Created before this time. */
  createdBefore?: string | Date;
  /** Transactions in one page, 1 to 100; 20 without it. */
  limit?: number;
  /** `nextCursor` of an earlier page, to go on from there. */
  cursor?: string;
};

/** Transactions one by one, over as many pages as there are; each use begins anew, and pages are fetched as they are needed. */
export type TransactionList = AsyncIterable<TransactionSummary> & {
  /** The same page by page. */
  pages(): AsyncIterable<ListTransactionsResponse>;
};

function toQuery(query: ListTransactionsQuery, cursor: string | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value === undefined) continue;
    parameters.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return parameters.toString();
}

/** Makes a list; nothing is asked before it is gone through. */
export function createTransactionList(
  callApi: CallApi,
  query: ListTransactionsQuery,
  options: CallOptions | undefined,
): TransactionList {
  async function* pages(): AsyncGenerator<ListTransactionsResponse, void, undefined> {
    let { cursor } = query;
    do {
      const page: ListTransactionsResponse = await callApi({
        operation: 'listTransactions',
        method: 'GET',
        path: '/api/public/v1/walletid/transactions',
        query: toQuery(query, cursor),
        repeatable: true,
        options,
      });
      yield page;
      // A page that leads to itself would never end.
      if (page.nextCursor !== undefined && page.nextCursor === cursor)
        throw new TitularNetworkError('BROKEN_ANSWER', 'a page of the list names itself as the next');
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  async function* transactions(): AsyncGenerator<TransactionSummary, void, undefined> {
    for await (const page of pages()) yield* page.transactions;
  }
  return { pages, [Symbol.asyncIterator]: transactions };
}
