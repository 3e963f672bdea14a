import { apart, type OperationExamples, oauthError, PLACEHOLDERS } from '../example.ts';
import {
  ASSERTION_ALGORITHMS,
  CLIENT_AUTHENTICATION_METHODS,
  CLIENT_CREDENTIALS_GRANT,
  JWT_BEARER_GRANT,
  SCOPES,
} from './tokens.ts';

const { accessToken: token, assertion, clientId: client_id, clientSecret: client_secret } = PLACEHOLDERS;
const HOST = 'https://titular.example';

const issued = { access_token: 'a-signed-access-token', token_type: 'Bearer', expires_in: 3600 };

const issueToken: OperationExamples = {
  'by-assertion': {
    summary: 'A service account signs an assertion',
    body: { grant_type: JWT_BEARER_GRANT, assertion },
    status: 200,
    answer: { ...issued, scope: 'transactions:write transactions:read' },
  },
  'by-secret': {
    summary: 'Client id and secret, for one scope',
    body: { grant_type: CLIENT_CREDENTIALS_GRANT, client_id, client_secret, scope: 'transactions:read' },
    status: 200,
    answer: { ...issued, scope: 'transactions:read' },
  },
  'no-assertion': {
    summary: 'The grant without its assertion',
    body: { grant_type: JWT_BEARER_GRANT },
    ...oauthError('missing_parameter'),
  },
  'unknown-grant': {
    ...apart('A grant that is not offered'),
    body: { grant_type: 'password', client_id, client_secret },
    ...oauthError('unsupported_grant'),
  },
  'not-a-jwt': {
    summary: 'An assertion that is no JWT',
    body: { grant_type: JWT_BEARER_GRANT, assertion: 'not.a.jwt' },
    ...oauthError('assertion_malformed'),
  },
  'scope-too-wide': {
    summary: 'A scope that the account does not have',
    body: { grant_type: CLIENT_CREDENTIALS_GRANT, client_id, client_secret, scope: 'tenants:write' },
    ...oauthError('scope_not_allowed'),
  },
  'wrong-secret': {
    summary: 'A secret that is not the one of the client',
    body: { grant_type: CLIENT_CREDENTIALS_GRANT, client_id, client_secret: 'another-secret' },
    ...oauthError('client_authentication_failed'),
  },
};

const issueTokenByGet: OperationExamples = {
  refused: { summary: 'Any GET', ...oauthError('wrong_method') },
};

const revokeToken: OperationExamples = {
  revoked: { summary: 'The token is given back', body: { token, client_id, client_secret }, status: 200 },
  'no-token': {
    ...apart('The request names no token'),
    body: { client_id, client_secret },
    ...oauthError('missing_parameter'),
  },
  'no-client': {
    summary: 'Nobody authenticates',
    body: { token },
    ...oauthError('client_authentication_missing'),
  },
};

const introspectToken: OperationExamples = {
  active: {
    summary: 'A token of the client',
    body: { token, client_id, client_secret },
    status: 200,
    answer: {
      active: true,
      scope: 'transactions:write transactions:read',
      client_id,
      token_type: 'Bearer',
      exp: 1795186987,
      iat: 1795183387,
      sub: 'shop@019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e',
      aud: `${HOST}/api/public/v1`,
      iss: HOST,
      jti: '019aa3c5-2b10-7e08-9f2d-0c4e5a6b7c08',
    },
  },
  inactive: {
    summary: 'Anything else',
    body: { token: 'some-other-text', client_id, client_secret },
    status: 200,
    answer: { active: false },
  },
  'no-client': {
    summary: 'Nobody authenticates',
    body: { token },
    ...oauthError('client_authentication_missing'),
  },
};

const readJwks: OperationExamples = {
  keys: {
    summary: 'The key that signs',
    status: 200,
    answer: {
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
          y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          kid: '019aa3c5-2b10-7f09-9f2d-0c4e5a6b7c09',
          alg: 'ES256',
          use: 'sig',
        },
      ],
    },
  },
};

const methods = [...CLIENT_AUTHENTICATION_METHODS];
const algorithms = [...ASSERTION_ALGORITHMS];

const readAuthorizationServerMetadata: OperationExamples = {
  metadata: {
    summary: 'What the token endpoint can do',
    status: 200,
    answer: {
      issuer: HOST,
      token_endpoint: `${HOST}/oauth2/token`,
      revocation_endpoint: `${HOST}/oauth2/revoke`,
      introspection_endpoint: `${HOST}/oauth2/introspect`,
      jwks_uri: `${HOST}/oauth2/jwks`,
      scopes_supported: [...SCOPES],
      response_types_supported: [],
      grant_types_supported: [JWT_BEARER_GRANT, CLIENT_CREDENTIALS_GRANT],
      token_endpoint_auth_methods_supported: methods,
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      revocation_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_signing_alg_values_supported: algorithms,
      introspection_endpoint_auth_methods_supported: methods,
      introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    },
  },
};

/** Examples of the operations on access tokens. */
export const tokenExamples: Readonly<Record<string, OperationExamples>> = {
  issueToken,
  issueTokenByGet,
  revokeToken,
  introspectToken,
  readJwks,
  readAuthorizationServerMetadata,
};
