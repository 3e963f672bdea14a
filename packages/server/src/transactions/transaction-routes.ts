import {
  CreateTransactionRequest,
  CreateTransactionResponse,
  ErrorResponse,
  TransactionStatusResponse,
} from '@titular/contract';
import type { Route } from '../http/route.ts';
import { type CreateDeps, createTransaction } from './create-transaction.ts';
import { parseCreateRequest } from './parse-create-request.ts';
import { readTransaction } from './read-transaction.ts';

const BASE = '/api/public/v1/walletid';
const REFUSALS = {
  400: ErrorResponse,
  403: ErrorResponse,
  404: ErrorResponse,
  429: ErrorResponse,
  500: ErrorResponse,
};

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
];
