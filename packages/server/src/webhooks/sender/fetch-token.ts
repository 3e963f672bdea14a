import type { WebhookAuthentication } from '@titular/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { basicCredentials } from './authentication.ts';
import { type OutboundRequest, sendOutbound } from './outbound-request.ts';

/** How requests are authenticated by OAuth2 client credentials. */
export type ClientCredentials = Extract<WebhookAuthentication, { kind: 'oauth2' }>;

/** A token with its life in seconds, if the endpoint said one, or one short sentence for the log that holds no credential. */
export type FetchedToken =
  | { kind: 'token'; token: string; lifeSeconds: number | undefined }
  | { kind: 'failed'; error: string };

/** RFC 6749 section 5.1, with the life as some send it: in a text. */
const TokenAnswer = Type.Object({
  access_token: Type.String({ pattern: '^[\\x21-\\x7e]{1,8192}$' }),
  token_type: Type.String({ pattern: '^[Bb][Ee][Aa][Rr][Ee][Rr]$' }),
  expires_in: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,9}$' })]),
  ),
});

const failed = (error: string): FetchedToken => ({ kind: 'failed', error });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's own words repeat what it read.
    return undefined;
  }
}

/** Reads the body of a token endpoint's answer of 200; the sentence of a failure repeats nothing of it. */
export function parseTokenAnswer(bytes: Uint8Array): FetchedToken {
  const answer = parseJson(bytes);
  if (!Value.Check(TokenAnswer, answer)) return failed('the token endpoint gave no bearer token');
  const { access_token: token, expires_in: life } = answer;
  return { kind: 'token', token, lifeSeconds: life === undefined ? undefined : Number(life) };
}

/** Each part is form-encoded before it goes into Basic: RFC 6749 section 2.3.1. */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** The request for a token, with the client in HTTP Basic (RFC 6749 sections 2.3.1 and 4.4.2). */
export function tokenRequest({
  clientId,
  clientSecret,
  scope,
}: Pick<ClientCredentials, 'clientId' | 'clientSecret' | 'scope'>): Pick<
  OutboundRequest,
  'body' | 'headers'
> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== undefined) form.set('scope', scope);
  return {
    body: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      authorization: basicCredentials(formEncoded(clientId), formEncoded(clientSecret)),
    },
  };
}

/** Asks the token endpoint for a token (RFC 6749 section 4.4.2) by the same safe dial as the receivers'; throws only when `stopping` cut it short. */
export async function fetchToken(
  credentials: ClientCredentials,
  request: Pick<OutboundRequest, 'timeoutMs' | 'rules' | 'resolve' | 'stopping'>,
): Promise<FetchedToken> {
  const reply = await sendOutbound({ ...request, ...tokenRequest(credentials), url: credentials.tokenUrl });
  if (reply.kind === 'failed') return failed(`the token endpoint failed: ${reply.error}`);
  if (reply.status !== 200) return failed(`the token endpoint answered ${reply.status}`);
  if (!reply.isWhole) return failed('the token endpoint answered more than 64 KiB');
  return parseTokenAnswer(reply.bytes);
}
