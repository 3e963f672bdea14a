import { cardNumberIn } from '../errors.ts';
import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';

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

/** Examples of creating a transaction: every answer and every refusal. */
export const createTransaction: OperationExamples = {
  created: {
    summary: 'The person has to take a selfie',
    parameters: { 'Idempotency-Key': 'create-1001-1' },
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
    ...refusal('40002', 'card.binDigits must be the first 8 digits of the card, such as 41111111.'),
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
