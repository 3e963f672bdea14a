import { cardNumberIn } from '../errors.ts';
import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';
import { listed, listTransactions } from './transaction-search-examples.ts';

const { company, waitingTransaction } = PLACEHOLDERS;

const request = {
  identity: { key: 'cpf', value: '52998224725' },
  orderNumber: 'order-1001',
  company,
  card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' },
};

const created = {
  id: waitingTransaction,
  status: 'waiting',
  link: 'https://titular.example/c/kX2b5d0m8vQe1sTn7uYw3zAc9fGh4jLp6rBt0xNi2oE',
  token: 'a-signed-sdk-token',
};

const createTransaction: OperationExamples = {
  created: {
    summary: 'The person has to take a selfie',
    parameters: { 'Idempotency-Key': '0c1f6a5e-order-1001' },
    body: { ...request, value: 199.9, redirectUrl: 'https://shop.example/orders/1001' },
    status: 200,
    answer: created,
  },
  'only-what-is-needed': {
    summary: 'Without the optional fields, and with a number as order number',
    body: {
      ...request,
      orderNumber: 1002,
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
    },
    status: 200,
    answer: created,
  },
  'ended-at-once': {
    summary: 'The company checks at create, and nobody is enrolled for the identity',
    body: { ...request, company: PLACEHOLDERS.companyThatChecks },
    status: 200,
    answer: { id: '019aa3c5-2b10-7d05-9f2d-0c4e5a6b7c05', status: 'fast-inconclusive' },
  },
  'not-an-object': {
    ...apart('A body that is no JSON object'),
    body: [request],
    ...refusal('40001', 'The body is not a JSON object.'),
  },
  'badly-formed-field': {
    ...apart('Six digits where eight belong'),
    body: { ...request, card: { ...request.card, binDigits: '411111' } },
    ...refusal(
      '40002',
      'card.binDigits has the wrong form: the first 8 digits of the card, such as 41111111.',
    ),
  },
  'no-name': {
    summary: 'A card name with digits',
    body: { ...request, card: { ...request.card, name: 'Maria 2' } },
    ...refusal('40024', 'card.name has characters that no name on a card has.'),
  },
  'expired-card': {
    summary: 'A card of a past month',
    body: { ...request, card: { ...request.card, expirationDate: '01/20' } },
    ...refusal('40025'),
  },
  'full-card-number': {
    summary: 'A whole card number in a field',
    body: { ...request, orderNumber: '4111 1111 1111 1111' },
    ...refusal('40026', cardNumberIn('orderNumber')),
  },
  replicated: {
    summary: 'An open transaction has the same data',
    body: { ...request, orderNumber: PLACEHOLDERS.openOrderNumber },
    ...refusal('40027'),
  },
  'key-used-before': {
    summary: 'An Idempotency-Key that came with another body',
    parameters: { 'Idempotency-Key': PLACEHOLDERS.usedIdempotencyKey },
    body: request,
    ...refusal('40028'),
  },
  reused: {
    summary: 'The person took a selfie for a process lately: nobody is asked for another',
    body: { ...request, additionalInfo: { processID: PLACEHOLDERS.capturedProcess } },
    status: 200,
    answer: { id: '019aa3c5-2b10-7d09-9f2d-0c4e5a6b7c09', status: 'processing' },
  },
  'process-under-way': {
    summary: 'A reference process that has not finished',
    body: { ...request, additionalInfo: { processID: PLACEHOLDERS.waitingProcess } },
    ...refusal('40032'),
  },
  'failed-process': {
    summary: 'A reference process without a live person',
    body: { ...request, additionalInfo: { processID: PLACEHOLDERS.failedProcess } },
    ...refusal('40033'),
  },
  'old-process': {
    summary: 'A reference process of more than an hour ago',
    body: { ...request, additionalInfo: { processID: PLACEHOLDERS.oldProcess } },
    ...refusal('40034'),
  },
  'process-of-another': {
    summary: 'A reference process of another person',
    body: {
      ...request,
      identity: { key: 'cpf', value: '11144477735' },
      additionalInfo: { processID: PLACEHOLDERS.finishedProcess },
    },
    ...refusal('40035'),
  },
  'erased-process': {
    summary: 'A reference process whose person was erased',
    body: { ...request, additionalInfo: { processID: PLACEHOLDERS.erasedProcess } },
    ...refusal('40036'),
  },
  'used-process': {
    summary: 'A reference process that may be used once, and was',
    body: {
      ...request,
      company: PLACEHOLDERS.companyThatUsesOnce,
      additionalInfo: { processID: PLACEHOLDERS.usedProcess },
    },
    ...refusal('40037'),
  },
  'unknown-process': {
    summary: 'A reference process that nobody knows',
    body: { ...request, additionalInfo: { processID: UNKNOWN_ID } },
    ...refusal('40031'),
  },
  'value-above-limit': {
    summary: "More than the company's limit",
    body: { ...request, company: PLACEHOLDERS.companyWithLimit, value: 1000000 },
    ...refusal('40045'),
  },
  'unknown-company': {
    summary: 'A company that is not of this tenant and environment',
    body: { ...request, company: UNKNOWN_ID },
    ...refusal('40404'),
  },
};

