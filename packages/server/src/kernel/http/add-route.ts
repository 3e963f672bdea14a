import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { invariant } from '../base/invariant.ts';
import type { Log } from '../base/log.ts';
import { Refusal } from '../base/refusal.ts';
import { withRequest } from '../tracing/request-traces.ts';
import { inSpan } from '../tracing/trace.ts';
import type { Admission, CallerAdmission } from './admission/admit-caller.ts';
import { admitPublic } from './admission/admit-public.ts';
import { refuseTwoAuthorizations } from './admission/check-headers.ts';
import { ANSWER_LIMIT_MS, type WithinLimit } from './answers/answer-limit.ts';
import { type Asked, errorReply, refusalReply } from './answers/error-reply.ts';
import { withHelp } from './answers/help-link.ts';
import { noteRefusal } from './answers/note-refusal.ts';
import { send } from './answers/send-answer.ts';
import { refuseBrokenQuery } from './body/parse-query.ts';
import { isUnbegun, noteAnswer, noteBegun, watchCall } from './note-call.ts';
import { admitPortal, busyRefusal, handlePortal, type PortalPort } from './portal/admit-portal.ts';
import type { Front } from './portal/portal-host.ts';
import { requireGranted } from './portal/require-granted.ts';
import { isOfPortal, type Route, type RouteReply } from './route.ts';
import { askSandbox } from './sandbox-port.ts';

const DEFAULT_BODY_LIMIT_BYTES = 32 * 1024;

const CONTENT_TYPES: Record<Route['bodyKind'], string | undefined> = {
  json: 'application/json',
  'signed-json': 'application/json',
  form: 'application/x-www-form-urlencoded',
  jpeg: 'image/jpeg',
  none: undefined,
};

const FOR_ANY_PAGE = { 'access-control-allow-origin': '*' };

function responseSchemas(route: Route): Record<number, unknown> {
  return Object.fromEntries(
    Object.entries(route.responses).filter(([, schema]) => typeof schema === 'object'),
  );
}

const bodyLimitOf = ({ bodyLimitBytes = DEFAULT_BODY_LIMIT_BYTES }: Route): number => bodyLimitBytes;

/** What the part of the request that was found wrong should have been. */
function askedOf(route: Route, error: unknown, { body, query }: FastifyRequest): Asked {
  const isQuery = (error as { validationContext?: string }).validationContext === 'querystring';
  const limitBytes = bodyLimitOf(route);
  return isQuery
    ? { schema: route.querySchema, given: query, limitBytes }
    : { schema: route.bodySchema, given: body, limitBytes };
}

/** Refuses a body of another type than the route reads, and one that is compressed. */
function refuseOtherBody({ bodyKind }: Route, { headers }: FastifyRequest): void {
  const expected = CONTENT_TYPES[bodyKind];
  if (!expected) return;
  const given = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== expected)
    throw new Refusal('40001', `The body must be ${expected}, and its Content-Type header must say so.`);
  if (headers['content-encoding'])
    throw new Refusal('40001', 'The body must not be compressed: send it without Content-Encoding.');
}

/** What answers the error of a request. A refusal says all of itself; of anything else the request tells how it is answered. */
function replyTo(route: Route, error: unknown, request: FastifyRequest, log: Log): RouteReply {
  if (error instanceof Refusal) return refusalReply(error);
  const isHarmless = route.method === 'GET' || isUnbegun(request);
  return errorReply(error, request.id, log, { asked: askedOf(route, error, request), isHarmless });
}

/** What a request passes on its way to a route's handler. */
export type Door = {
  admission: Admission;
  callers: CallerAdmission;
  log: Log;
  portal: PortalPort | undefined;
  withinLimit: WithinLimit;
};

type InTime = <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>;
type Limits = { admitted: InTime; handled: InTime };

/** Carries out parts of a route's requests within the time that it has; behind a token each has one. Admission waits for the database alone, whatever the work waits for. */
function limited({ limitMs, access }: Route, withinLimit: WithinLimit): Limits {
  const upToMs = limitMs ?? (access === 'token' ? ANSWER_LIMIT_MS : undefined);
  if (upToMs === undefined) return { admitted: (_, work) => work(), handled: (_, work) => work() };
  return {
    admitted: (request, work) => withinLimit(request, Math.min(upToMs, ANSWER_LIMIT_MS), work),
    handled: (request, work) => withinLimit(request, upToMs, work),
  };
}

/** Whose host answers a route. */
const frontOf = (route: Route): Front => (isOfPortal(route) ? 'portal' : 'public');

/** Adds one row of the route table to the server, with each step from the first header to the answer. */
export function addRoute(
  app: FastifyInstance,
  route: Route,
  { admission, callers, log, portal, withinLimit }: Door,
): void {
  const explain = route.access === 'portal' ? busyRefusal : (error: unknown): unknown => error;
  const inTime = limited(route, withinLimit);
  const options: RouteOptions = {
    method: route.method,
    url: route.path,
    config: { bodyKind: route.bodyKind, operationId: route.operationId },
    constraints: { front: frontOf(route) },
    bodyLimit: bodyLimitOf(route),
    schema: {
      ...(route.bodySchema ? { body: route.bodySchema } : {}),
      ...(route.querySchema ? { querystring: route.querySchema } : {}),
      response: responseSchemas(route),
    },
    preParsing: async (request, _reply, payload) => {
      if (route.querySchema) refuseBrokenQuery(request.url);
      refuseOtherBody(route, request);
      return payload;
    },
    preValidation: async (request, reply) => {
      const tenantId = callers.tenantOf(request);
      const answer = await askSandbox(route, admission.sandbox, request, tenantId);
      if (!answer) return undefined;
      noteAnswer(request, answer);
      return send(reply, withHelp(route, answer));
    },
    errorHandler: (error, request, reply) => {
      if (route.forAnyPage) reply.headers(FOR_ANY_PAGE);
      const answer = route.renderError?.(error) ?? replyTo(route, explain(error), request, log);
      noteRefusal(admission.noteSecurity, route, request, answer);
      noteAnswer(request, answer);
      return send(reply, withHelp(route, answer));
    },
    handler: async (request, reply) => {
      noteBegun(request);
      if (route.forAnyPage) reply.headers(FOR_ANY_PAGE);
      const handle = () =>
        route.access === 'portal' ? handlePortal(route, request) : callers.handle(route, request, reply);
      const answer = await inTime.handled(request, () =>
        withRequest(request, () => inSpan({ name: route.operationId }, handle)),
      );
      noteRefusal(admission.noteSecurity, route, request, answer);
      noteAnswer(request, answer);
      return send(reply, withHelp(route, answer));
    },
  };
  if (route.access === 'public')
    options.onRequest = async (request, reply) => {
      if (route.bodyKind === 'form') refuseTwoAuthorizations(request);
      const { admit } = route;
      if (admit) await withRequest(request, () => admitPublic(admit, request, reply));
    };
  if (route.access === 'token') {
    options.onRequest = (request, reply) => {
      watchCall(route, request, reply, admission.recordCall);
      return inTime.admitted(request, () => withRequest(request, () => callers.admit(route, request, reply)));
    };
  }
  if (route.access === 'portal') {
    requireGranted(route);
    invariant(portal, 'routes of the portal come with its door');
    options.onRequest = (request, reply) =>
      withRequest(request, () => admitPortal(route, portal, request, reply));
  }
  app.route(options);
}
