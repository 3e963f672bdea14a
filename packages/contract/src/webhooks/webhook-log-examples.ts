import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';

const { canceledTransaction, delivery, failingEndpoint: endpoint, event } = PLACEHOLDERS;
const CURSOR = 'AXk1bGg5dDJ2cWE3bTR4cjhzMHdjM2Y2ZGpuZWJ5ejFpdW9wa2doYXNkZg';

const record = {
  id: event,
  type: 'transaction.finished',
  time: '2026-11-20T14:05:52.000Z',
  environment: 'test',
  transactionId: canceledTransaction,
  status: 'canceled',
  sequence: 2,
  companyId: PLACEHOLDERS.company,
};

const listed = {
  id: delivery,
  endpointId: endpoint,
  eventId: event,
  type: 'transaction.finished',
  state: 'failed',
  attempts: 1,
  finishedAt: '2026-11-20T14:05:53.000Z',
};

const unknown = (what: string, parameter: string, code: '40406' | '40407' | '40408') => ({
  [`unknown-${what}`]: {
    summary: 'One that is not of this tenant and environment',
    parameters: { [parameter]: UNKNOWN_ID },
    ...refusal(code),
  },
});
const unknownEvent = unknown('event', 'event_id', '40407');
const unknownDelivery = unknown('delivery', 'delivery_id', '40408');
const unknownEndpoint = unknown('endpoint', 'endpoint_id', '40406');

const listEvents: OperationExamples = {
  'from-now-on': {
    summary: 'Where a reader begins who wants what happens from now on',
    parameters: { after: 'latest' },
    status: 200,
    answer: { events: [], cursor: CURSOR, hasMore: false },
  },
  'of-a-transaction': {
    summary: 'What happened to one transaction',
    parameters: { transaction: canceledTransaction, type: 'transaction.finished', limit: '10' },
    status: 200,
    answer: { events: [record], cursor: CURSOR, hasMore: false },
  },
  'of-a-company': {
    summary: 'Of one company, of which nothing is known yet',
    parameters: { company: PLACEHOLDERS.companyWithLimit },
    status: 200,
    answer: { events: [], cursor: CURSOR, hasMore: false },
  },
  'not-a-cursor': {
    summary: 'A cursor that no answer gave',
    parameters: { after: 'yesterday' },
    ...refusal('40002', 'after must be latest, or the cursor of an answer to this tenant.'),
  },
};

const readEvent: OperationExamples = {
  event: {
    summary: 'An event that one endpoint did not take',
    parameters: { event_id: event },
    status: 200,
    answer: { ...record, deliveries: [listed] },
  },
  'not-an-id': {
    ...apart('A text that is no id'),
    parameters: { event_id: 'order-1001' },
    ...refusal('40006'),
  },
  ...unknownEvent,
};

const resendEventById: OperationExamples = {
  'sent-again': {
    summary: 'To the one endpoint of the company',
    parameters: { event_id: event },
    status: 200,
    answer: { id: event, type: 'transaction.finished', deliveries: 1 },
  },
  ...unknownEvent,
};

const listDeliveries: OperationExamples = {
  'failed-ones': {
    summary: 'What did not reach the endpoint',
    parameters: { endpoint_id: endpoint, state: 'failed', limit: '10' },
    status: 200,
    answer: { deliveries: [listed] },
  },
  'next-page': {
    summary: 'What came before the cursor',
    parameters: { endpoint_id: endpoint, cursor: UNKNOWN_ID },
    status: 200,
    answer: { deliveries: [] },
  },
  ...unknownEndpoint,
};

const readDelivery: OperationExamples = {
  failed: {
    summary: 'Nobody listened at the address',
    parameters: { delivery_id: delivery },
    status: 200,
    answer: {
      ...listed,
      history: [
        {
          number: 1,
          startedAt: '2026-11-20T14:05:52.910Z',
          durationMs: 12,
          error: 'connect ECONNREFUSED 203.0.113.7:443',
        },
      ],
    },
  },
  ...unknownDelivery,
};

const resendDelivery: OperationExamples = {
  'sent-again': {
    summary: 'One that had failed',
    parameters: { delivery_id: delivery },
    status: 200,
    answer: {
      id: delivery,
      endpointId: endpoint,
      eventId: event,
      type: 'transaction.finished',
      state: 'pending',
      attempts: 1,
      nextAttemptAt: '2026-11-20T15:00:00.000Z',
    },
  },
  'switched-off': {
    summary: 'Its endpoint is off',
    parameters: { delivery_id: PLACEHOLDERS.deliveryThatIsOff },
    ...refusal('40070'),
  },
  ...unknownDelivery,
};

const resendFailed: OperationExamples = {
  'sent-again': {
    summary: 'All that failed in the last hour',
    parameters: { endpoint_id: endpoint },
    body: { since: PLACEHOLDERS.hourAgo },
    status: 200,
    answer: { deliveries: 1, hasMore: false },
  },
  'too-far-back': {
    summary: 'From a time of which nothing is kept',
    parameters: { endpoint_id: endpoint },
    body: { since: '2020-01-01T00:00:00Z' },
    ...refusal('40002', 'since must lie within the last 90 days.'),
  },
  'switched-off': {
    summary: 'An endpoint that is off',
    parameters: { endpoint_id: PLACEHOLDERS.endpointThatIsOff },
    body: { since: PLACEHOLDERS.hourAgo },
    ...refusal('40070'),
  },
};

const readBacklog: OperationExamples = {
  empty: {
    summary: 'Nothing waits',
    parameters: { endpoint_id: endpoint },
    status: 200,
    answer: { waiting: 0, more: false },
  },
  ...unknownEndpoint,
};

/** Examples of the log of webhooks and of sending them again. */
export const webhookLogExamples: Readonly<Record<string, OperationExamples>> = {
  listEvents,
  readEvent,
  resendEventById,
  listDeliveries,
  readDelivery,
  resendDelivery,
  resendFailed,
  readBacklog,
};
