import {
  ASSERTION_ALGORITHMS,
  AuthorizationServerMetadata,
  CLIENT_AUTHENTICATION_METHODS,
  CLIENT_CREDENTIALS_GRANT,
  JWT_BEARER_GRANT,
  PublicSigningJwks,
  SCOPES,
  TokenErrorResponse,
  TokenResponse,
} from '@titular/contract';
import type { Log } from '../base/log.ts';
import { toRefusal } from '../http/error-reply.ts';
import type { PublicRoute, Route, RouteReply, RouteRequest } from '../http/route.ts';
import { tokenEndpointOf } from './assertion.ts';
import { issueToken, type TokenEndpointDeps } from './issue-token.ts';
import { parseForm } from './parse-form.ts';
import { refused, TOKEN_HEADERS, type TokenRefusal, tokenRefusalReply } from './token-refusal.ts';

/** What the routes need. */
export type AccessTokenRouteDeps = TokenEndpointDeps & { log: Log };

const PUBLISHED_HEADERS = { 'cache-control': 'public, max-age=300' } as const;

function answerRefusal(log: Log, requestId: string, refusal: TokenRefusal): RouteReply {
  log.info({ requestId, subCode: refusal.subCode }, 'access token refused');
  return tokenRefusalReply(refusal);
}

async function answerTokenRequest(deps: AccessTokenRouteDeps, request: RouteRequest): Promise<RouteReply> {
  const parsed = parseForm(request.body);
  if (parsed.kind === 'refused') return answerRefusal(deps.log, request.requestId, parsed);
  const authorization = request.headers['authorization'];
  const outcome = await issueToken(deps, {
    form: parsed.form,
    authorization: typeof authorization === 'string' ? authorization : undefined,
  });
  if (outcome.kind === 'refused') return answerRefusal(deps.log, request.requestId, outcome);
  const { tenantId, account } = outcome.account;
  deps.log.info({ requestId: request.requestId, tenantId, account }, 'access token issued');
  return { status: 200, body: outcome.response, headers: TOKEN_HEADERS };
}

/** The metadata of this authorization server (RFC 8414). */
export const buildMetadata = (issuer: string): AuthorizationServerMetadata => ({
  issuer,
  token_endpoint: tokenEndpointOf(issuer),
  jwks_uri: `${issuer}/oauth2/jwks`,
  scopes_supported: [...SCOPES],
  response_types_supported: [],
  grant_types_supported: [JWT_BEARER_GRANT, CLIENT_CREDENTIALS_GRANT],
  token_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION_METHODS],
  token_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
});

const issueTokenRoute = (deps: AccessTokenRouteDeps): PublicRoute => ({
  operationId: 'issueToken',
  summary: 'Issue an access token for an assertion or for client credentials',
  method: 'POST',
  path: '/oauth2/token',
  bodyKind: 'form',
  access: 'public',
  responses: { 200: TokenResponse, 400: TokenErrorResponse, 401: TokenErrorResponse },
  // Whatever the framework refuses (content type, length, size) is a malformed request here; a fault stays a fault.
  renderError: (error) => (toRefusal(error) ? tokenRefusalReply(refused('malformed_request')) : undefined),
  handle: (request) => answerTokenRequest(deps, request),
});

const issueTokenByGetRoute: PublicRoute = {
  operationId: 'issueTokenByGet',
  summary: 'Refuse a token request that is not a POST',
  method: 'GET',
  path: '/oauth2/token',
  bodyKind: 'none',
  access: 'public',
  responses: { 400: TokenErrorResponse },
  handle: async () => tokenRefusalReply(refused('wrong_method')),
};

const readJwksRoute = ({ signingKeys }: AccessTokenRouteDeps): PublicRoute => ({
  operationId: 'readJwks',
  summary: 'Read the public keys that verify what this service signs',
  method: 'GET',
  path: '/oauth2/jwks',
  bodyKind: 'none',
  access: 'public',
  responses: { 200: PublicSigningJwks },
  handle: async () => ({ status: 200, body: await signingKeys.publicJwks(), headers: PUBLISHED_HEADERS }),
});

const readMetadataRoute = ({ issuer }: AccessTokenRouteDeps): PublicRoute => ({
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
  readJwksRoute(deps),
  readMetadataRoute(deps),
];
