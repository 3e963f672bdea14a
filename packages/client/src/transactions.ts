import type { CallApi } from './http/call-api.ts';
import { createList, type List, type Listing } from './http/list.ts';
import type { CallOptions, CreateOptions } from './http/options.ts';
import { bindOperations, type OperationRows } from './operations.ts';
import { type WaitDeps, type WaitOptions, waitForEnd } from './wait-for-end.ts';
import {
  type CreateTransactionRequest,
  type CreateTransactionResponse,
  isFinalStatus,
  type ListTransactionsResponse,
  type ReceiptResponse,
  type TransactionHistoryResponse,
  type TransactionStatus,
  type TransactionStatusResponse,
  type TransactionSummary,
} from './wire/transactions.ts';
import type { ResendEventResponse } from './wire/webhooks.ts';

const BASE = '/api/public/v1/walletid';
const ONE = `${BASE}/transactions/{id}`;

type Calls = {
  /** Asks whether a card belongs to a person; safe to be sent again, because it has an Idempotency-Key. */
  create(request: CreateTransactionRequest, options?: CreateOptions): Promise<CreateTransactionResponse>;
  /** How it stands. */
  get(id: string, options?: CallOptions): Promise<TransactionStatusResponse>;
  /** Ends one that still waits for the person; once more answers the same. */
  cancel(id: string, options?: CallOptions): Promise<TransactionStatusResponse>;
  /** A new link and SDK token; those of before end, so that it is never sent again after a fault. */
  renewLink(id: string, options?: CallOptions): Promise<CreateTransactionResponse>;
  /** Every step it went, for support. */
  history(id: string, options?: CallOptions): Promise<TransactionHistoryResponse>;
  /** The signed receipt of an approval (RFC 7515), which is verified without the service; gone once the person was erased. */
  receipt(id: string, options?: CallOptions): Promise<ReceiptResponse>;
  /** Sends its last event once more, with the same id, to every endpoint that wants it. */
  resendEvent(id: string, options?: CallOptions): Promise<ResendEventResponse>;
};

const CALLS: OperationRows<Calls> = {
  create: ['createTransaction', 'POST', `${BASE}/transaction`, 'body', 'under-key'],
  get: ['readTransaction', 'GET', ONE, 'id', 'always'],
  cancel: ['cancelTransaction', 'POST', `${ONE}/cancel`, 'id', 'always'],
  renewLink: ['renewLink', 'POST', `${ONE}/link`, 'id', 'never'],
  history: ['readTransactionHistory', 'GET', `${ONE}/history`, 'id', 'always'],
  receipt: ['readReceipt', 'GET', `${ONE}/receipt`, 'id', 'always'],
  resendEvent: ['resendEvent', 'POST', `${ONE}/events/resend`, 'id', 'always'],
};

/** How a list is narrowed; all that is given must hold. */
export type ListTransactionsQuery = {
  /** The complete order number, case-sensitive. */
  orderNumber?: string | undefined;
  /** How it begins. */
  orderNumberPrefix?: string | undefined;
  status?: TransactionStatus | undefined;
  company?: string | undefined;
  /** Created at this time or later; a text is RFC 3339. */
  createdFrom?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Transactions in one page, 1 to 100; 20 without it. */
  limit?: number | undefined;
  /** `nextCursor` of an earlier page, to go on from there. */
  cursor?: string | undefined;
};

/** Transactions, newest first. */
export type TransactionList = List<TransactionSummary, ListTransactionsResponse>;

const LISTING: Listing<TransactionSummary, ListTransactionsResponse> = {
  operation: 'listTransactions',
  path: `${BASE}/transactions`,
  goesOnBy: 'cursor',
  itemsOf: ({ transactions }) => transactions,
  nextOf: ({ nextCursor }) => nextCursor,
};

/** Operations on transactions; each rejects with a TitularError, or with the reason of its signal. */
export type Transactions = Calls & {
  /** Transactions, newest first, one by one or by pages. */
  list(query?: ListTransactionsQuery, options?: CallOptions): TransactionList;
  /** Waits for a final status; a status this version does not know is not final. */
  waitForFinal(id: string, options?: WaitOptions): Promise<TransactionStatusResponse>;
};

/** The operations on transactions, over one way to the API. */
export function createTransactions(callApi: CallApi, wait: WaitDeps): Transactions {
  const calls = bindOperations<Calls>(callApi, CALLS);
  return {
    ...calls,
    list: (query, options) => createList(callApi, LISTING, query, options),
    waitForFinal: async (id, options) => {
      const isEnd = ({ status }: TransactionStatusResponse): boolean => isFinalStatus(status);
      return waitForEnd(wait, { id, read: (calling) => calls.get(id, calling), isEnd }, options);
    },
  };
}
