import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

/** The grant whose assertion is a service account's signed JWT (RFC 7523 section 2.1). */
export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The grant of a client that authenticates as itself (RFC 6749 section 4.4). */
export const CLIENT_CREDENTIALS_GRANT = 'client_credentials';

/** The one client_assertion_type (RFC 7523 section 2.2). */
export const JWT_BEARER_CLIENT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Signature algorithms of assertions; each registered key has one of them. */
export const ASSERTION_ALGORITHMS = ['ES256', 'EdDSA', 'PS256', 'RS256'] as const;
export type AssertionAlgorithm = (typeof ASSERTION_ALGORITHMS)[number];

/** How a client may authenticate at the token endpoint, by the names of the OAuth registry. */
export const CLIENT_AUTHENTICATION_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const;

/** What a service account may be allowed to do. */
export const SCOPES = [
  'transactions:write',
  'transactions:read',
  'processes:write',
  'processes:read',
  'webhooks:write',
  'webhooks:read',
  'calls:read',
  'persons:erase',
  'captures:read',
  'references:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What each scope allows, as the documentation says it. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'transactions:write': 'Create and cancel transactions.',
  'transactions:read': 'Read, list and trace transactions.',
  'processes:write': 'Start processes of the identity platform.',
  'processes:read': 'Read processes of the identity platform.',
  'webhooks:write': 'Change webhook endpoints, and resend events.',
  'webhooks:read': 'Read webhook endpoints and deliveries.',
  'calls:read': 'Search the request log.',
  'persons:erase': 'Erase persons, and read erasure receipts.',
  'captures:read':
    'Read captures, and view images and kept photographs of references; each view is written to the audit log.',
  'references:write': 'Enrol, read and withdraw reference faces.',
};

/** Life of an access token in seconds. */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600;

/** Longest life of an assertion, from iat to exp, in seconds. */
export const ASSERTION_LIFETIME_SECONDS = 3600;

/** How far, in seconds, the clock of an assertion's signer may be off in either direction. */
export const ASSERTION_CLOCK_SKEW_SECONDS = 30;

/** Successful token response (RFC 6749 section 5.1). */
export const TokenResponse = Type.Object(
  {
    access_token: Type.String({
      description: 'Send it as `Authorization: Bearer …`; treat it as opaque.',
    }),
    token_type: literals(['Bearer'] as const),
    expires_in: Type.Integer({ minimum: 1, description: 'Lifetime in seconds. Reuse the token until then.' }),
    scope: Type.String({ description: 'Granted scopes, separated by spaces.' }),
  },
  { additionalProperties: false },
);
export type TokenResponse = Static<typeof TokenResponse>;

/** Error words of the token endpoint (RFC 6749 section 5.2). */
export const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'temporarily_unavailable',
  'server_error',
] as const;
export type TokenError = (typeof TOKEN_ERRORS)[number];

/** Error response of the token endpoint; `sub_code` is stable and documented in docs/errors.md. */
export const TokenErrorResponse = Type.Object(
  {
    error: literals(TOKEN_ERRORS, { description: 'Error code of RFC 6749 section 5.2.' }),
    error_description: Type.String({ description: 'For humans; the wording may change.' }),
    sub_code: Type.String({
      description: 'Stable code of the cause; see the table of sub-codes.',
    }),
  },
  { additionalProperties: false },
);
export type TokenErrorResponse = Static<typeof TokenErrorResponse>;

/** A public signing key of the service (RFC 7517 section 4); all of them are ES256. */
export const PublicSigningJwk = Type.Object(
  {
    kty: literals(['EC'] as const),
    crv: literals(['P-256'] as const),
    x: Type.String(),
    y: Type.String(),
    kid: Type.String(),
    alg: literals(['ES256'] as const),
    use: literals(['sig'] as const),
  },
  { additionalProperties: false },
);
export type PublicSigningJwk = Static<typeof PublicSigningJwk>;

/** The keys that verify what this service signs (RFC 7517 section 5). */
export const PublicSigningJwks = Type.Object(
  { keys: Type.Array(PublicSigningJwk) },
  { additionalProperties: false },
);
export type PublicSigningJwks = Static<typeof PublicSigningJwks>;

/** What the token endpoint can do (RFC 8414 section 2). */
export const AuthorizationServerMetadata = Type.Object(
  {
    issuer: Type.String(),
    token_endpoint: Type.String(),
    revocation_endpoint: Type.String(),
    introspection_endpoint: Type.String(),
    jwks_uri: Type.String(),
    scopes_supported: Type.Array(Type.String()),
    response_types_supported: Type.Array(Type.String(), { maxItems: 0 }),
    grant_types_supported: Type.Array(Type.String()),
    token_endpoint_auth_methods_supported: Type.Array(Type.String()),
    token_endpoint_auth_signing_alg_values_supported: Type.Array(Type.String()),
    revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
    revocation_endpoint_auth_signing_alg_values_supported: Type.Array(Type.String()),
    introspection_endpoint_auth_methods_supported: Type.Array(Type.String()),
    introspection_endpoint_auth_signing_alg_values_supported: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);
export type AuthorizationServerMetadata = Static<typeof AuthorizationServerMetadata>;

/** How a token stands (RFC 7662 section 2.2); of a token that is not active nothing else is told. */
export const IntrospectionResponse = Type.Object(
  {
    active: Type.Boolean({
      description: 'False for any token that is not a valid token of the client.',
    }),
    scope: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    token_type: Type.Optional(literals(['Bearer'] as const)),
    exp: Type.Optional(Type.Integer()),
    iat: Type.Optional(Type.Integer()),
    sub: Type.Optional(Type.String()),
    aud: Type.Optional(Type.String()),
    iss: Type.Optional(Type.String()),
    jti: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type IntrospectionResponse = Static<typeof IntrospectionResponse>;
