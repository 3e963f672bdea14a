import { apart, type OperationExamples, PLACEHOLDERS, refusal } from '../example.ts';

const { company, waitingTransaction } = PLACEHOLDERS;

/** A transaction as a list tells of it. */
export const listed = {
  id: '019aa3c5-2b10-7d06-9f2d-0c4e5a6b7c06',
  company,
  orderNumber: 'order-1102',
  status: 'waiting',
  createdAt: '2026-11-20T14:03:07.000Z',
  expiresAt: '2026-11-23T14:03:07.000Z',
};

/** Examples of listing transactions. */
export const listTransactions: OperationExamples = {
  'first-page': {
    summary: 'One of several whose order number begins alike',
    parameters: { orderNumberPrefix: PLACEHOLDERS.listedOrderPrefix, status: 'waiting', limit: '1' },
    status: 200,
    answer: { transactions: [listed], nextCursor: '019aa3c5-2b10-7d06-9f2d-0c4e5a6b7c06' },
  },
  'next-page': {
    summary: 'What came before the cursor, within a time',
    parameters: {
      cursor: waitingTransaction,
      createdFrom: '2026-11-01T00:00:00Z',
      createdBefore: '2026-11-02T00:00:00Z',
    },
    status: 200,
    answer: { transactions: [] },
  },
  'by-order': {
    summary: 'By the whole order number, in one company',
    parameters: { orderNumber: PLACEHOLDERS.openOrderNumber, company },
    status: 200,
    answer: { transactions: [{ ...listed, orderNumber: PLACEHOLDERS.openOrderNumber }] },
  },
  'page-too-long': {
    ...apart('A page longer than 100'),
    parameters: { limit: '1000' },
    ...refusal('40002', 'limit must be 1 to 100.'),
  },
};
