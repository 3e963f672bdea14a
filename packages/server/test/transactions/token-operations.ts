import { routeTable } from '@titular/server/modules.ts';
import { newTransactionBody } from '@titular/test-kit';
import { newProcessBody } from '../processes/process-fixture.ts';
import { referenceRequest } from '../references/reference-fixture.ts';
import type { Answer, Merchant } from './api.ts';

/** An id of nothing. */
export const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';

/** Every operation behind an access token: a new one is in each table that is made of them. */
export const TOKEN_OPERATIONS = routeTable().filter(({ access }) => access === 'token');

/** Names of these operations. */
export const TOKEN_OPERATION_IDS = TOKEN_OPERATIONS.map(({ operationId }) => operationId);

const PARAMS: Readonly<Record<string, string>> = { attempt_id: unknownId, step: '0', position: '1' };

/** Bodies that pass the schemas. */
const BODIES: Readonly<Record<string, (one: Merchant) => object>> = {
  createTransaction: ({ tenant }) => newTransactionBody(tenant.companyId),
  createProcess: () => newProcessBody(),
  stepTransaction: () => ({ event: 'share' }),
  createFaceReference: () => referenceRequest(),
  eraseIdentity: () => ({ identity: { key: 'cpf', value: '52998224725' } }),
  createWebhookEndpoint: ({ tenant }) => ({
    company: tenant.companyId,
    url: 'https://shop.example/webhooks',
  }),
  changeWebhookEndpoint: () => ({}),
  rotateWebhookSecret: () => ({}),
  resendFailed: () => ({ since: new Date().toISOString() }),
};

const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  readCaptureImage: { reason: 'ticket 4711' },
  readProcessSelfie: { reason: 'ticket 4711' },
  readReferencePhotograph: { reason: 'ticket 4711' },
};

/** Without one of these tables an operation of them is a fault; one that is not named here needs `transactions`. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  processes: ['createProcess', 'readProcess', 'readProcessHistory', 'readProcessSelfie', 'renewProcessLink'],
  rate_budgets: ['listScenarios', 'listEventTypes', 'readLimits'],
  api_calls: ['listCalls'],
  erasures: ['readErasure'],
  face_references: [
    'createFaceReference',
    'readFaceReference',
    'deleteFaceReference',
    'readReferencePhotograph',
  ],
  events: ['listEvents', 'readEvent', 'resendEventById'],
  deliveries: ['readDelivery', 'resendDelivery'],
  webhook_endpoints: [
    ...['listWebhookEndpoints', 'createWebhookEndpoint', 'readWebhookEndpoint', 'changeWebhookEndpoint'],
    ...['deleteWebhookEndpoint', 'rotateWebhookSecret', 'sendTestEvent'],
    ...['listDeliveries', 'readBacklog', 'resendFailed'],
  ],
};

/** The table that an operation cannot do without. */
export const tableOf = (operationId: string): string =>
  Object.entries(TABLES).find(([, operations]) => operations.includes(operationId))?.[0] ?? 'transactions';

/** The address of an operation, about ids that are unknown. */
export const pathOf = (operationId: string): string => {
  const path = TOKEN_OPERATIONS.find((one) => one.operationId === operationId)?.path ?? '';
  return `${path.replace(/:([a-z_]+)/g, (_whole, name: string) => PARAMS[name] ?? unknownId)}?${new URLSearchParams(QUERIES[operationId])}`;
};

/** Calls an operation with what its schemas ask for, about ids that are unknown. */
export function callOperation(one: Merchant, operationId: string): Promise<Answer> {
  const [body, query] = [BODIES[operationId]?.(one), QUERIES[operationId]];
  return one.call(operationId, {
    id: unknownId,
    params: PARAMS,
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  });
}
