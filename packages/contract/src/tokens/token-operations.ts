import type { OperationNotes } from '../operations.ts';
import { oauthErrorCatalogue, type TokenSubCode } from './oauth-errors.ts';

const subCodes = Object.keys(oauthErrorCatalogue) as TokenSubCode[];
const withStatus = (status: number): TokenSubCode[] =>
  subCodes.filter((subCode) => oauthErrorCatalogue[subCode].httpStatus === status);

/** A client assertion is refused with the sub-codes of an assertion, as `invalid_client`. */
const UNAUTHENTICATED = subCodes.filter((subCode) =>
  ['invalid_client', 'invalid_grant'].includes(oauthErrorCatalogue[subCode].error),
);

const FORM_FAULTS: readonly TokenSubCode[] = [
  'malformed_request',
  'duplicate_parameter',
  'missing_parameter',
  'multiple_client_authentications',
  'client_mismatch',
  'source_address_refused',
  'outside_allowed_times',
];
const ABOUT_A_TOKEN = { 400: FORM_FAULTS, 401: UNAUTHENTICATED, 429: withStatus(429) };

/** What the documentation says of the token endpoint and the keys that verify what is signed. */
export const tokenNotes = {
  issueToken: {
    tag: 'Access tokens',
    description:
      'Issues an access token that is valid for one hour. Two grants are supported: `urn:ietf:params:oauth:grant-type:jwt-bearer` with an `assertion` signed by the service account (RFC 7523), and `client_credentials` with client id and secret (HTTP Basic or form) or with a `client_assertion`.\n\nReuse the token until shortly before it expires.',
    codes: [],
    subCodes: {
      400: withStatus(400).filter((subCode) => subCode !== 'wrong_method'),
      401: UNAUTHENTICATED,
      429: withStatus(429),
    },
  },
  issueTokenByGet: {
    tag: 'Access tokens',
    description: 'Always refused: credentials must not be sent in a URL. Send the parameters by `POST`.',
    codes: [],
    subCodes: { 400: ['wrong_method'] },
  },
  revokeToken: {
    tag: 'Access tokens',
    description:
      'Revokes an access token (RFC 7009); every node refuses it within 5 seconds. The response is empty, also for a token that is invalid, has expired, or belongs to another client.',
    codes: [],
    subCodes: ABOUT_A_TOKEN,
  },
  introspectToken: {
    tag: 'Access tokens',
    description:
      'Returns the state of the client\'s own access token (RFC 7662). Any other token yields `{"active": false}`.',
    codes: [],
    subCodes: ABOUT_A_TOKEN,
  },
  readJwks: {
    tag: 'Access tokens',
    description:
      'Returns the public keys for verifying what this service signs (RFC 7517). A key is published before it is used and remains until nothing it signed is still valid. The response may be cached for 5 minutes.',
    codes: [],
  },
  readAuthorizationServerMetadata: {
    tag: 'Access tokens',
    description:
      'Returns the authorization server metadata (RFC 8414), for libraries that configure themselves.',
    codes: [],
  },
} as const satisfies Record<string, OperationNotes>;
