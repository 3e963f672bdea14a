import type { PortalOperation, Scope } from '@titular/contract';
import type { Static, TSchema } from 'typebox';
import type { TenantId } from '../base/id.ts';
import type { Budgets, Idle } from './admission/admission.ts';
import type { PortalCaller, ReceiverCaller, SignedInUser } from './portal/portal-caller.ts';

/** Who calls, as the access token says; every store takes the tenant from here and never from the request. */
export type Caller = { tenantId: TenantId; account: string; scopes: readonly string[] };

/** A caller who was let in, with what is left of the tenant's budgets, and how to wait without a turn. */
export type AdmittedCaller = Caller & { budgets: Budgets; idle: Idle };

/** What a handler gets: header names in lower case, the body parsed and checked against the route's schema. */
export type RouteRequest<Body = unknown> = {
  params: Readonly<Record<string, string>>;
  /** Parameters of the address, checked against the route's schema; empty where the route has none. */
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Body;
  requestId: string;
  sourceAddress: string;
};

/** What a handler answers; an object is serialised by the route's schema for its status, a string or buffer is sent as it is. */
export type RouteReply = {
  status: number;
  body: object | string | Uint8Array;
  headers?: Readonly<Record<string, string>>;
};

/** How the body is read: `json` strictly (one object), `signed-json` as the bytes that a signature covers, `form` as text, `jpeg` as bytes, `none` when it is ignored. */
export type BodyKind = 'json' | 'signed-json' | 'form' | 'jpeg' | 'none';

/** What every route has: name in the contract, address, documented statuses with the schema of each body. */
type RouteBase = {
  operationId: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  bodyKind: BodyKind;
  bodySchema?: TSchema;
  /** What a form holds, for its documentation: the handler checks it, because its refusals have another shape. */
  formSchema?: TSchema;
  /** What a body of `signed-json` holds, for its documentation: it is read once its signature was verified. */
  signedSchema?: TSchema;
  querySchema?: TSchema;
  /** Optional headers that the operation heeds, for its documentation. */
  headerParameters?: readonly { name: string; description: string; pattern: string }[];
  bodyLimitBytes?: number;
  /** Media type of a `text` answer, for its documentation; without one the answer is empty. */
  answerType?: string;
  responses: Readonly<Record<number, TSchema | 'text' | 'binary'>>;
  /** Milliseconds after which a request is refused, whatever becomes of its work; 4,800 behind a token, and no limit elsewhere. */
  limitMs?: number;
  /** Asked so often that only some of its good answers have a line in the log. */
  isFrequent?: true;
  /** Pages of every origin may read its answers, faults among them (Fetch, section 3.3); for what no cookie counts. */
  forAnyPage?: true;
  /** Answers refusals in another shape than `{code, message}`; undefined leaves the error to the common handler. */
  renderError?: (error: unknown) => RouteReply | undefined;
  /** Answers methods that the table has no row for at this address; without it they are 40400. */
  refuseOtherMethods?: () => RouteReply;
};

/** What is known of a request before its body is read. */
export type RequestHead = Omit<RouteRequest, 'body'>;

/** Lets a request in before its body is read, or refuses it; what it gives is called once, when the request is over. */
export type Admit = (head: RequestHead) => Promise<(() => void) | undefined>;

/** A route that anyone may call; it does its own checks, and those that need no body in `admit`. */
export type PublicRoute = RouteBase & {
  access: 'public';
  /** Answered on the portal's host, and there alone: its documents and their assets. */
  isOfPortal?: true;
  admit?: Admit;
  handle(request: RouteRequest): Promise<RouteReply>;
};

/** A route behind an access token with the scope, the tenant's rate limit and its concurrency cap. */
export type TokenRoute = RouteBase & {
  access: 'token';
  scope: Scope;
  handle(request: RouteRequest, caller: AdmittedCaller): Promise<RouteReply>;
};

/** A route of the portal's page, answered on the portal's host alone, with the portal's own connections to the database. */
export type PortalRoute = RouteBase & {
  access: 'portal';
  operation: PortalOperation;
  handle(
    request: RouteRequest,
    caller: PortalCaller | SignedInUser | ReceiverCaller | undefined,
  ): Promise<RouteReply>;
};

/** One row of the route table. */
export type Route = PublicRoute | TokenRoute | PortalRoute;

/** Whether a row is one of the portal's host, and of no other; none of them is published. */
export const isOfPortal = (route: Route): boolean =>
  route.access === 'portal' || (route.access === 'public' && route.isOfPortal === true);

/** Names of the parameters of an address; `*` is the rest of it. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*`
      ? '*'
      : never;

/** What a handler gets as body by how it is read; where no schema says more, JSON is unknown. */
type BodyOf<Kind extends BodyKind, Body extends TSchema> = {
  json: Static<Body>;
  'signed-json': Uint8Array;
  form: Uint8Array;
  jpeg: Uint8Array;
  none: undefined;
}[Kind];

/** Without a schema nothing is known of a query. */
type QueryOf<Query extends TSchema> = TSchema extends Query ? RouteRequest['query'] : Static<Query>;

/** What distinguishes the requests of a row: its address, how the body is read, and its schemas. */
export type RowFacts<
  Path extends string,
  Kind extends BodyKind,
  Body extends TSchema,
  Query extends TSchema,
> = Omit<RouteBase, 'path' | 'bodyKind' | 'bodySchema' | 'querySchema'> & {
  path: Path;
  bodyKind: Kind;
  bodySchema?: Body;
  querySchema?: Query;
};

/** A request as its row describes it. */
export type RequestOf<
  Path extends string,
  Kind extends BodyKind,
  Body extends TSchema,
  Query extends TSchema,
> = Omit<RouteRequest, 'params' | 'query' | 'body'> & {
  params: Readonly<Record<ParamName<Path>, string>>;
  query: Readonly<QueryOf<Query>>;
  body: BodyOf<Kind, Body>;
};

type AccessOf = {
  public: { caller: undefined; facts: Pick<PublicRoute, 'admit' | 'isOfPortal'>; route: PublicRoute };
  token: { caller: AdmittedCaller; facts: Pick<TokenRoute, 'scope'>; route: TokenRoute };
};

/** Makes a row whose handler gets params, query and body as the address and the schemas say: the server has checked them by these. */
export const defineRoute = <
  const Path extends string,
  Kind extends BodyKind,
  Access extends keyof AccessOf,
  Body extends TSchema = TSchema,
  Query extends TSchema = TSchema,
>(
  row: RowFacts<Path, Kind, Body, Query> & { access: Access } & AccessOf[Access]['facts'] & {
      handle(
        request: RequestOf<Path, Kind, Body, Query>,
        caller: AccessOf[Access]['caller'],
      ): Promise<RouteReply>;
    },
): AccessOf[Access]['route'] => row as unknown as AccessOf[Access]['route'];
