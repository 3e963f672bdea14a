import type { TokenError } from './tokens.ts';

/** What a sub-code of the token endpoint means, and what to do; both are sent as error_description (RFC 6749 section 5.2: no quote, no backslash). */
export type OAuthErrorEntry = {
  subCode: string;
  error: TokenError;
  httpStatus: 400 | 401 | 429;
  description: string;
  remedy: string;
};

type Row = readonly [
  error: TokenError,
  httpStatus: OAuthErrorEntry['httpStatus'],
  description: string,
  remedy: string,
];

const rows = {
  malformed_request: [
    'invalid_request',
    400,
    'The body is not a sound form of application/x-www-form-urlencoded.',
    'Send up to 50 parameters in UTF-8, form-encoded, without a content encoding, in up to 32 KiB.',
  ],
  wrong_method: [
    'invalid_request',
    400,
    'The token endpoint takes POST only.',
    'Send the parameters as the body of a POST request.',
  ],
  duplicate_parameter: [
    'invalid_request',
    400,
    'A parameter is given more than once.',
    'Send each parameter once.',
  ],
  missing_parameter: [
    'invalid_request',
    400,
    'A parameter that this request needs is missing.',
    'Send grant_type; with jwt-bearer also assertion; with client_secret also client_id; client_assertion and client_assertion_type together.',
  ],
  multiple_client_authentications: [
    'invalid_request',
    400,
    'The client authenticates in more than one way.',
    'Use one of: the Authorization header, client_secret in the body, client_assertion.',
  ],
  client_mismatch: [
    'invalid_request',
    400,
    'The client of this request is another service account than its credentials name.',
    'Leave client_id out, or send the client id of the account that the secret, key or assertion belongs to.',
  ],
  unsupported_grant: [
    'unsupported_grant_type',
    400,
    'This grant type is not offered.',
    'Use urn:ietf:params:oauth:grant-type:jwt-bearer or client_credentials.',
  ],
  client_authentication_missing: [
    'invalid_client',
    401,
    'The request carries no client authentication.',
    'Send client id and secret by HTTP Basic or in the body, or a client_assertion.',
  ],
  client_authentication_failed: [
    'invalid_client',
    401,
    'The client is unknown or its credentials are not valid.',
    'Check client id and secret and the environment they were issued for; a revoked secret stays refused.',
  ],
  unsupported_client_assertion: [
    'invalid_client',
    401,
    'This client_assertion_type is not offered.',
    'Use urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
  ],
  assertion_malformed: [
    'invalid_grant',
    400,
    'The assertion is not a signed JWT in compact form.',
    'Send three base64url parts without padding, joined by dots, with a JSON object as header and as claims, in up to 8192 characters.',
  ],
  assertion_header: [
    'invalid_grant',
    400,
    'The header of the assertion has a parameter that is not accepted.',
    'Send only alg, kid and typ (JWT); keys are registered beforehand and never taken from the header.',
  ],
  assertion_algorithm: [
    'invalid_grant',
    400,
    'The algorithm of the assertion is not the one its key is registered for.',
    'Sign with the registered algorithm: ES256, EdDSA, PS256 or RS256.',
  ],
  assertion_key_unknown: [
    'invalid_grant',
    400,
    'The account has no such key.',
    'Send the kid under which the public key is registered; it may be left out while the account has few active keys.',
  ],
  key_retired: [
    'invalid_grant',
    400,
    'The key of the assertion is retired.',
    'Sign with an active key of the account, or register a new one.',
  ],
  bad_signature: [
    'invalid_grant',
    400,
    'The signature of the assertion is not valid.',
    'Sign with the private key that belongs to the registered public key; do not alter the assertion afterwards.',
  ],
  assertion_expired: [
    'invalid_grant',
    400,
    'The assertion has expired.',
    'Make a new assertion for each request and check the clock of the signing machine.',
  ],
  assertion_not_yet_valid: [
    'invalid_grant',
    400,
    'The assertion is not valid yet: iat or nbf lies in the future.',
    'Check the clock of the signing machine.',
  ],
  assertion_lifetime: [
    'invalid_grant',
    400,
    'The life of the assertion is not between 1 second and what the account allows, at most 3600 seconds.',
    'Set exp to at most 3600 seconds after iat, or to less where the operator set a shorter life for the account.',
  ],
  wrong_audience: [
    'invalid_grant',
    400,
    'The audience of the assertion is not this token endpoint or its issuer, alone.',
    'Set aud to exactly one value, as the metadata writes it: issuer or token_endpoint.',
  ],
  wrong_issuer: [
    'invalid_grant',
    400,
    'The issuer of the assertion does not name a service account here.',
    'Set iss to account@tenant-id.domain, with the host of this service as domain.',
  ],
  wrong_subject: [
    'invalid_grant',
    400,
    'The subject of the assertion is not the account that issued it.',
    'Set sub to the value of iss, the name of the account, or its client id.',
  ],
  missing_claim: [
    'invalid_grant',
    400,
    'The assertion lacks one of the claims iss, sub, aud, exp and iat.',
    'Send all five claims.',
  ],
  bad_claim: [
    'invalid_grant',
    400,
    'A claim of the assertion has the wrong type or length.',
    'Send exp, iat and nbf as numbers of seconds, the other claims as text; jti has at most 255 characters.',
  ],
  tenant_unknown: [
    'invalid_grant',
    400,
    'The tenant in the issuer of the assertion is unknown here.',
    'Check the tenant id and which environment it belongs to.',
  ],
  account_unknown: [
    'invalid_grant',
    400,
    'The tenant has no such service account.',
    'Check the account name before the @ of iss, or the client id.',
  ],
  account_inactive: [
    'invalid_grant',
    400,
    'The service account or its tenant is not active.',
    'Ask the operator to activate it.',
  ],
  assertion_reused: [
    'invalid_grant',
    400,
    'The assertion was used before.',
    'Make a new assertion, with a new jti, for each request.',
  ],
  account_locked: [
    'temporarily_unavailable',
    429,
    'Too many failed authentications in the name of this client from this address.',
    'Check the credentials, then wait the seconds of Retry-After. Right credentials are still accepted, unless very many wrong ones come from the same network at once.',
  ],
  service_overloaded: [
    'temporarily_unavailable',
    429,
    'The service is overloaded.',
    'Wait the seconds in Retry-After and try again. Use a token until it expires.',
  ],
  source_address_refused: [
    'unauthorized_client',
    400,
    'The service account may not be used from this address.',
    'Call from an address on the list of the account, or ask the operator to add yours.',
  ],
  outside_allowed_times: [
    'unauthorized_client',
    400,
    'The service account may not be used at this time.',
    'Call within the hours set for the account, or ask the operator to change them.',
  ],
  scope_not_allowed: [
    'invalid_scope',
    400,
    'A scope was asked for that the account does not have.',
    'Ask for scopes of the account only, separated by one space, or for * alone to get all of them.',
  ],
} as const satisfies Record<string, Row>;

/** Every sub-code of the token endpoint. */
export type TokenSubCode = keyof typeof rows;

/** The closed table of refusals of the token endpoint. A client_assertion has the sub-codes of an assertion, sent as invalid_client with 401. */
export const oauthErrorCatalogue = Object.fromEntries(
  Object.entries(rows).map(([subCode, [error, httpStatus, description, remedy]]) => [
    subCode,
    { subCode, error, httpStatus, description, remedy },
  ]),
) as Record<TokenSubCode, OAuthErrorEntry>;

/** What is sent as error_description: what happened, and what to do in the words of the request where they say more. */
export const oauthSentence = ({ description, remedy }: OAuthErrorEntry, detail: string = remedy): string =>
  `${description} ${detail}`;
