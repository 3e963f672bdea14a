import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { newId } from '../base/id.ts';
import { invariant } from '../base/invariant.ts';
import type { Log } from '../base/log.ts';
import { Refusal } from '../base/refusal.ts';
import type { NoteSecurity } from '../base/security-log.ts';
import {
  budgetHeaders,
  createConcurrencyGate,
  createTenantConcurrency,
  type FindTenantLimits,
  requireBudget,
  type TakeFromBudget,
  type TenantConcurrency,
} from './admission/admission.ts';
import { admitPublic, refuseGone, toRouteRequest } from './admission/admit-public.ts';
import { identify, requireScope, type VerifyAccessToken } from './admission/authenticate.ts';
import { refuseLongHeaders, refuseTwoAuthorizations } from './admission/refuse-headers.ts';
import { createBrokenRequests, namesOneHost } from './answers/broken-request.ts';
import { commonHeaders } from './answers/common-headers.ts';
import { type Asked, errorReply, refusalReply } from './answers/error-reply.ts';
import { noteRefusal } from './answers/note-refusal.ts';
import type { ApiCall } from './api-call.ts';
import { refuseBrokenQuery } from './body/parse-query.ts';
import { parseStrictJson } from './body/strict-json.ts';
import { noteAnswer, noteCaller, toApiCall } from './note-call.ts';
import { noteCode, observeRequests, type RequestObserver } from './observe-requests.ts';
import type { AdmittedCaller, BodyKind, Caller, Route, RouteReply, TokenRoute } from './route.ts';
import { askSandbox, type SandboxPort } from './sandbox-port.ts';

/** What the server needs from the nouns to let requests in. */
export type Admission = {
  verifyAccessToken: VerifyAccessToken;
  takeFromBudget: TakeFromBudget;
  findTenantLimits: FindTenantLimits;
  /** Hears of every call of an authenticated caller once it is answered. */
  recordCall: (call: ApiCall) => void;
  sandbox: Pick<SandboxPort, 'beforeHandle'>;
  /** Hears of access that was refused. */
  noteSecurity: NoteSecurity;
  /** How many of one tenant's requests this process works on at once; further ones wait in line. */
  maxConcurrency: number;
};

const DEFAULT_BODY_LIMIT_BYTES = 32 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Room for a token that is far too long, so that it is answered as one; all other headers together have 16 KiB. */
const MAX_HEADER_BYTES = 48 * 1024;

const CONTENT_TYPES: Record<Route['bodyKind'], string | undefined> = {
  json: 'application/json',
  'signed-json': 'application/json',
  form: 'application/x-www-form-urlencoded',
  jpeg: 'image/jpeg',
  none: undefined,
};

const FOR_ANY_PAGE = { 'access-control-allow-origin': '*' };

/** A request that was let in; its place counts until the work is done, also when the client has gone. */
type Arrival = { caller: Omit<AdmittedCaller, 'idle'>; leave: () => void; isHandled: boolean };
const arrivals = new WeakMap<FastifyRequest, Arrival>();

type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

const setHeaders =
  (headers: Readonly<Record<string, string>>): SetHeaders =>
  (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
  };

/** Cuts off who does not take its answer; the timeouts of sockets begin anew with every byte that it sends meanwhile. */
function limitTaking({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), ANSWER_TIMEOUT_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}

function send(reply: FastifyReply, answer: RouteReply): FastifyReply {
  limitTaking(reply);
  noteCode(reply, answer);
  if (answer.headers) reply.headers(answer.headers);
  const isObject = typeof answer.body === 'object' && !(answer.body instanceof Uint8Array);
  if (isObject && !reply.hasHeader('content-type'))
    reply.header('content-type', 'application/json; charset=utf-8');
  return reply.code(answer.status).send(answer.body);
}

async function admit(
  route: TokenRoute,
  admission: Admission,
  gate: ReturnType<typeof createConcurrencyGate>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { verifyAccessToken } = admission;
  const note = (known: Caller): void => noteCaller(request, known);
  const caller = await identify(request.raw.rawHeaders, request.ip, verifyAccessToken, note);
  note(caller);
  requireScope(caller, route.scope);
  const limits = await admission.findTenantLimits(caller.tenantId);
  refuseGone(reply);
  const place = gate.enter(caller.tenantId, limits);
  reply.raw.once('close', () => {
    if (!arrivals.get(request)?.isHandled) place.leave();
  });
  const rate = await admission.takeFromBudget(caller.tenantId);
  refuseGone(reply);
  reply.headers(budgetHeaders(rate, limits));
  requireBudget(rate);
  const admitted = { ...caller, budgets: { rate, concurrency: place.state } };
  arrivals.set(request, { caller: admitted, leave: place.leave, isHandled: false });
}

async function handle(
  route: Route,
  tenantConcurrency: TenantConcurrency,
  request: FastifyRequest,
): Promise<RouteReply> {
  if (route.access === 'public') return route.handle(toRouteRequest(route, request));
  const arrival = arrivals.get(request);
  invariant(arrival, 'a request behind a token was let in');
  arrival.isHandled = true;
  try {
    const { caller } = arrival;
    return await tenantConcurrency(caller.tenantId, (idle) =>
      route.handle(toRouteRequest(route, request), { ...caller, idle }),
    );
  } finally {
    arrival.leave();
  }
}

function responseSchemas(route: Route): Record<number, unknown> {
  return Object.fromEntries(
    Object.entries(route.responses).filter(([, schema]) => typeof schema === 'object'),
  );
}

