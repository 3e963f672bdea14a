import { type CallApi, idempotencyKeyOf, pathPart } from './call-api.ts';
import type { CallOptions, CreateOptions } from './options.ts';
import {
  createTransactionList,
  type ListTransactionsQuery,
  type TransactionList,
} from './transaction-list.ts';
import { type WaitDeps, type WaitOptions, waitForEnd } from './wait-for-end.ts';
import {
  type CreateTransactionRequest,
  type CreateTransactionResponse,
  isFinalStatus,
  type TransactionHistoryResponse,
  type TransactionStatusResponse,
} from './wire.ts';

const BASE = '/api/public/v1/walletid';

/** Operations on transactions; each rejects with a TitularError, or with the reason of its signal. */
export type Transactions = {
  /** Asks whether a card belongs to a person; safe to be sent again, because it has an Idempotency-Key. */
  create(request: CreateTransactionRequest, options?: CreateOptions): Promise<CreateTransactionResponse>;
  /** How it stands. */
  get(id: string, options?: CallOptions): Promise<TransactionStatusResponse>;
  /** Transactions, newest first, one by one or by pages. */
  list(query?: ListTransactionsQuery, options?: CallOptions): TransactionList;
  /** Ends one that still waits for the person; once more answers the same. */
  cancel(id: string, options?: CallOptions): Promise<TransactionStatusResponse>;
  /** A new link and SDK token; those of before end, so that it is never sent again after a fault. */
  renewLink(id: string, options?: CallOptions): Promise<CreateTransactionResponse>;
  /** Every step it went, for support. */
  history(id: string, options?: CallOptions): Promise<TransactionHistoryResponse>;
  /** Waits for a final status; a status this version does not know is not final. */
  waitForFinal(id: string, options?: WaitOptions): Promise<TransactionStatusResponse>;
};

/** The operations on transactions, over one way to the API. */
export function createTransactions(callApi: CallApi, wait: WaitDeps): Transactions {
  const read = (id: string, options: CallOptions | undefined, maxRetries?: number) =>
    callApi<TransactionStatusResponse>({
      operation: 'readTransaction',
      method: 'GET',
      path: `${BASE}/transactions/${pathPart(id)}`,
      repeatable: true,
      options,
      ...(maxRetries === undefined ? {} : { maxRetries }),
    });
  return {
    create: async (request, options = {}) => {
      const idempotencyKey = idempotencyKeyOf(options);
      const repeatable = idempotencyKey !== undefined;
      const path = `${BASE}/transaction`;
      const operation = 'createTransaction';
      const { scenario } = options;
      const call = { operation, method: 'POST', path, repeatable, body: request } as const;
      return callApi({ ...call, idempotencyKey, scenario, options });
    },
    get: async (id, options) => read(id, options),
    list: (query = {}, options) => createTransactionList(callApi, query, options),
    cancel: async (id, options) => {
      const path = `${BASE}/transactions/${pathPart(id)}/cancel`;
      return callApi({ operation: 'cancelTransaction', method: 'POST', path, repeatable: true, options });
    },
    renewLink: async (id, options) => {
      const path = `${BASE}/transactions/${pathPart(id)}/link`;
      return callApi({ operation: 'renewLink', method: 'POST', path, repeatable: false, options });
    },
    history: async (id, options) => {
      const path = `${BASE}/transactions/${pathPart(id)}/history`;
      return callApi({ operation: 'readTransactionHistory', method: 'GET', path, repeatable: true, options });
    },
    waitForFinal: async (id, options) => {
      const isEnd = ({ status }: TransactionStatusResponse): boolean => isFinalStatus(status);
      return waitForEnd(wait, { id, read: (calling) => read(id, calling, 0), isEnd }, options);
    },
  };
}
