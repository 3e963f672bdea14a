import {
  ChangeWebhookEndpointRequest,
  CreateWebhookEndpointRequest,
  CreateWebhookEndpointResponse,
  DeleteWebhookEndpointResponse,
  eventTypeCatalogue,
  ListEventTypesResponse,
  ListWebhookEndpointsQuery,
  ListWebhookEndpointsResponse,
  RotateWebhookSecretRequest,
  RotateWebhookSecretResponse,
  SendTestEventResponse,
  WebhookEndpoint,
} from '@titular/contract';
import { answerNamed, IDEMPOTENCY_HEADER, readIdempotencyKey } from '../../idempotency/index.ts';
import { REFUSALS, REFUSALS_WITHOUT_ID } from '../../kernel/http/answers/refusals.ts';
import { type AdmittedCaller, defineRoute, type Route } from '../../kernel/http/route.ts';
import { actorOf } from '../../kernel/http/service-actor.ts';
import { sendTestEvent } from '../events/send-test-event.ts';
import type { EndpointDeps } from './administer-endpoints.ts';
import { changeEndpoint, deleteEndpoint } from './change-endpoint.ts';
import { createEndpoint } from './create-endpoint.ts';
import { searchEndpoints, showEndpoint } from './read-endpoint.ts';
import { rotateEndpointSecret } from './rotate-endpoint-secret.ts';

const BASE = '/api/public/v1';
const ENDPOINTS = `${BASE}/webhook-endpoints`;
const ENDPOINT = `${ENDPOINTS}/:endpoint_id`;

/** Carries out what answers a secret, once for each key: who lost the answer gets it again, with the secret of that time. */
const once = <Answer extends object>(
  deps: EndpointDeps,
  { tenantId, idle }: AdmittedCaller,
  request: Parameters<typeof answerNamed>[2],
  work: (from: EndpointDeps) => Promise<Answer>,
): Promise<Answer> => answerNamed({ ...deps, idle }, tenantId, request, (db) => work({ ...deps, db }));

const reading = (deps: EndpointDeps): Route[] => [
  defineRoute({
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints, newest first',
    method: 'GET',
    path: ENDPOINTS,
    access: 'token',
    scope: 'webhooks:read',
    bodyKind: 'none',
    querySchema: ListWebhookEndpointsQuery,
    responses: { 200: ListWebhookEndpointsResponse, ...REFUSALS_WITHOUT_ID },
    handle: async ({ query }, { tenantId }) => ({
      status: 200,
      body: await searchEndpoints(deps, tenantId, query),
    }),
  }),
  defineRoute({
    operationId: 'readWebhookEndpoint',
    summary: 'Read a webhook endpoint and how it is doing',
    method: 'GET',
    path: ENDPOINT,
    access: 'token',
    scope: 'webhooks:read',
    bodyKind: 'none',
    responses: { 200: WebhookEndpoint, ...REFUSALS },
    handle: async ({ params }, { tenantId }) => ({
      status: 200,
      body: await showEndpoint(deps, tenantId, params.endpoint_id),
    }),
  }),
  defineRoute({
    operationId: 'listEventTypes',
    summary: 'List the types of events with their fields',
    method: 'GET',
    path: `${BASE}/event-types`,
    access: 'token',
    scope: 'webhooks:read',
    bodyKind: 'none',
    responses: { 200: ListEventTypesResponse, ...REFUSALS_WITHOUT_ID },
    handle: async () => ({ status: 200, body: { eventTypes: eventTypeCatalogue } }),
  }),
];

const choosing = (deps: EndpointDeps): Route[] => [
  defineRoute({
    operationId: 'createWebhookEndpoint',
    summary: 'Tell where the events of a company go',
    method: 'POST',
    path: ENDPOINTS,
    access: 'token',
    scope: 'webhooks:write',
    bodyKind: 'json',
    bodySchema: CreateWebhookEndpointRequest,
    responses: { 200: CreateWebhookEndpointResponse, ...REFUSALS },
    headerParameters: [IDEMPOTENCY_HEADER],
    handle: async ({ body, headers }, caller) => {
      const key = readIdempotencyKey(headers['idempotency-key']);
      const request = { key, operation: 'createWebhookEndpoint', body };
      const create = (from: EndpointDeps) => createEndpoint(from, actorOf(caller), body);
      return { status: 200, body: await once(deps, caller, request, create) };
    },
  }),
  defineRoute({
    operationId: 'changeWebhookEndpoint',
    summary: 'Change a webhook endpoint, or switch it on or off',
    method: 'PATCH',
    path: ENDPOINT,
    access: 'token',
    scope: 'webhooks:write',
    bodyKind: 'json',
    bodySchema: ChangeWebhookEndpointRequest,
    responses: { 200: WebhookEndpoint, ...REFUSALS },
    handle: async ({ params, body }, caller) => ({
      status: 200,
      body: await changeEndpoint(deps, actorOf(caller), params.endpoint_id, body),
    }),
  }),
];

const acting = (deps: EndpointDeps): Route[] => [
  defineRoute({
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook endpoint',
    method: 'POST',
    path: `${ENDPOINT}/rotate-secret`,
    access: 'token',
    scope: 'webhooks:write',
    bodyKind: 'json',
    bodySchema: RotateWebhookSecretRequest,
    responses: { 200: RotateWebhookSecretResponse, ...REFUSALS },
    headerParameters: [IDEMPOTENCY_HEADER],
    handle: async ({ params, body, headers }, caller) => {
      const key = readIdempotencyKey(headers['idempotency-key']);
      const id = params.endpoint_id;
      const request = { key, operation: 'rotateWebhookSecret', body: { id, body } };
      const rotate = (from: EndpointDeps) => rotateEndpointSecret(from, actorOf(caller), id, body);
      return { status: 200, body: await once(deps, caller, request, rotate) };
    },
  }),
  defineRoute({
    operationId: 'sendTestEvent',
    summary: 'Send a test event to a webhook endpoint',
    method: 'POST',
    path: `${ENDPOINT}/test`,
    access: 'token',
    scope: 'webhooks:write',
    bodyKind: 'none',
    responses: { 200: SendTestEventResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await sendTestEvent(deps, actorOf(caller), params.endpoint_id),
    }),
  }),
  defineRoute({
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint with its secrets',
    method: 'DELETE',
    path: ENDPOINT,
    access: 'token',
    scope: 'webhooks:write',
    bodyKind: 'none',
    responses: { 200: DeleteWebhookEndpointResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await deleteEndpoint(deps, actorOf(caller), params.endpoint_id),
    }),
  }),
];

/** The merchant's operations on webhook endpoints, and the catalogue of what they may receive. */
export const endpointRoutes = (deps: EndpointDeps): Route[] => [
  ...reading(deps),
  ...choosing(deps),
  ...acting(deps),
];
