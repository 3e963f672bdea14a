import {
  CreateTransactionRequest,
  CreateTransactionResponse,
  ListTransactionsQuery,
  ListTransactionsResponse,
  ReceiptResponse,
  ResendEventResponse,
  TransactionHistoryResponse,
  TransactionStatusResponse,
} from '@titular/contract';
import { withoutTurn } from '../card-evidence/index.ts';
import { answerOnce, findKeptAnswer, IDEMPOTENCY_HEADER, readIdempotencyKey } from '../idempotency/index.ts';
import { parseUuid } from '../kernel/base/id.ts';
import type { WriteIn } from '../kernel/database/write-in.ts';
import { ANSWER_LIMIT_MS, PATIENT_LIMIT_MS } from '../kernel/http/answers/answer-limit.ts';
import { REFUSALS, REFUSALS_WITHOUT_ID } from '../kernel/http/answers/refusals.ts';
import { type AdmittedCaller, defineRoute, type Route, type RouteRequest } from '../kernel/http/route.ts';
import { sandboxParameter } from '../kernel/http/sandbox-port.ts';
import { actorOf } from '../kernel/http/service-actor.ts';
import { cancelTransaction } from './change/cancel-transaction.ts';
import { renewLink } from './change/renew-link.ts';
import type { CreateDeps } from './create/create-draft.ts';
import { createTransaction } from './create/create-transaction.ts';
import { parseCreateRequest } from './create/parse-create-request.ts';
import { type EvidenceDeps, readDecisionReceipt, readEvidenceDocument } from './decide/read-evidence.ts';
import { resendEvent } from './decide/resend-event.ts';
import { type ReadDeps, readTransaction } from './read/read-transaction.ts';
import { readTransactionHistory, searchTransactions } from './read/search-transactions.ts';

const BASE = '/api/public/v1/walletid';

/** Creates once for each key of the caller, whose first answer is kept. */
async function createOnce(
  deps: CreateDeps,
  { body, headers }: Pick<RouteRequest<CreateTransactionRequest>, 'body' | 'headers'>,
  { tenantId, idle }: Pick<AdmittedCaller, 'tenantId' | 'idle'>,
): Promise<CreateTransactionResponse> {
  const key = readIdempotencyKey(headers['idempotency-key']);
  const request = key === undefined ? undefined : { key, body };
  const findKept = request && (() => findKeptAnswer<CreateTransactionResponse>(deps, tenantId, request));
  const kept = await findKept?.();
  if (kept) return kept;
  const input = parseCreateRequest(body, deps.clock.now());
  const { identity, processId } = input;
  const course = deps.sandbox.beforeCreate({ kind: 'transaction', headers, identity, processId });
  const once: WriteIn<CreateTransactionResponse> | undefined =
    request &&
    ((work) =>
      answerOnce({ ...deps, idle }, tenantId, request, { work, subjectOf: ({ id }) => parseUuid(id) }));
  const { cardEvidence } = deps;
  const waiting = cardEvidence
    ? { ...deps, cardEvidence: withoutTurn(cardEvidence, idle), besides: { idle, findKept } }
    : deps;
  return createTransaction(waiting, tenantId, input, once, course);
}

const writing = (deps: CreateDeps): Route[] => [
  defineRoute({
    operationId: 'createTransaction',
    summary: 'Ask whether a card belongs to a person',
    method: 'POST',
    path: `${BASE}/transaction`,
    access: 'token',
    scope: 'transactions:write',
    limitMs: ANSWER_LIMIT_MS + (deps.cardEvidence?.timeoutMs ?? 0),
    bodyKind: 'json',
    bodySchema: CreateTransactionRequest,
    responses: { 200: CreateTransactionResponse, ...REFUSALS },
    headerParameters: [IDEMPOTENCY_HEADER, sandboxParameter('transaction')],
    handle: async ({ body, headers }, { tenantId, idle }) => {
      return { status: 200, body: await createOnce(deps, { body, headers }, { tenantId, idle }) };
    },
  }),
  defineRoute({
    operationId: 'renewLink',
    summary: 'Get a new link and SDK token for a transaction that still waits for the person',
    method: 'POST',
    path: `${BASE}/transactions/:transaction_id/link`,
    access: 'token',
    scope: 'transactions:write',
    bodyKind: 'none',
    responses: { 200: CreateTransactionResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await renewLink(deps, caller.tenantId, params.transaction_id),
    }),
  }),
  defineRoute({
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
      body: await cancelTransaction(deps, caller.tenantId, params.transaction_id),
    }),
  }),
  defineRoute({
    operationId: 'resendEvent',
    summary: 'Send the last event of a transaction once more',
    method: 'POST',
    path: `${BASE}/transactions/:transaction_id/events/resend`,
    access: 'token',
    scope: 'webhooks:write',
    bodyKind: 'none',
    responses: { 200: ResendEventResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await resendEvent(deps, actorOf(caller), params.transaction_id),
    }),
  }),
];

const reading = (deps: CreateDeps & ReadDeps): Route[] => [
  defineRoute({
    operationId: 'readTransaction',
    isFrequent: true,
    summary: 'Read the status of a transaction',
    method: 'GET',
    path: `${BASE}/transactions/:transaction_id`,
    access: 'token',
    scope: 'transactions:read',
    bodyKind: 'none',
    responses: { 200: TransactionStatusResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await readTransaction(deps, caller.tenantId, params.transaction_id),
    }),
  }),
  defineRoute({
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
      body: await searchTransactions(deps, caller.tenantId, query),
    }),
  }),
  defineRoute({
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
      body: await readTransactionHistory(deps, caller.tenantId, params.transaction_id),
    }),
  }),
];

const proving = (deps: EvidenceDeps): Route[] => [
  defineRoute({
    operationId: 'readReceipt',
    summary: 'Read the signed receipt of an approval',
    method: 'GET',
    path: `${BASE}/transactions/:transaction_id/receipt`,
    access: 'token',
    scope: 'transactions:read',
    bodyKind: 'none',
    responses: { 200: ReceiptResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await readDecisionReceipt(deps, caller.tenantId, params.transaction_id),
    }),
  }),
  defineRoute({
    operationId: 'readEvidence',
    summary: 'Read the evidence of an approval as a signed PDF document',
    method: 'GET',
    path: `${BASE}/transactions/:transaction_id/evidence.pdf`,
    access: 'token',
    scope: 'transactions:read',
    bodyKind: 'none',
    limitMs: PATIENT_LIMIT_MS,
    responses: { 200: 'binary', ...REFUSALS },
    answerType: 'application/pdf',
    handle: async ({ params }, caller) => ({
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: await readEvidenceDocument(deps, caller.tenantId, params.transaction_id),
    }),
  }),
];

/** The merchant's operations on transactions (design section 2). */
export const transactionRoutes = (deps: CreateDeps & ReadDeps & EvidenceDeps): Route[] => [
  ...writing(deps),
  ...reading(deps),
  ...proving(deps),
];
