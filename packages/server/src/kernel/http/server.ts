import type { RequestListener } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { newId } from '../base/id.ts';
import type { Log } from '../base/log.ts';
import { Refusal } from '../base/refusal.ts';
import { traceRequests } from '../tracing/request-traces.ts';
import { addRoute, type Door } from './add-route.ts';
import { type Admission, createCallerAdmission } from './admission/admit-caller.ts';
import { MAX_HEADER_BYTES, refuseLongHeaders } from './admission/check-headers.ts';
import { createConcurrencyGate } from './admission/concurrency-gate.ts';
import { createAnswerLimit } from './answers/answer-limit.ts';
import { createBrokenRequests, namesOneHost } from './answers/broken-request.ts';
import { commonHeaders } from './answers/common-headers.ts';
import { errorReply, refusalReply } from './answers/error-reply.ts';
import { helpLink } from './answers/help-link.ts';
import { send, setHeaders } from './answers/send-answer.ts';
import { addBodyParsers } from './body/body-parsers.ts';
import { lazyCompilers } from './lazy-compilers.ts';
import { createNearPaths, type NearPath } from './near-path.ts';
import { observeRequests, type RequestObserver } from './observe-requests.ts';
import type { Timer } from './overload/measure-starvation.ts';
import { createOverloadGate, type OverloadGate } from './overload/overload-gate.ts';
import { createShedAnswer } from './overload/shed-answer.ts';
import type { PortalPort } from './portal/admit-portal.ts';
import { createFrontOf, separateFronts } from './portal/portal-host.ts';
import type { Route, RouteReply } from './route.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

const HTTP_OPTIONS = {
  // The check of the host is ours, so that its refusal has the documented shape.
  requireHostHeader: false,
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
};

// An answer that is given while the service drains or the server closes is the last on its connection: kept alive, it would keep the
// server, and a client would send its next request to a door that closes.
function endConnectionsOnClose(app: FastifyInstance, isStopping: () => boolean): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Puts the gate before the framework, which has set the only listener so far; what it has counted is told when the server closes. */
function guardRequests(app: FastifyInstance, { guard, flush }: OverloadGate): void {
  const { server } = app;
  app.addHook('onClose', async () => flush());
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', guard(listener));
}

/** Says what an address that no row answers was probably meant to be. */
function missing(near: NearPath | undefined): Refusal {
  const link = helpLink('40400');
  if (!near) return new Refusal('40400', 'There is no such operation; /docs lists them all.', { link });
  const { written, methods, isSame } = near;
  if (!isSame)
    return new Refusal('40400', `There is no such operation: write the path as ${written}.`, { link });
  const sentence = `There is no such operation: ${written} takes ${methods.join(' and ')}.`;
  return new Refusal('40400', sentence, { link, allow: methods.join(', ') });
}

/** Answers what the table has no row for: an address of another method as its rows say, anything else with 40400. */
function createMissingRefusal(routes: readonly Route[]): (url: string) => RouteReply {
  const byPath = new Map(routes.map(({ path, refuseOtherMethods }) => [path, refuseOtherMethods]));
  const nearTo = createNearPaths(routes);
  return (url) => {
    const [path = ''] = url.split('?');
    return byPath.get(path)?.() ?? refusalReply(missing(nearTo(path)));
  };
}

/** Configuration that the server uses: HTTPS headers for an https address, trusted proxies, the limit of connections, and closing each connection while it stops. */
export type ServerSettings = {
  publicUrl: string;
  /** Origin of the portal, whose host has nothing of the public address, nor that anything of the portal. */
  portalUrl?: string | undefined;
  trustedProxies: string[];
  maximumConnections?: number;
  isStopping?: () => boolean;
  /** Milliseconds that merchants' requests may take on average in a starved process; without it, or at 0, nothing is shed. */
  overloadMs?: number;
  /** Whether requests waited for a database that gave no answer, since it was last asked. */
  isDatabaseStill?: (() => boolean) | undefined;
  /** Replaced by tests. */
  overloadTimer?: Timer;
  /** The least that a limit may be; replaced by tests. */
  overloadLeast?: number;
  /** Whether requests begin spans. */
  isTraced?: boolean;
  /** What the portal's door asks the nouns; absent where no route of the portal is served. */
  portal?: PortalPort | undefined;
  /** Hear of each request, in this order. */
  observers?: readonly RequestObserver[];
};

/** What fails outside of every route has begun nothing. */
const UNBEGUN = { isHarmless: true } as const;

/** Builds the HTTP server from the route table; only proxies on the list are believed about the client's address. What is not in the table is 40400, and every answer carries its request id. */
export function createServer(
  routes: readonly Route[],
  admission: Admission,
  log: Log,
  settings: ServerSettings,
): FastifyInstance {
  const { publicUrl, trustedProxies, maximumConnections, isStopping = () => false } = settings;
  const headers = commonHeaders(publicUrl);
  const setCommonHeaders = setHeaders(headers);
  const broken = createBrokenRequests(headers);
  const refuseMissing = createMissingRefusal(routes);
  const frontOf = createFrontOf(settings.portalUrl);
  const concurrency = createConcurrencyGate(admission.callNodes);
  const overload = createOverloadGate({
    ...{ frontOf, isStopping, log, concurrency, recordCall: admission.recordCall },
    targetMs: settings.overloadMs ?? 0,
    timer: settings.overloadTimer,
    isDatabaseStill: settings.isDatabaseStill,
    least: settings.overloadLeast,
    sendShed: createShedAnswer(headers),
  });
  const app = Fastify({
    // A logger of the framework's would be made anew for each request; what is to be logged goes to ours.
    logger: false,
    genReqId: () => newId(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    routerOptions: { maxParamLength: 2048 },
    http: HTTP_OPTIONS,
    schemaController: { compilersFactory: lazyCompilers },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        strict: false,
        // An issue then knows its schema and value, which tell which of several alternatives was meant.
        verbose: true,
      },
    },
    clientErrorHandler: broken.answer,
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply as unknown as FastifyReply);
      send(reply as unknown as FastifyReply, errorReply(error, request.id, log, UNBEGUN));
    },
  }) as unknown as FastifyInstance;
  if (maximumConnections !== undefined) app.server.maxConnections = maximumConnections;
  guardRequests(app, overload);
  separateFronts(app, frontOf);
  broken.watch(app.server);
  addBodyParsers(app);
  if (settings.isTraced) traceRequests(app, trustedProxies);
  observeRequests(app, settings.observers ?? []);
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply);
    refuseLongHeaders(request.url, request.raw.rawHeaders);
    if (!namesOneHost(request.raw)) throw new Refusal('40001', 'The request must name its host once.');
    // Before the body is read: whatever it holds, there is nothing here that would take it.
    if (!request.is404) return undefined;
    if (frontOf(request.raw) === 'portal') throw new Refusal('40400');
    return send(reply, refuseMissing(request.url));
  });
  endConnectionsOnClose(app, isStopping);
  app.setErrorHandler((error, request, reply) => send(reply, errorReply(error, request.id, log, UNBEGUN)));
  const door: Door = {
    admission,
    callers: createCallerAdmission(admission, concurrency, overload),
    ...{ log, portal: settings.portal },
    withinLimit: createAnswerLimit(log),
  };
  for (const route of routes) addRoute(app, route, door);
  return app;
}
