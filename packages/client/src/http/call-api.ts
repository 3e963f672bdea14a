import { type AccessTokens, createAccessTokens } from '../tokens/access-tokens.ts';
import { createTokenFetcher } from '../tokens/request-token.ts';
import { parseRetryAfter } from './back-off.ts';
import { withLimit } from './clock.ts';
import { describeUnexpectedResponse, onOneLine } from './describe-unexpected-response.ts';
import { copyError, TitularApiError, TitularError, TitularTimeoutError } from './errors.ts';
import {
  type CallOptions,
  type CreateOptions,
  type Credentials,
  parseDeadline,
  parseRetries,
} from './options.ts';
import { type Answer, type Exchange, sendRequest, type Transport } from './send-request.ts';

/** One call of an operation; what it answers on success is what the contract says of the operation. */
type ApiCall = Pick<Exchange, 'operation' | 'method' | 'path' | 'query' | 'repeatable'> & {
  body?: object;
  idempotencyKey?: string | undefined;
  options?: CallOptions | undefined;
};

/** The way to the API: with an access token, retried where that is safe; refusals are TitularApiErrors. */
export type CallApi = <Result>(call: ApiCall) => Promise<Result>;

/** Refusals that end when something else does, so that the same request may do better; all 429 and 5xx do as well. */
const PASSING_CODES: ReadonlySet<string> = new Set(['40029', '40032']);

const CODE = /^\d{5}$/;

function toApiError({ origin, clock }: Transport, answer: Answer): TitularApiError {
  const { status, headers, requestId, body } = answer;
  const { code: given, message: sentence } = (body ?? {}) as { code?: unknown; message?: unknown };
  const code = typeof given === 'string' && CODE.test(given) ? given : undefined;
  return new TitularApiError({
    status,
    code,
    message:
      code !== undefined && typeof sentence === 'string'
        ? onOneLine(sentence)
        : describeUnexpectedResponse(answer),
    requestId,
    retryable: status === 429 || status >= 500 || (code !== undefined && PASSING_CODES.has(code)),
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after'), clock.now()),
    docs: code === undefined ? `${origin}/docs` : `${origin}/docs#code-${code}`,
  });
}

const HEADER_TEXT = /^[!-~]{1,255}$/;

/** A platform's own error about a header would look like one of the network. */
function requireHeaderText(name: string, text: unknown): string {
  if (typeof text !== 'string' || !HEADER_TEXT.test(text))
    throw new TypeError(`${name} must be 1 to 255 printable ASCII characters without spaces`);
  return text;
}

/** JSON writes null for NaN, and null takes a value away; half of a character is no text of the service. */
function requireWritable(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${name} must be a finite number`);
  // A longer order number would be that of another purchase, and nothing would say so.
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new TypeError(`${name} has more digits than a number holds: give a text`);
  if (typeof value === 'string' && !isUnicode(value)) throw new TypeError(`${name} is no text of Unicode`);
  return value;
}

async function send(transport: Transport, tokens: AccessTokens, call: ApiCall): Promise<Answer> {
  const { body, idempotencyKey, options = {}, ...exchange } = call;
  const { maxRetries, scenario } = options;
  // Written once: a repeat under one Idempotency-Key has to be the same to the byte.
  const text = body === undefined ? undefined : JSON.stringify(body, requireWritable);
  const headers = {
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(scenario === undefined ? {} : { 'x-titular-scenario': requireHeaderText('scenario', scenario) }),
  };
  const retries = maxRetries === undefined ? transport.maxRetries : parseRetries(maxRetries);
  const deadlineMs = parseDeadline(options.deadlineMs ?? transport.deadlineMs);
  const endsAtMs = transport.clock.elapsed() + deadlineMs;
  const late = new TitularTimeoutError(`no answer to ${call.operation} in ${deadlineMs} ms`, deadlineMs);
  return withLimit(transport.clock, deadlineMs, late, options.signal, (signal) =>
    sendRequest(transport, {
      ...exchange,
      maxRetries: retries,
      signal,
      endsAtMs: () => endsAtMs,
      prepare: async () => {
        const token = await tokens.get(signal, endsAtMs, retries);
        return {
          headers: { authorization: `Bearer ${token}`, ...headers },
          ...(text === undefined ? {} : { body: text }),
          renew: () => tokens.drop(token),
        };
      },
      toError: (answer) => toApiError(transport, answer),
    }),
  );
}

/** Makes the way to the API for one set of credentials. */
export function createCallApi(transport: Transport, credentials: Credentials): CallApi {
  const tokens = createAccessTokens(createTokenFetcher(transport, credentials), transport);
  return async <Result>(call: ApiCall) => {
    try {
      return (await send(transport, tokens, call)).body as Result;
    } catch (error) {
      const { idempotencyKey } = call;
      const isKeyed = idempotencyKey !== undefined && error instanceof TitularError;
      throw isKeyed ? copyError(error, { idempotencyKey }) : error;
    }
  };
}

/** The key of a create: the caller's, none where that is asked for, else a new one; a TypeError for one that no header can hold. */
export function idempotencyKeyOf({ idempotencyKey }: CreateOptions = {}): string | undefined {
  if (idempotencyKey === false) return undefined;
  if (idempotencyKey === undefined) return crypto.randomUUID();
  return requireHeaderText('idempotencyKey', idempotencyKey);
}

/** Whether UTF-8 can hold a text; half of a character is none. */
export const isUnicode = (text: string): boolean => !/\p{Cs}/u.test(text);

/** An address with an id in the place that it has for one; a TypeError for an id that would lead to another address. */
export function addressOf(path: string, id: unknown): string {
  return path.replace('{id}', () => {
    if (typeof id !== 'string' || ['', '.', '..'].includes(id) || !isUnicode(id))
      throw new TypeError('the id is not an id');
    return encodeURIComponent(id);
  });
}
