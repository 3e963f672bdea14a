import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';
import { createTransaction } from './transaction-create-examples.ts';
import { listed, listTransactions } from './transaction-search-examples.ts';

const { waitingTransaction } = PLACEHOLDERS;

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
