import { ErrorResponse, PlatformEvent, PlatformEventTaken } from '@titular/contract';
import { defineRoute, type Route } from '../../kernel/http/route.ts';
import { type PlatformEventDeps, takePlatformEvent } from './take-platform-event.ts';

const EVENT_BYTES = 64 * 1024;

/** What the operator's identity platform calls; its signature is the authority. */
export const platformEventRoutes = (deps: PlatformEventDeps): Route[] => [
  defineRoute({
    operationId: 'receivePlatformEvent',
    summary: 'Tell that a process has ended on the identity platform',
    method: 'POST',
    path: '/identity-platform/events',
    access: 'public',
    bodyKind: 'signed-json',
    signedSchema: PlatformEvent,
    bodyLimitBytes: EVENT_BYTES,
    responses: { 200: PlatformEventTaken, 400: ErrorResponse, 403: ErrorResponse, 500: ErrorResponse },
    handle: async ({ headers, body }) => {
      await takePlatformEvent(deps, headers, body);
      return { status: 200, body: {} };
    },
  }),
];
