import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';

const readLimits: OperationExamples = {
  limits: {
    summary: 'A tenant with the default limits',
    status: 200,
    answer: {
      limits: [
        {
          name: 'rate',
          code: '42901',
          limit: 10,
          perSecond: 10,
          remaining: 9,
          resetSeconds: 1,
          appliesTo: 'All API requests of the tenant, over all nodes of the service.',
        },
        {
          name: 'concurrency',
          code: '42902',
          limit: 100,
          remaining: 99,
          resetSeconds: 0,
          appliesTo: 'Concurrent requests of the tenant in one node of the service.',
        },
      ],
    },
  },
};

const listCalls: OperationExamples = {
  'one-request': {
    summary: 'A request that was refused, by its X-Request-Id',
    parameters: { requestId: PLACEHOLDERS.refusedRequest },
    status: 200,
    answer: {
      calls: [
        {
          requestId: PLACEHOLDERS.refusedRequest,
          at: '2026-11-20T14:03:07.120Z',
          account: 'shop',
          operation: 'readTransaction',
          method: 'GET',
          path: `/api/public/v1/walletid/transactions/${UNKNOWN_ID}`,
          status: 404,
          code: '40401',
          durationMs: 3,
          sourceAddress: '192.0.2.10',
          transaction: UNKNOWN_ID,
          repeated: 0,
        },
      ],
    },
  },
  'by-code': {
    summary: 'All that were refused with a code since a time',
    parameters: { code: '40027', from: '2026-11-20T00:00:00Z' },
    status: 200,
    answer: { calls: [] },
  },
  'not-a-status': {
    ...apart('A status that is none'),
    parameters: { status: 'failed' },
    ...refusal('40002', 'status must be the HTTP status of the response, such as 400.'),
  },
};

const erased = {
  id: PLACEHOLDERS.erasure,
  erasedAt: '2026-11-20T15:00:00.000Z',
  counts: {
    templates: 1,
    pictures: 3,
    objects: 0,
    attempts: 1,
    pageSessions: 1,
    links: 1,
    webhookAnswers: 1,
    apiCalls: 4,
    transactions: 1,
    processes: 0,
    orderedCalls: 0,
    statements: 0,
    held: 0,
  },
  receipt: 'header.payload.signature',
};

const eraseIdentity: OperationExamples = {
  erased: {
    summary: 'With a name of your own for the request',
    body: { identity: { key: 'cpf', value: '52998224725' }, reference: 'ticket-4711' },
    status: 200,
    answer: { ...erased, reference: 'ticket-4711' },
  },
  'bad-digits': {
    summary: 'A number whose check digits are wrong',
    body: { identity: { key: 'cpf', value: '52998224724' } },
    ...refusal('40002', 'identity.value must be 11 digits without punctuation, with valid check digits.'),
  },
};

const readErasure: OperationExamples = {
  erasure: {
    summary: 'An erasure that was asked for without a reference',
    parameters: { erasure_id: PLACEHOLDERS.erasure },
    status: 200,
    answer: erased,
  },
  'not-an-id': {
    ...apart('A text that is no id'),
    parameters: { erasure_id: 'ticket-4711' },
    ...refusal('40005'),
  },
  unknown: {
    summary: 'An erasure that is not of this tenant and environment',
    parameters: { erasure_id: UNKNOWN_ID },
    ...refusal('40405'),
  },
};

/** Examples of the operations on the caller's own account, and on persons. */
export const accountExamples: Readonly<Record<string, OperationExamples>> = {
  readLimits,
  listCalls,
  eraseIdentity,
  readErasure,
};