const notAnId = {
  ...apart('A text that is no id'),
  parameters: { transaction_id: 'order-1001' },
  ...refusal('40004'),
};
const unknown = {
  summary: 'A transaction that is not of this tenant and environment',
  parameters: { transaction_id: UNKNOWN_ID },
  ...refusal('40401'),
};

const readTransaction: OperationExamples = {
  waiting: {
    summary: 'The person has not finished',
    parameters: { transaction_id: waitingTransaction },
    status: 200,
    answer: { status: 'waiting' },
  },
  approved: {
    summary: 'The card belongs to the person',
    parameters: { transaction_id: PLACEHOLDERS.approvedTransaction },
    status: 200,
    answer: { status: 'approved', hasIdentityChanged: false },
  },
  'not-an-id': notAnId,
  unknown,
};

const cancelTransaction: OperationExamples = {
  canceled: {
    summary: 'It was waiting',
    parameters: { transaction_id: waitingTransaction },
    status: 200,
    answer: { status: 'canceled' },
  },
  'too-late': {
    summary: 'It is being decided',
    parameters: { transaction_id: PLACEHOLDERS.processingTransaction },
    ...refusal('40046'),
  },
  unknown,
};

const renewLink: OperationExamples = {
  renewed: {
    summary: 'The person has not finished yet',
    parameters: { transaction_id: waitingTransaction },
    status: 200,
    answer: {
      id: waitingTransaction,
      status: 'waiting',
      link: 'https://titular.example/c/eKk2QvY1x0uT6pJm3WcZ8aNd',
      token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6InRpdHVsYXItc2RrK2p3dCJ9.eyJqdGkiOiIuLi4ifQ.c2lnbmF0dXJl',
    },
  },
  'too-late': {
    summary: 'It is being decided',
    parameters: { transaction_id: PLACEHOLDERS.processingTransaction },
    ...refusal('40050'),
  },
  unknown,
};

const readTransactionHistory: OperationExamples = {
  canceled: {
    summary: 'Created, and canceled by the merchant',
    parameters: { transaction_id: PLACEHOLDERS.canceledTransaction },
    status: 200,
    answer: {
      ...listed,
      id: PLACEHOLDERS.canceledTransaction,
      status: 'canceled',
      finishedAt: '2026-11-20T14:10:41.000Z',
      module: 'post',
      history: [
        {
          version: 1,
          event: 'create',
          status: 'waiting',
          actor: 'merchant',
          reasons: [],
          at: '2026-11-20T14:03:07.000Z',
        },
        {
          version: 2,
          event: 'cancel',
          status: 'canceled',
          actor: 'merchant',
          reasons: ['canceled_by_merchant'],
          at: '2026-11-20T14:10:41.000Z',
        },
      ],
    },
  },
  'not-an-id': notAnId,
  unknown,
};

const resendEvent: OperationExamples = {
  'sent-again': {
    summary: 'A transaction that ended; its company has no endpoint',
    parameters: { transaction_id: PLACEHOLDERS.canceledTransaction },
    status: 200,
    answer: {
      id: '019aa3c9-7e21-7b07-8a3e-1d2c3b4a5f07',
      type: 'transaction.finished',
      status: 'canceled',
      sequence: 2,
      deliveries: 0,
    },
  },
  'still-open': {
    summary: 'A transaction that has not ended',
    parameters: { transaction_id: waitingTransaction },
    ...refusal('40047'),
  },
  unknown,
};

const notApproved = {
  summary: 'A transaction that was not approved',
  parameters: { transaction_id: PLACEHOLDERS.canceledTransaction },
  ...refusal('40048'),
};

const readReceipt: OperationExamples = {
  receipt: {
    summary: 'Three parts of a compact JWS',
    parameters: { transaction_id: PLACEHOLDERS.provedTransaction },
    status: 200,
    answer: { receipt: 'header.payload.signature' },
  },
  'not-approved': notApproved,
  unknown,
};

const readEvidence: OperationExamples = {
  beginning: {
    summary: 'How the document begins',
    parameters: { transaction_id: PLACEHOLDERS.provedTransaction },
    status: 200,
    answer: '%PDF-1.7',
  },
  'not-approved': notApproved,
  unknown,
};

/** Examples of the operations on transactions. */
export const transactionExamples: Readonly<Record<string, OperationExamples>> = {
  createTransaction,
  readTransaction,
  cancelTransaction,
  renewLink,
  listTransactions,
  readTransactionHistory,
  resendEvent,
  readReceipt,
  readEvidence,
};

/** What an endpoint receives when a transaction ends. */
export const webhookExample = {
  id: '019aa3c9-7e21-7b07-8a3e-1d2c3b4a5f07',
  type: 'transaction.finished',
  time: '2026-11-20T14:05:52.000Z',
  environment: 'test',
  transactionId: PLACEHOLDERS.approvedTransaction,
  status: 'approved',
  sequence: 3,
  hasIdentityChanged: false,
} as const;
