import {
  oauthErrorCatalogue,
  oauthSentence,
  type TokenErrorResponse,
  type TokenSubCode,
} from '@titular/contract';
import type { RouteReply } from '../../kernel/http/route.ts';

/**
 * A no of the token endpoint. `clientRefused` when it was the client's own authentication that failed (RFC 6749 section 5.2, RFC 7521
 * section 4.2.1), `retryAfterSeconds` when the same request may do better later, `detail` where what to do can be said more exactly than
 * in the catalogue: printable ASCII without quotes, and no text of the request.
 */
export type OAuthError = {
  kind: 'refused';
  subCode: TokenSubCode;
  clientRefused: boolean;
  retryAfterSeconds?: number;
  detail?: string | undefined;
};

/** The refusal of a request or a grant. */
export const refused = (subCode: TokenSubCode, detail?: string): OAuthError => ({
  kind: 'refused',
  subCode,
  clientRefused: false,
  detail,
});

/** The same no, given to a client that tried to authenticate. */
export const asClientError = (refusal: OAuthError): OAuthError => ({ ...refusal, clientRefused: true });

/** RFC 6749 sections 5.1 and 5.2 want both on every answer of the token endpoint. */
export const TOKEN_HEADERS = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

// RFC 9110 section 15.5.2: a 401 always names a scheme, also when the client sent its secret in the body.
const CHALLENGE = { 'www-authenticate': 'Basic realm="titular", charset="UTF-8"' } as const;

/** The answer to a refusal; nothing of the request stands in it. */
export function oauthErrorReply(refusal: OAuthError): RouteReply {
  const entry = oauthErrorCatalogue[refusal.subCode];
  const isClientError =
    entry.error === 'invalid_client' || (refusal.clientRefused && entry.error === 'invalid_grant');
  const body: TokenErrorResponse = {
    error: isClientError ? 'invalid_client' : entry.error,
    error_description: oauthSentence(entry, refusal.detail),
    sub_code: entry.subCode,
  };
  const retryAfter = refusal.retryAfterSeconds;
  return {
    status: isClientError ? 401 : entry.httpStatus,
    body,
    headers: {
      ...TOKEN_HEADERS,
      ...(isClientError ? CHALLENGE : {}),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  };
}
