import {
  CreateTransactionRequest,
  CreateTransactionResponse,
  ErrorResponse,
  ListTransactionsQuery,
  ListTransactionsResponse,
  TransactionHistoryResponse,
  TransactionStatusResponse,
} from '@titular/contract';
import type { Route } from '../http/route.ts';
import { cancelTransaction } from './cancel-transaction.ts';
import { type CreateDeps, createTransaction } from './create-transaction.ts';
import { parseCreateRequest } from './parse-create-request.ts';
import { readTransaction } from './read-transaction.ts';
import { readTransactionHistory, searchTransactions } from './search-transactions.ts';

const BASE = '/api/public/v1/walletid';
const REFUSALS_WITHOUT_ID = {
  400: ErrorResponse,
  403: ErrorResponse,
  429: ErrorResponse,
  500: ErrorResponse,
};
const REFUSALS = { ...REFUSALS_WITHOUT_ID, 404: ErrorResponse };

/** The merchant's operations on transactions (design section 2). */
export const transactionRoutes = (deps: CreateDeps): Route[] => [
  {
    operationId: 'createTransaction',
    summary: 'Ask whether a card belongs to a person',
    method: 'POST',
    path: `${BASE}/transaction`,
    access: 'token',
    scope: 'transactions:write',
    bodyKind: 'json',
    bodySchema: CreateTransactionRequest,
    responses: { 200: CreateTransactionResponse, ...REFUSALS },
    handle: async ({ body }, caller) => {
      const wanted = parseCreateRequest(body as CreateTransactionRequest, deps.clock.now());
      return { status: 200, body: await createTransaction(deps, caller.tenantId, wanted) };
    },
  },
  {
    operationId: 'readTransaction',
    summary: 'Read the status of a transaction',
    method: 'GET',
    path: `${BASE}/transactions/:transaction_id`,
    access: 'token',
    scope: 'transactions:read',
    bodyKind: 'none',
    responses: { 200: TransactionStatusResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await readTransaction(deps, caller.tenantId, params['transaction_id'] ?? ''),
    }),
  },
  {
    operationId: 'listTransactions',
    summary: 'List and search transactions, newest first',
    method: 'GET',
    path: `${BASE}/transactions`,
    access: 'token',
    scope: 'transactions:read',
    bodyKind: 'none',
    querySchema: ListTransactionsQuery,
    responses: { 200: ListTransactionsResponse, ...REFUSALS_WITHOUT_ID },
    handle: async ({ query }, caller) => ({
      status: 200,
      body: await searchTransactions(deps, caller.tenantId, query as ListTransactionsQuery),
    }),
  },
  {
    operationId: 'readTransactionHistory',
    summary: 'Read a transaction with every step it went',
    method: 'GET',
    path: `${BASE}/transactions/:transaction_id/history`,
    access: 'token',
    scope: 'transactions:read',
    bodyKind: 'none',
    responses: { 200: TransactionHistoryResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await readTransactionHistory(deps, caller.tenantId, params['transaction_id'] ?? ''),
    }),
  },
  {
    operationId: 'cancelTransaction',
    summary: 'Cancel a transaction that still waits for the person',
    method: 'POST',
    path: `${BASE}/transactions/:transaction_id/cancel`,
    access: 'token',
    scope: 'transactions:write',
    bodyKind: 'none',
    responses: { 200: TransactionStatusResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await cancelTransaction(deps, caller.tenantId, params['transaction_id'] ?? ''),
    }),
  },
];
