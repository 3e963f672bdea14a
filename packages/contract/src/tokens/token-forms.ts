import { Type } from 'typebox';
import { literals } from '../literals.ts';
import { CLIENT_CREDENTIALS_GRANT, JWT_BEARER_CLIENT_ASSERTION, JWT_BEARER_GRANT } from './tokens.ts';

const clientAuthentication = {
  client_id: Type.Optional(
    Type.String({
      description:
        'Client id of the service account; required with `client_secret`; if sent otherwise, it must match.',
    }),
  ),
  client_secret: Type.Optional(Type.String({ description: 'Client secret, unless sent by HTTP Basic.' })),
  client_assertion_type: Type.Optional(
    literals([JWT_BEARER_CLIENT_ASSERTION], { description: 'Required together with `client_assertion`.' }),
  ),
  client_assertion: Type.Optional(
    Type.String({ description: 'Signed JWT of the account that authenticates it (RFC 7523 section 2.2).' }),
  ),
};

/** Form of a token request; the endpoint checks it itself, because its refusals have the shape of RFC 6749. */
export const IssueTokenForm = Type.Object({
  grant_type: literals([JWT_BEARER_GRANT, CLIENT_CREDENTIALS_GRANT], {
    description: 'Which of the two grants is used.',
  }),
  assertion: Type.Optional(
    Type.String({
      description:
        'With the jwt-bearer grant: a JWT signed by a key of the account, with `iss` (account@tenant-id.host), `sub`, `aud` (the issuer or the token endpoint), `iat` and `exp` (at most an hour later). Accepted once.',
    }),
  ),
  scope: Type.Optional(
    Type.String({
      description: 'Scopes separated by single spaces, or `*`; default: all scopes of the account.',
    }),
  ),
  ...clientAuthentication,
});

/** Form of a request about a token (RFC 7009 and RFC 7662); the client authenticates in one of the three ways. */
export const TokenForm = Type.Object({
  token: Type.String({ description: 'The access token that the request is about.' }),
  token_type_hint: Type.Optional(Type.String({ description: 'Accepted as the standards require; ignored.' })),
  ...clientAuthentication,
});
