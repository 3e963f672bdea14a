import { ErrorResponse, PageEventsCounted, ReportPageEventsRequest } from '@titular/contract';
import type { Route } from '../../kernel/http/route.ts';
import { type CaptureDeps, defineSessionRoute } from '../sessions/session-route.ts';
import { recordPageEvents } from './record-page-events.ts';

/** What a page tells of its course; its session is the authority. */
export const pageEventRoutes = (deps: CaptureDeps): Route[] => [
  defineSessionRoute(
    deps,
    {
      operationId: 'reportPageEvents',
      summary: 'Tell what happened on the page, without anything of the person',
      method: 'POST',
      path: '/capture/session/events',
      bodyKind: 'json',
      bodySchema: ReportPageEventsRequest,
      responses: { 200: PageEventsCounted, 400: ErrorResponse, 403: ErrorResponse, 500: ErrorResponse },
    },
    (found, { body }) => recordPageEvents(deps, found, body),
  ),
];
