import { eventTypeCatalogue } from '@titular/contract';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteReply } from '../../kernel/http/route.ts';
import {
  deleteEndpoint,
  type EndpointDeps,
  resendFailedInTime,
  sendTestEvent,
} from '../../webhooks/index.ts';
import { actOnSeen, changeSeenEndpoint, createSeenEndpoint, rotateSeenSecret } from './act-on-endpoints.ts';
import { countSeenFailed, requireSince, searchSeenDeliveries, showSeenDelivery } from './show-deliveries.ts';
import { countSeenEndpoints, searchSeenEndpoints, showSeenEndpoint } from './show-endpoints.ts';
import { resendSeenEvent, type ShowEventDeps, searchSeenEvents, showSeenEvent } from './show-events.ts';

/** What the routes of the developers' section need; `db` is the portal's own pool. */
export type DeveloperDeps = EndpointDeps & ShowEventDeps;

const answer = async (work: Promise<object>): Promise<RouteReply> => ({ status: 200, body: await work });

const endpoints = (deps: DeveloperDeps): PortalRoute[] => [
  definePortalRoute('searchPortalEndpoints', ({ body }, caller) =>
    answer(searchSeenEndpoints(deps, caller, body)),
  ),
  definePortalRoute('countPortalEndpoints', ({ body }, caller) =>
    answer(countSeenEndpoints(deps, caller, body)),
  ),
  definePortalRoute('createPortalEndpoint', ({ body, headers }, caller) =>
    answer(createSeenEndpoint(deps, caller, body, headers)),
  ),
  definePortalRoute('readPortalEndpoint', ({ params }, caller) =>
    answer(showSeenEndpoint(deps, caller, params.endpoint_id)),
  ),
  definePortalRoute('changePortalEndpoint', ({ params, body }, caller) =>
    answer(changeSeenEndpoint(deps, caller, params.endpoint_id, body)),
  ),
  definePortalRoute('deletePortalEndpoint', ({ params }, caller) =>
    answer(
      actOnSeen(deps, caller, params.endpoint_id, (actor, endpointId) =>
        deleteEndpoint(deps, actor, endpointId),
      ),
    ),
  ),
  definePortalRoute('rotatePortalSecret', ({ params, body, headers }, caller) =>
    answer(rotateSeenSecret(deps, caller, params.endpoint_id, body, headers)),
  ),
  definePortalRoute('sendPortalTest', ({ params }, caller) =>
    answer(
      actOnSeen(deps, caller, params.endpoint_id, (actor, endpointId) =>
        sendTestEvent(deps, actor, endpointId),
      ),
    ),
  ),
];

const deliveries = (deps: DeveloperDeps): PortalRoute[] => [
  definePortalRoute('searchPortalDeliveries', ({ params, body }, caller) =>
    answer(searchSeenDeliveries(deps, caller, params.endpoint_id, body)),
  ),
  definePortalRoute('readPortalDelivery', ({ params }, caller) =>
    answer(showSeenDelivery(deps, caller, params.endpoint_id, params.delivery_id)),
  ),
  definePortalRoute('countPortalFailed', ({ params, body }, caller) =>
    answer(countSeenFailed(deps, caller, params.endpoint_id, body.since)),
  ),
  definePortalRoute('resendPortalFailed', ({ params, body }, caller) =>
    answer(
      actOnSeen(deps, caller, params.endpoint_id, (actor, endpointId) =>
        resendFailedInTime(deps, actor, endpointId, requireSince(body.since)),
      ),
    ),
  ),
];

const events = (deps: DeveloperDeps): PortalRoute[] => [
  definePortalRoute('searchPortalEvents', ({ body }, caller) => answer(searchSeenEvents(deps, caller, body))),
  definePortalRoute('readPortalEvent', ({ params }, caller) =>
    answer(showSeenEvent(deps, caller, params.event_id)),
  ),
  definePortalRoute('resendPortalEvent', ({ params }, caller) =>
    answer(resendSeenEvent(deps, caller, params.event_id)),
  ),
  definePortalRoute('listPortalEventTypes', async () => ({
    status: 200,
    body: { eventTypes: [...eventTypeCatalogue] },
  })),
];

/** What developers and admins do about webhook endpoints, their deliveries and the log of events. */
export const developerRoutes = (deps: DeveloperDeps): PortalRoute[] => [
  ...endpoints(deps),
  ...deliveries(deps),
  ...events(deps),
];
