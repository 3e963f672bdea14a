import { parseRetryAfter } from '../http/back-off.ts';
import { encodeBase64, encodeBase64Url } from '../http/base64.ts';
import { describeUnexpectedResponse, onOneLine } from '../http/describe-unexpected-response.ts';
import { TitularTokenError } from '../http/errors.ts';
import {
  type AssertionCredentials,
  type ClientSecretCredentials,
  type Credentials,
  parseNumber,
} from '../http/options.ts';
import { type Answer, type Prepared, sendRequest, type Transport } from '../http/send-request.ts';
import type { FetchToken } from './access-tokens.ts';
import { type AssertionKey, openAssertionKey } from './assertion-key.ts';
import { keyElsewhere } from './key-elsewhere.ts';
import { TOKEN_REQUEST } from './token-wait.ts';

const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** What a header can hold: with anything else each call would fail as if the network did. */
const TOKEN_TEXT = /^[!-~]+$/;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Short, so that an assertion that leaked is soon worth nothing, and within what any account is allowed. */
const ASSERTION_LIFETIME_SECONDS = { least: 1, most: 3600, usual: 60 };

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
const encodePart = (part: object): string => encodeBase64Url(encodeText(JSON.stringify(part)));

/** Signs a new assertion for one use (RFC 7523 section 3). */
async function signAssertion(
  { clock, origin }: Transport,
  credentials: AssertionCredentials,
  key: AssertionKey,
): Promise<string> {
  const { account, tenantId, issuerDomain = new URL(origin).host, keyId } = credentials;
  const named = `${account}@${tenantId}.${issuerDomain}`;
  const lifetime = credentials.assertionLifetimeSeconds;
  const iat = Math.floor(clock.now() / 1000);
  const exp = iat + parseNumber('assertionLifetimeSeconds', lifetime, ASSERTION_LIFETIME_SECONDS);
  const aud = credentials.audience ?? origin + TOKEN_REQUEST.path;
  const header = { alg: key.algorithm, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) };
  const claims = { iss: named, sub: named, aud, iat, exp, jti: crypto.randomUUID() };
  const content = `${encodePart(header)}.${encodePart(claims)}`;
  return `${content}.${encodeBase64Url(await key.sign(encodeText(content)))}`;
}

const scopeOf = ({ scope }: Credentials): Record<string, string> => (scope === undefined ? {} : { scope });

const toForm = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();

function prepareByAssertion(
  transport: Transport,
  credentials: AssertionCredentials,
): () => Promise<Prepared> {
  let opened: Promise<AssertionKey> | undefined;
  return async () => {
    opened ??= credentials.sign
      ? Promise.resolve(keyElsewhere(transport, credentials.algorithm, credentials.sign))
      : openAssertionKey(credentials.privateKey, credentials.algorithm);
    const assertion = await signAssertion(transport, credentials, await opened);
    return {
      headers: FORM,
      body: toForm({ grant_type: JWT_BEARER_GRANT, assertion, ...scopeOf(credentials) }),
    };
  };
}

/** HTTP Basic, both halves form-encoded first (RFC 6749 section 2.3.1). */
function prepareBySecret(credentials: ClientSecretCredentials): () => Promise<Prepared> {
  const half = (text: string): string => toForm({ '': text }).slice(1);
  const pair = `${half(credentials.clientId)}:${half(credentials.clientSecret)}`;
  const authorization = `Basic ${encodeBase64(encodeText(pair))}`;
  const body = toForm({ grant_type: 'client_credentials', ...scopeOf(credentials) });
  return async () => ({ headers: { ...FORM, authorization }, body });
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What another server has in the place of a word may be a whole sentence, or a status. */
const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z0-9_]{1,64}$/.test(value) ? value : undefined;

function toTokenError({ origin, clock }: Transport, answer: Answer): TitularTokenError {
  const { status, headers, requestId } = answer;
  const body = (answer.body ?? {}) as Record<string, unknown>;
  const subCode = wordOf(body['sub_code']);
  const sentence = textOf(body['error_description']);
  return new TitularTokenError({
    status,
    error: wordOf(body['error']) ?? (status >= 500 ? 'server_error' : 'unknown'),
    subCode,
    message: sentence === undefined ? describeUnexpectedResponse(answer) : onOneLine(sentence),
    requestId,
    retryable: status === 429 || status >= 500,
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after'), clock.now()),
    docs: subCode === undefined ? `${origin}/docs` : `${origin}/docs#code-${subCode}`,
  });
}

/** Makes what gets access tokens; every try has an assertion of its own, and every refusal is a TitularTokenError. */
export function createTokenFetcher(transport: Transport, credentials: Credentials): FetchToken {
  const prepare =
    credentials.kind === 'assertion'
      ? prepareByAssertion(transport, credentials)
      : prepareBySecret(credentials);
  return async ({ signal, endsAtMs, retriesBefore = 0, onRefusal }) => {
    const answer = await sendRequest(transport, {
      ...TOKEN_REQUEST,
      repeatable: true,
      endsOnRetryAfter: true,
      retriesBefore,
      ...(endsAtMs ? { endsAtMs } : { maxRetries: 0 }),
      signal,
      prepare,
      toError: (refused) => {
        const error = toTokenError(transport, refused);
        onRefusal(error);
        return error;
      },
    });
    const { access_token: value, expires_in: life } = answer.body as Record<string, unknown>;
    if (typeof value !== 'string' || !TOKEN_TEXT.test(value) || typeof life !== 'number' || !(life > 0))
      throw toTokenError(transport, { ...answer, body: undefined });
    return { value, expiresInSeconds: life };
  };
}
