import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';
import { eventTypeCatalogue } from './event-catalogue.ts';

const URL = 'https://shop.example/webhooks';
const SECRET = 'whsec_c2VjcmV0IHRoYXQgaXMgc2hvd24gb25seSB0aGlzIG9uY2U=';

const endpoint = {
  id: PLACEHOLDERS.endpoint,
  company: PLACEHOLDERS.company,
  url: URL,
  eventTypes: [],
  statuses: [],
  authentication: { kind: 'none' },
  maximumAttempts: 8,
  maximumAtOnce: 50,
  timeoutSeconds: 15,
  enabled: true,
  failures: 0,
  createdAt: '2026-11-20T14:00:00.000Z',
};

const parameters = { endpoint_id: PLACEHOLDERS.endpoint };

const notAnId = {
  ...apart('A text that is no id'),
  parameters: { endpoint_id: 'my-endpoint' },
  ...refusal('40006'),
};

const unknown = {
  summary: 'An endpoint that is not of this tenant and environment',
  parameters: { endpoint_id: UNKNOWN_ID },
  ...refusal('40406'),
};

const createWebhookEndpoint: OperationExamples = {
  least: {
    summary: 'Every event of a company, with the standard schedule',
    body: { company: PLACEHOLDERS.company, url: URL },
    status: 200,
    answer: { ...endpoint, secret: SECRET },
  },
  full: {
    summary: 'Chosen statuses, credentials and a schedule of your own',
    body: {
      company: PLACEHOLDERS.company,
      url: URL,
      description: 'Orders, back office',
      eventTypes: ['transaction.finished', 'transaction.changed'],
      statuses: ['processing', 'approved', 'inconclusive'],
      authentication: { kind: 'basic', user: 'titular', password: 'your-password' },
      maximumAttempts: 12,
      intervalSeconds: 60,
      maximumAtOnce: 20,
      timeoutSeconds: 10,
    },
    status: 200,
    answer: {
      ...endpoint,
      description: 'Orders, back office',
      eventTypes: ['transaction.finished', 'transaction.changed'],
      statuses: ['processing', 'approved', 'inconclusive'],
      authentication: { kind: 'basic' },
      maximumAttempts: 12,
      intervalSeconds: 60,
      maximumAtOnce: 20,
      timeoutSeconds: 10,
      secret: SECRET,
    },
  },
  'private-address': {
    summary: 'An address inside a private network',
    body: { company: PLACEHOLDERS.company, url: 'https://10.0.0.7/webhooks' },
    ...refusal('40002', 'url must not be an address inside the network.'),
  },
  misspelt: {
    ...apart('A field that is not known'),
    body: { company: PLACEHOLDERS.company, url: URL, events: ['transaction.finished'] },
    ...refusal('40002', 'events is not a field that this operation knows.'),
  },
  'unknown-company': {
    summary: 'A company that is not of this tenant and environment',
    body: { company: UNKNOWN_ID, url: URL },
    ...refusal('40404'),
  },
};

const listWebhookEndpoints: OperationExamples = {
  'of-a-company': {
    summary: 'The endpoints of one company',
    parameters: { company: PLACEHOLDERS.company, limit: '20' },
    status: 200,
    answer: { endpoints: [] },
  },
  'not-a-limit': {
    ...apart('A limit over 100'),
    parameters: { limit: '1000' },
    ...refusal('40002', 'limit must be 1 to 100.'),
  },
};

const readWebhookEndpoint: OperationExamples = {
  well: { summary: 'An endpoint that is doing well', parameters, status: 200, answer: endpoint },
  disabled: {
    summary: 'An endpoint that was switched off',
    parameters: { endpoint_id: PLACEHOLDERS.disabledEndpoint },
    status: 200,
    answer: {
      ...endpoint,
      id: PLACEHOLDERS.disabledEndpoint,
      enabled: false,
      disabledReason: 'asked',
      disabledAt: '2026-11-20T15:00:00.000Z',
    },
  },
  'not-an-id': notAnId,
  unknown,
};

const changeWebhookEndpoint: OperationExamples = {
  schedule: {
    summary: 'Another schedule; everything else stays',
    parameters,
    body: { maximumAttempts: 20, intervalSeconds: 300 },
    status: 200,
    answer: { ...endpoint, maximumAttempts: 20, intervalSeconds: 300 },
  },
  enable: {
    summary: 'Switched on again, its failures forgotten',
    parameters: { endpoint_id: PLACEHOLDERS.disabledEndpoint },
    body: { enabled: true },
    status: 200,
    answer: { ...endpoint, id: PLACEHOLDERS.disabledEndpoint },
  },
  'url-alone': {
    summary: 'A new address without the credentials that belong to it',
    parameters: { endpoint_id: PLACEHOLDERS.signedEndpoint },
    body: { url: 'https://other.example/webhooks' },
    ...refusal('40002', 'authentication must be sent again together with a new url.'),
  },
  unknown: { ...unknown, body: { enabled: false } },
};

const deleteWebhookEndpoint: OperationExamples = {
  deleted: {
    summary: 'An endpoint that is no longer needed',
    parameters,
    status: 200,
    answer: { id: PLACEHOLDERS.endpoint, deletedAt: '2026-11-20T16:00:00.000Z' },
  },
  unknown,
};

const rotateWebhookSecret: OperationExamples = {
  overlap: {
    summary: 'Both secrets sign for two hours',
    parameters,
    body: { overlapSeconds: 7200 },
    status: 200,
    answer: {
      id: PLACEHOLDERS.endpoint,
      secret: SECRET,
      previousSecretEndsAt: '2026-11-20T18:00:00.000Z',
    },
  },
  leaked: {
    summary: 'The old secret ends at once, because it leaked',
    parameters: { endpoint_id: PLACEHOLDERS.rotatedEndpoint },
    body: { overlapSeconds: 0 },
    status: 200,
    answer: { id: PLACEHOLDERS.rotatedEndpoint, secret: SECRET },
  },
  overlapping: {
    summary: 'Two secrets sign already',
    parameters: { endpoint_id: PLACEHOLDERS.rotatedEndpoint },
    body: {},
    ...refusal('40072'),
  },
};

const sendTestEvent: OperationExamples = {
  sent: {
    summary: 'A test event on its way',
    parameters,
    status: 200,
    answer: { id: '019aa3c9-7e21-7b0b-8a3e-1d2c3b4a5f0b', type: 'endpoint.test' },
  },
  disabled: {
    summary: 'An endpoint that is switched off',
    parameters: { endpoint_id: PLACEHOLDERS.disabledEndpoint },
    ...refusal('40070'),
  },
};

const listEventTypes: OperationExamples = {
  catalogue: {
    standsApart: true,
    summary: 'Every type of event',
    status: 200,
    answer: { eventTypes: eventTypeCatalogue },
  },
};

/** Examples of the operations on webhook endpoints. */
export const webhookEndpointExamples: Readonly<Record<string, OperationExamples>> = {
  createWebhookEndpoint,
  listWebhookEndpoints,
  readWebhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  sendTestEvent,
  listEventTypes,
};
