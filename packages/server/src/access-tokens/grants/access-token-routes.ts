import {
  AuthorizationServerMetadata,
  CLIENT_AUTHENTICATION_METHODS,
  CLIENT_CREDENTIALS_GRANT,
  IntrospectionResponse,
  IssueTokenForm,
  JWT_BEARER_GRANT,
  PublicSigningJwks,
  SCOPES,
  TokenErrorResponse,
  TokenForm,
  TokenResponse,
} from '@titular/contract';
import type { Log } from '../../kernel/base/log.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { ANSWER_LIMIT_MS } from '../../kernel/http/answers/answer-limit.ts';
import { toRefusal } from '../../kernel/http/answers/error-reply.ts';
import {
  defineRoute,
  type PublicRoute,
  type RequestHead,
  type Route,
  type RouteReply,
} from '../../kernel/http/route.ts';
import { introspectToken } from '../tokens/introspect-token.ts';
import { revokeToken } from '../tokens/revoke-token.ts';
import { assertionHeaderRule, tokenEndpointOf } from './assertion.ts';
import { type GuardAuthentication, readClaimedName } from './guard-authentication.ts';
import { issueToken, proveGrant, type TokenEndpointDeps } from './issue-token.ts';
import { type OAuthError, oauthErrorReply, refused, TOKEN_HEADERS } from './oauth-error.ts';
import { parseForm } from './parse-form.ts';
import { oauthErrors } from './token-metrics.ts';
import { proveTokenQuery, type TokenRequest } from './token-request.ts';

/** What the routes need. */
export type AccessTokenRouteDeps = TokenEndpointDeps & {
  db: Db;
  log: Log;
  guard: GuardAuthentication;
};

const PUBLISHED_HEADERS = { 'cache-control': 'public, max-age=300' } as const;
/** For clients that ask every answer for it, an empty one too; RFC 7009 section 2.2 has them ignore the body. */
const JSON_TYPE = 'application/json; charset=utf-8';
const FORM_REFUSALS = { 400: TokenErrorResponse, 401: TokenErrorResponse, 429: TokenErrorResponse } as const;

const revocationEndpointOf = (issuer: string): string => `${issuer}/oauth2/revoke`;
const introspectionEndpointOf = (issuer: string): string => `${issuer}/oauth2/introspect`;

/** The metadata of this authorization server (RFC 8414). */
function buildMetadata(issuer: string): AuthorizationServerMetadata {
  const methods = [...CLIENT_AUTHENTICATION_METHODS];
  const algorithms = [...assertionHeaderRule.algorithms];
  return {
    issuer,
    token_endpoint: tokenEndpointOf(issuer),
    revocation_endpoint: revocationEndpointOf(issuer),
    introspection_endpoint: introspectionEndpointOf(issuer),
    jwks_uri: `${issuer}/oauth2/jwks`,
    scopes_supported: [...SCOPES],
    response_types_supported: [],
    grant_types_supported: [JWT_BEARER_GRANT, CLIENT_CREDENTIALS_GRANT],
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    introspection_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_signing_alg_values_supported: algorithms,
  };
}

type Done = { kind: 'issued' | 'revoked' | 'told' };
/** Who asks is proved under the limit on failures; what follows may wait for the disk, and keeps nobody out of the room for tests. */
type FormWork<Proved, Outcome> = {
  prove: (deps: AccessTokenRouteDeps, request: TokenRequest) => Promise<Proved | OAuthError>;
  finish: (deps: AccessTokenRouteDeps, proved: Proved) => Promise<Outcome | OAuthError>;
};

const isRefusal = (outcome: { kind: string } | OAuthError): outcome is OAuthError =>
  outcome.kind === 'refused';

async function answerForm<Proved extends { kind: string }, Outcome extends Done>(
  deps: AccessTokenRouteDeps,
  request: RequestHead & { body: Uint8Array },
  { prove, finish }: FormWork<Proved, Outcome>,
): Promise<Outcome | OAuthError> {
  const parsed = parseForm(request.body);
  if (parsed.kind === 'refused') return parsed;
  const header = request.headers['authorization'];
  const authorization = typeof header === 'string' ? header : undefined;
  const { form } = parsed;
  const { sourceAddress } = request;
  const claimant = { clientName: readClaimedName(authorization, form), sourceAddress };
  const proved = await deps.guard<Proved>(claimant, () =>
    prove(deps, { form, authorization, sourceAddress }),
  );
  return isRefusal(proved) ? proved : finish(deps, proved);
}

function refuse(refusal: OAuthError): RouteReply {
  oauthErrors.add({ sub_code: refusal.subCode });
  return oauthErrorReply(refusal);
}

const refuseOtherMethods = (): RouteReply => refuse(refused('wrong_method'));

const FAULT = 500;

