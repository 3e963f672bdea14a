import {
  BacklogResponse,
  DeliveryResponse,
  DeliverySummary,
  EventResentResponse,
  EventResponse,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  ListEventsQuery,
  ListEventsResponse,
  ResendFailedRequest,
  ResendFailedResponse,
} from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { REFUSALS, REFUSALS_WITHOUT_ID } from '../../kernel/http/answers/refusals.ts';
import { parseInstant } from '../../kernel/http/body/parse-query.ts';
import { defineRoute, type Route } from '../../kernel/http/route.ts';
import { actorOf } from '../../kernel/http/service-actor.ts';
import { type EventLogDeps, listEvents, readEvent } from '../events/read-events.ts';
import { listDeliveries, readBacklog, readDelivery } from './read-deliveries.ts';
import { resendDelivery, resendEventById, resendFailedInTime } from './resend-deliveries.ts';

const BASE = '/api/public/v1';
const READING = { access: 'token', scope: 'webhooks:read', method: 'GET', bodyKind: 'none' } as const;
const WRITING = { access: 'token', scope: 'webhooks:write', method: 'POST' } as const;

/** The body's schema has checked the form. */
function sinceOf({ since }: ResendFailedRequest): Date {
  const instant = parseInstant('since', since);
  if (!instant) throw new Refusal('40002', 'since is missing.');
  return instant;
}

const aboutEvents = (deps: EventLogDeps): Route[] => [
  defineRoute({
    ...READING,
    operationId: 'listEvents',
    summary: 'List events after a cursor, oldest first',
    path: `${BASE}/events`,
    querySchema: ListEventsQuery,
    responses: { 200: ListEventsResponse, ...REFUSALS_WITHOUT_ID },
    handle: async ({ query }, { tenantId }) => ({
      status: 200,
      body: await listEvents(deps, tenantId, query),
    }),
  }),
  defineRoute({
    ...READING,
    operationId: 'readEvent',
    summary: 'Read an event with its deliveries',
    path: `${BASE}/events/:event_id`,
    responses: { 200: EventResponse, ...REFUSALS },
    handle: async ({ params }, { tenantId }) => ({
      status: 200,
      body: await readEvent(deps, tenantId, params.event_id),
    }),
  }),
  defineRoute({
    ...WRITING,
    operationId: 'resendEventById',
    summary: 'Send an event once more to every endpoint that wants it',
    path: `${BASE}/events/:event_id/resend`,
    bodyKind: 'none',
    responses: { 200: EventResentResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await resendEventById(deps, actorOf(caller), params.event_id),
    }),
  }),
];

const aboutDeliveries = (deps: EventLogDeps): Route[] => [
  defineRoute({
    ...READING,
    operationId: 'readDelivery',
    summary: 'Read a delivery with its attempts',
    path: `${BASE}/deliveries/:delivery_id`,
    responses: { 200: DeliveryResponse, ...REFUSALS },
    handle: async ({ params }, { tenantId }) => ({
      status: 200,
      body: await readDelivery(deps, tenantId, params.delivery_id),
    }),
  }),
  defineRoute({
    ...WRITING,
    operationId: 'resendDelivery',
    summary: 'Send one delivery once more',
    path: `${BASE}/deliveries/:delivery_id/resend`,
    bodyKind: 'none',
    responses: { 200: DeliverySummary, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await resendDelivery(deps, actorOf(caller), params.delivery_id),
    }),
  }),
];

const aboutEndpoints = (deps: EventLogDeps): Route[] => [
  defineRoute({
    ...READING,
    operationId: 'listDeliveries',
    summary: 'List the deliveries to an endpoint, newest first',
    path: `${BASE}/webhook-endpoints/:endpoint_id/deliveries`,
    querySchema: ListDeliveriesQuery,
    responses: { 200: ListDeliveriesResponse, ...REFUSALS },
    handle: async ({ params, query }, { tenantId }) => ({
      status: 200,
      body: await listDeliveries(deps, tenantId, params.endpoint_id, query),
    }),
  }),
  defineRoute({
    ...READING,
    operationId: 'readBacklog',
    summary: 'Read how much waits for an endpoint, and how long',
    path: `${BASE}/webhook-endpoints/:endpoint_id/backlog`,
    responses: { 200: BacklogResponse, ...REFUSALS },
    handle: async ({ params }, { tenantId }) => ({
      status: 200,
      body: await readBacklog(deps, tenantId, params.endpoint_id),
    }),
  }),
  defineRoute({
    ...WRITING,
    operationId: 'resendFailed',
    summary: 'Send everything again that failed to reach an endpoint since a time',
    path: `${BASE}/webhook-endpoints/:endpoint_id/resend-failed`,
    bodyKind: 'json',
    bodySchema: ResendFailedRequest,
    responses: { 200: ResendFailedResponse, ...REFUSALS },
    handle: async ({ params, body }, caller) => ({
      status: 200,
      body: await resendFailedInTime(deps, actorOf(caller), params.endpoint_id, sinceOf(body)),
    }),
  }),
];

/** The log of events, deliveries and attempts, and sending again what it shows. */
export const webhookLogRoutes = (deps: EventLogDeps): Route[] => [
  ...aboutEvents(deps),
  ...aboutDeliveries(deps),
  ...aboutEndpoints(deps),
];