/** What the part of the request that was found wrong should have been. */
function askedOf(route: Route, error: unknown, { body, query }: FastifyRequest): Asked {
  const isQuery = (error as { validationContext?: string }).validationContext === 'querystring';
  return isQuery ? { schema: route.querySchema, given: query } : { schema: route.bodySchema, given: body };
}

type Door = {
  admission: Admission;
  gate: ReturnType<typeof createConcurrencyGate>;
  tenantConcurrency: TenantConcurrency;
  log: Log;
};

function addRoute(
  app: FastifyInstance,
  route: Route,
  { admission, gate, tenantConcurrency, log }: Door,
): void {
  const expected = CONTENT_TYPES[route.bodyKind];
  const options: RouteOptions = {
    method: route.method,
    url: route.path,
    config: { bodyKind: route.bodyKind, operationId: route.operationId },
    bodyLimit: route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    schema: {
      ...(route.bodySchema ? { body: route.bodySchema } : {}),
      ...(route.querySchema ? { querystring: route.querySchema } : {}),
      response: responseSchemas(route),
    },
    preParsing: async (request, _reply, payload) => {
      if (route.querySchema) refuseBrokenQuery(request.url);
      const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
      if (expected && (given !== expected || request.headers['content-encoding'])) {
        throw new Refusal('40001', `The body must be ${expected}, without a content encoding.`);
      }
      return payload;
    },
    preValidation: async (request, reply) => {
      const tenantId = arrivals.get(request)?.caller.tenantId;
      const answer = await askSandbox(route, admission.sandbox, request, tenantId);
      if (!answer) return undefined;
      noteAnswer(request, answer);
      return send(reply, answer);
    },
    errorHandler: (error, request, reply) => {
      if (route.forAnyPage) reply.headers(FOR_ANY_PAGE);
      const answer =
        route.renderError?.(error) ?? errorReply(error, request.id, log, askedOf(route, error, request));
      noteRefusal(admission.noteSecurity, route, request, answer);
      noteAnswer(request, answer);
      return send(reply, answer);
    },
    handler: async (request, reply) => {
      if (route.forAnyPage) reply.headers(FOR_ANY_PAGE);
      const answer = await handle(route, tenantConcurrency, request);
      noteRefusal(admission.noteSecurity, route, request, answer);
      noteAnswer(request, answer);
      return send(reply, answer);
    },
  };
  if (route.access === 'public')
    options.onRequest = async (request, reply) => {
      if (route.bodyKind === 'form') refuseTwoAuthorizations(request.raw.rawHeaders);
      if (route.admit) await admitPublic(route.admit, request, reply);
    };
  if (route.access === 'token') {
    options.onRequest = (request, reply) => admit(route, admission, gate, request, reply);
    options.onResponse = async (request, reply) => {
      const call = toApiCall(route, request, reply.statusCode, reply.elapsedTime);
      if (call) admission.recordCall(call);
    };
  }
  app.route(options);
}

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

function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const readJson = async ({ routeOptions }: FastifyRequest, body: Buffer) => {
    const { bodyKind } = routeOptions.config as { bodyKind?: BodyKind };
    return bodyKind === 'signed-json' ? body : parseStrictJson(body);
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

/** Answers what the table has no row for: an address of another method as its rows say, anything else with 40400. */
function createMissingRefusal(routes: readonly Route[]): (url: string) => RouteReply {
  const byPath = new Map(routes.map(({ path, refuseOtherMethods }) => [path, refuseOtherMethods]));
  return (url) => byPath.get(url.split('?')[0] ?? '')?.() ?? refusalReply(new Refusal('40400'));
}

/** Configuration that the server uses: HTTPS headers for an https address, trusted proxies, the limit of connections, and closing each connection while it stops. */
export type ServerSettings = {
  publicUrl: string;
  trustedProxies: string[];
  maximumConnections?: number;
  isStopping?: () => boolean;
  /** Hear of each request, in this order. */
  observers?: readonly RequestObserver[];
};

/** Builds the HTTP server from the route table; only proxies on the list are believed about the client's address. What is not in the table is 40400, and every answer carries its request id. */
export function createServer(
  routes: readonly Route[],
  admission: Admission,
  log: Log,
  { publicUrl, trustedProxies, maximumConnections, isStopping = () => false, observers = [] }: ServerSettings,
): FastifyInstance {
  const headers = commonHeaders(publicUrl);
  const setCommonHeaders = setHeaders(headers);
  const broken = createBrokenRequests(headers);
  const refuseMissing = createMissingRefusal(routes);
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
    http: {
      // The check of the host is ours, so that its refusal has the documented shape.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
    },
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
      send(reply as unknown as FastifyReply, errorReply(error, request.id, log));
    },
  }) as unknown as FastifyInstance;
  if (maximumConnections !== undefined) app.server.maxConnections = maximumConnections;
  broken.watch(app.server);
  addBodyParsers(app);
  observeRequests(app, observers);
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply);
    refuseLongHeaders(request.url, request.raw.rawHeaders);
    if (!namesOneHost(request.raw)) throw new Refusal('40001', 'The request must name its host once.');
    // Before the body is read: whatever it holds, there is nothing here that would take it.
    return request.is404 ? send(reply, refuseMissing(request.url)) : undefined;
  });
  endConnectionsOnClose(app, isStopping);
  app.setErrorHandler((error, request, reply) => send(reply, errorReply(error, request.id, log)));
  const gate = createConcurrencyGate();
  const tenantConcurrency = createTenantConcurrency(admission.maxConcurrency);
  for (const route of routes) addRoute(app, route, { admission, gate, tenantConcurrency, log });
  return app;
}
