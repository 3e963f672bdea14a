import type { CallApi } from '../http/call-api.ts';
import { createList, type List, type Listing } from '../http/list.ts';
import type { CallOptions, CreateOptions } from '../http/options.ts';
import { bindOperations, type OperationRows } from '../operations.ts';
import type {
  BacklogResponse,
  ChangeWebhookEndpointRequest,
  CreateWebhookEndpointRequest,
  CreateWebhookEndpointResponse,
  DeleteWebhookEndpointResponse,
  ListWebhookEndpointsResponse,
  ResendFailedRequest,
  ResendFailedResponse,
  RotateWebhookSecretRequest,
  RotateWebhookSecretResponse,
  SendTestEventResponse,
  WebhookEndpoint,
} from '../wire/webhooks.ts';

const BASE = '/api/public/v1/webhook-endpoints';
const ONE = `${BASE}/{id}`;

type Calls = {
  /** Tells where the events of a company go; keep the `secret` of the answer. Safe to be sent again, because it has an Idempotency-Key. */
  create(
    request: CreateWebhookEndpointRequest,
    options?: CreateOptions,
  ): Promise<CreateWebhookEndpointResponse>;
  /** What was chosen for it, and how it is doing. */
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Changes what is given and leaves the rest. */
  change(id: string, request: ChangeWebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Deletes it for good; sent again after a lost answer it may be refused with 40406, and is gone. */
  delete(id: string, options?: CallOptions): Promise<DeleteWebhookEndpointResponse>;
  /** A new secret; the old one signs beside it for a day, or as long as is asked. Safe to be sent again, because it has an Idempotency-Key. */
  rotateSecret(
    id: string,
    request?: RotateWebhookSecretRequest,
    options?: CreateOptions,
  ): Promise<RotateWebhookSecretResponse>;
  /** Sends an `endpoint.test` to it alone; each is another event, so that it is never sent again after a fault. */
  sendTest(id: string, options?: CallOptions): Promise<SendTestEventResponse>;
  /** Sends again what failed since a time, a part in each call: go on while `hasMore`. */
  resendFailed(
    id: string,
    request: ResendFailedRequest,
    options?: CallOptions,
  ): Promise<ResendFailedResponse>;
  /** How much waits for it, and since when. */
  backlog(id: string, options?: CallOptions): Promise<BacklogResponse>;
};

const CALLS: OperationRows<Calls> = {
  create: ['createWebhookEndpoint', 'POST', BASE, 'body', 'under-key'],
  get: ['readWebhookEndpoint', 'GET', ONE, 'id', 'always'],
  change: ['changeWebhookEndpoint', 'PATCH', ONE, 'id-and-body', 'always'],
  delete: ['deleteWebhookEndpoint', 'DELETE', ONE, 'id', 'always'],
  rotateSecret: ['rotateWebhookSecret', 'POST', `${ONE}/rotate-secret`, 'id-and-body', 'under-key'],
  sendTest: ['sendTestEvent', 'POST', `${ONE}/test`, 'id', 'never'],
  resendFailed: ['resendFailed', 'POST', `${ONE}/resend-failed`, 'id-and-body', 'always'],
  backlog: ['readBacklog', 'GET', `${ONE}/backlog`, 'id', 'always'],
};

/** How a list of endpoints is narrowed. */
export type ListWebhookEndpointsQuery = {
  company?: string | undefined;
  /** Endpoints in one page, 1 to 100; 20 without it. */
  limit?: number | undefined;
  /** `nextCursor` of an earlier page, to go on from there. */
  cursor?: string | undefined;
};

const LISTING: Listing<WebhookEndpoint, ListWebhookEndpointsResponse> = {
  operation: 'listWebhookEndpoints',
  path: BASE,
  goesOnBy: 'cursor',
  itemsOf: ({ endpoints }) => endpoints,
  nextOf: ({ nextCursor }) => nextCursor,
};

/** Where the events of companies go. */
export type WebhookEndpoints = Calls & {
  /** Endpoints, newest first, one by one or by pages. */
  list(
    query?: ListWebhookEndpointsQuery,
    options?: CallOptions,
  ): List<WebhookEndpoint, ListWebhookEndpointsResponse>;
};

/** The operations on webhook endpoints, over one way to the API. */
export const createWebhookEndpoints = (callApi: CallApi): WebhookEndpoints => ({
  ...bindOperations<Calls>(callApi, CALLS),
  list: (query, options) => createList(callApi, LISTING, query, options),
});
