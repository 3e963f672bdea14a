import { type Static, Type } from 'typebox';
import { literals } from './literals.ts';

/** The two grants of the token endpoint (RFC 7523 section 2.1, RFC 6749 section 4.4). */
export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const CLIENT_CREDENTIALS_GRANT = 'client_credentials';

/** What a service account may be allowed to do. */
export const SCOPES = ['transactions:write', 'transactions:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** Life of an access token in seconds. */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600;

/** Successful token response (RFC 6749 section 5.1). */
export const TokenResponse = Type.Object(
  {
    access_token: Type.String(),
    token_type: literals(['Bearer'] as const),
    expires_in: Type.Integer({ minimum: 1 }),
    scope: Type.String(),
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
  { error: literals(TOKEN_ERRORS), error_description: Type.String(), sub_code: Type.String() },
  { additionalProperties: false },
);
export type TokenErrorResponse = Static<typeof TokenErrorResponse>;