/** A route that takes a form and answers in the shapes of OAuth, whatever goes wrong. */
function formRoute<Proved extends { kind: string }, Outcome extends Done>(
  deps: AccessTokenRouteDeps,
  facts: Pick<PublicRoute, 'operationId' | 'summary' | 'path' | 'formSchema'> & {
    success: PublicRoute['responses'][number];
  },
  work: FormWork<Proved, Outcome>,
  reply: (outcome: Outcome, requestId: string) => RouteReply,
): PublicRoute {
  const { success, ...named } = facts;
  return defineRoute({
    ...named,
    method: 'POST',
    bodyKind: 'form',
    limitMs: ANSWER_LIMIT_MS,
    access: 'public',
    responses: { 200: success, ...FORM_REFUSALS },
    refuseOtherMethods,
    // Whatever the framework refuses (content type, length, size) is a malformed request here; a fault stays a fault.
    renderError: (error) =>
      (toRefusal(error)?.status ?? FAULT) < FAULT ? refuse(refused('malformed_request')) : undefined,
    handle: async (request) => {
      const outcome = await answerForm(deps, request, work);
      if (!isRefusal(outcome)) return reply(outcome, request.requestId);
      return refuse(outcome);
    },
  });
}

const issueTokenRoute = (deps: AccessTokenRouteDeps): PublicRoute =>
  formRoute(
    deps,
    {
      operationId: 'issueToken',
      summary: 'Issue an access token for an assertion or for client credentials',
      path: '/oauth2/token',
      formSchema: IssueTokenForm,
      success: TokenResponse,
    },
    { prove: proveGrant, finish: issueToken },
    ({ account: { tenantId, account }, credentialId, response }, requestId) => {
      deps.log.info({ requestId, tenantId, account, credentialId }, 'access token issued');
      return { status: 200, body: response, headers: TOKEN_HEADERS };
    },
  );

const revokeTokenRoute = (deps: AccessTokenRouteDeps): PublicRoute =>
  formRoute(
    deps,
    {
      operationId: 'revokeToken',
      summary: 'Give an access token back before its time (RFC 7009)',
      path: '/oauth2/revoke',
      formSchema: TokenForm,
      success: 'text',
    },
    { prove: proveTokenQuery, finish: revokeToken },
    ({ account: { tenantId, account } }, requestId) => {
      deps.log.info({ requestId, tenantId, account }, 'access token given back');
      // It is empty, but clients that are strict about JSON refuse any other type.
      return { status: 200, body: '', headers: { ...TOKEN_HEADERS, 'content-type': JSON_TYPE } };
    },
  );

const introspectTokenRoute = (deps: AccessTokenRouteDeps): PublicRoute =>
  formRoute(
    deps,
    {
      operationId: 'introspectToken',
      summary: 'Tell how an access token of the asking client stands (RFC 7662)',
      path: '/oauth2/introspect',
      formSchema: TokenForm,
      success: IntrospectionResponse,
    },
    { prove: proveTokenQuery, finish: introspectToken },
    ({ response }) => ({ status: 200, body: response, headers: TOKEN_HEADERS }),
  );

const issueTokenByGetRoute = defineRoute({
  operationId: 'issueTokenByGet',
  summary: 'Refuse a token request that is not a POST',
  method: 'GET',
  path: '/oauth2/token',
  bodyKind: 'none',
  access: 'public',
  responses: { 400: TokenErrorResponse },
  refuseOtherMethods,
  handle: async () => refuseOtherMethods(),
});

const readJwksRoute = ({ signingKeys }: AccessTokenRouteDeps): PublicRoute =>
  defineRoute({
    operationId: 'readJwks',
    summary: 'Read the public keys that verify what this service signs',
    method: 'GET',
    path: '/oauth2/jwks',
    bodyKind: 'none',
    access: 'public',
    responses: { 200: PublicSigningJwks },
    handle: async () => ({ status: 200, body: await signingKeys.publicJwks(), headers: PUBLISHED_HEADERS }),
  });

const readMetadataRoute = ({ issuer }: AccessTokenRouteDeps): PublicRoute =>
  defineRoute({
    operationId: 'readAuthorizationServerMetadata',
    summary: 'Read what the token endpoint can do',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    bodyKind: 'none',
    access: 'public',
    responses: { 200: AuthorizationServerMetadata },
    handle: async () => ({ status: 200, body: buildMetadata(issuer), headers: PUBLISHED_HEADERS }),
  });

/** The rows of the route table for tokens; all are public, and each does its own checks. */
export const accessTokenRoutes = (deps: AccessTokenRouteDeps): Route[] => [
  issueTokenRoute(deps),
  issueTokenByGetRoute,
  revokeTokenRoute(deps),
  introspectTokenRoute(deps),
  readJwksRoute(deps),
  readMetadataRoute(deps),
];
