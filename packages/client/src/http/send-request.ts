import { MAX_RETRY_AFTER_SECONDS, waitMs } from './back-off.ts';
import { type Clock, untilAborted, withLimit } from './clock.ts';
import { type TitularApiError, TitularError, TitularNetworkError, TitularTimeoutError } from './errors.ts';
import { type Hooks, type RequestInfo, tellHook } from './hooks.ts';

/** How requests leave: where to, by what, and how patiently. */
export type Transport = {
  origin: string;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  random: () => number;
  timeoutMs: number;
  deadlineMs: number;
  maxRetries: number;
  hooks: Hooks;
};

/** An answer of any status; `body` is undefined where it is not JSON, and `asked` is the method with the address, without its query. */
export type Answer = {
  asked: string;
  status: number;
  headers: Headers;
  requestId: string | undefined;
  body: unknown;
};

/** What one try of a request is sent with; `renew` gets something better in place of credentials that were just refused. */
export type Prepared = { headers: Record<string, string>; body?: string; renew?: () => void };

/** Methods of the API. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One request, with all of its tries. */
export type Exchange = {
  operation: string;
  method: Method;
  path: string;
  query?: string;
  /** Whether it may be sent again when nobody knows what became of it. */
  repeatable: boolean;
  /** Instead of the transport's. */
  maxRetries?: number;
  /** Whether a refusal that names a Retry-After ends it: those who wait for it wait each by itself. */
  endsOnRetryAfter?: boolean;
  /** Retries that went before on behalf of the same call. */
  retriesBefore?: number;
  signal?: AbortSignal | undefined;
  /** When the time of those who wait is over, by `elapsed` of the clock; none is waited for without it. */
  endsAtMs?: () => number;
  /** Makes each try; what it throws ends the request. */
  prepare(): Promise<Prepared>;
  /** The error that an answer stands for. */
  toError(answer: Answer): TitularError;
};

const MAX_REASON_LENGTH = 40;

/** Names of Node.js for a certificate that it refuses, now and in a minute. */
const REFUSED_CERTIFICATE = /(?:^|_)CERT(?:_|$)|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;

/** Reasons, the same in all clients, by the platform's names. */
const REASONS: readonly (readonly [platform: RegExp, reason: string])[] = [
  [REFUSED_CERTIFICATE, 'TLS'],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/, 'TLS'],
  [/^(?:ENOTFOUND|EAI_[A-Z]+)$/, 'NAME_NOT_FOUND'],
  [/^(?:ECONNRESET|UND_ERR_SOCKET)$/, 'ECONNRESET'],
  [/^ECONNREFUSED$/, 'ECONNREFUSED'],
  [/^EPIPE$/, 'EPIPE'],
];

/** What the platform says where a proxy made no connection. */
const NO_TUNNEL = /^Proxy response \((\d{3})\)/m;

const NO_TLS =
  'no TLS with the service: check baseUrl, its certificate, and the authorities that are trusted';

// The platform's own sentence may quote a header, so that its name for the fault is all that is passed on.
function toNetworkError(error: unknown): TitularNetworkError {
  if (error instanceof TitularNetworkError) return error;
  type Cause = { code?: unknown; message?: unknown; cause?: Cause };
  const { code, cause } = (error ?? {}) as Cause;
  const [, status] = NO_TUNNEL.exec(`${cause?.message}\n${cause?.cause?.message}`) ?? [];
  if (status !== undefined) {
    const refused = `a proxy on the way answered ${status} and made no connection: check HTTPS_PROXY`;
    return new TitularNetworkError('PROXY', refused, Number(status) >= 500);
  }
  const named = [cause?.code, code].find(
    (one): one is string =>
      typeof one === 'string' && /^[A-Z0-9_]+$/.test(one) && one.length <= MAX_REASON_LENGTH,
  );
  const platform = named ?? '';
  const [, reason = 'CONNECTION'] = REASONS.find(([one]) => one.test(platform)) ?? [];
  const sentence = reason === 'TLS' ? NO_TLS : 'the service was not reached, or its answer broke off';
  const told = named === undefined || named === reason ? sentence : `${sentence} (${named})`;
  return new TitularNetworkError(reason, told, !REFUSED_CERTIFICATE.test(platform));
}

/** No answer of the service comes near it; more would be something else, and take the memory of whoever reads it. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes <= MAX_ANSWER_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  reader.cancel().catch(() => undefined);
  throw new TitularNetworkError('ANSWER_TOO_LARGE', `the answer has more than ${MAX_ANSWER_BYTES} bytes`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Another server's may be of any length. */
const parseRequestId = (given: string | null): string | undefined =>
  given !== null && /^[!-~]{1,128}$/.test(given) ? given : undefined;

async function fetchAnswer(
  { origin, fetch }: Transport,
  { method, path, query }: Exchange,
  { headers, body }: Prepared,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(`${origin}${path}${query ? `?${query}` : ''}`, {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    // Credentials go to the service alone, wherever an answer points.
    redirect: 'manual',
    signal,
  });
  const text = await readText(response);
  return {
    asked: `${method} ${origin}${path}`,
    status: response.status,
    headers: response.headers,
    requestId: parseRequestId(response.headers.get('x-request-id')),
    body: parseJson(text),
  };
}

/** One try: an answer of any status, or an error; nothing of it goes on once it has returned. */
async function tryOnce(transport: Transport, exchange: Exchange, prepared: Prepared): Promise<Answer> {
  const { clock, timeoutMs } = transport;
  const { signal } = exchange;
  const late = new TitularTimeoutError(`no answer to ${exchange.operation} in ${timeoutMs} ms`, timeoutMs);
  return withLimit(clock, timeoutMs, late, signal, async (limited) => {
    try {
      // A fetch that was handed in may not heed its signal.
      return await untilAborted(fetchAnswer(transport, exchange, prepared, limited), limited);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw limited.aborted ? late : toNetworkError(error);
    }
  });
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The answer of a success, or the error that came instead. */
function judge(exchange: Exchange, answer: Answer): Answer | TitularError {
  if (!isSuccess(answer)) return exchange.toError(answer);
  const isObject = typeof answer.body === 'object' && answer.body !== null;
  if (isObject && !Array.isArray(answer.body)) return answer;
  const sentence = `the answer to ${answer.asked} is not the JSON that the service sends: check baseUrl`;
  return new TitularNetworkError('BROKEN_ANSWER', sentence);
}

/** Seconds that the service asked to wait; undefined where no answer came, or none that says so. */
export const retryAfterOf = (error: TitularError): number | undefined =>
  (error as Partial<TitularApiError>).retryAfterSeconds;

/** A request that was turned away at the door did nothing; any other fault may have come after the deed. */
function mayRepeat(error: TitularError, { repeatable, endsOnRetryAfter }: Exchange): boolean {
  const seconds = retryAfterOf(error) ?? 0;
  if (seconds > MAX_RETRY_AFTER_SECONDS || (endsOnRetryAfter && seconds > 0)) return false;
  const { status, code } = error as Partial<TitularApiError>;
  if (status === undefined) return repeatable && error.retryable;
  return status === 429 || (repeatable && (code === '40029' || status >= 500));
}

const saysInvalidToken = ({ status, headers }: Answer): boolean =>
  (status === 401 || status === 403) && /\berror="invalid_token"/.test(headers.get('www-authenticate') ?? '');

type Try = { kind: 'answer'; answer: Answer } | { kind: 'error'; error: TitularError; renew?: () => void };

async function attemptExchange(transport: Transport, exchange: Exchange, note: RequestInfo): Promise<Try> {
  const { clock, hooks } = transport;
  const prepared = await exchange.prepare();
  const startedMs = clock.elapsed();
  tellHook(hooks, 'onRequest', note);
  try {
    const answer = await tryOnce(transport, exchange, prepared);
    const { status, requestId } = answer;
    tellHook(hooks, 'onResponse', { ...note, status, requestId, durationMs: clock.elapsed() - startedMs });
    const judged = judge(exchange, answer);
    if (!(judged instanceof TitularError)) return { kind: 'answer', answer: judged };
    const { renew } = prepared;
    return { kind: 'error', error: judged, ...(renew && saysInvalidToken(answer) ? { renew } : {}) };
  } catch (error) {
    if (error instanceof TitularError) return { kind: 'error', error };
    throw error;
  }
}

/**
 * Sends a request until it has an answer, its retries or its time are used up, or its signal aborts. The only place that
 * retries: always on 429, on faults where a repeat is safe, and once immediately with new credentials after a refusal of
 * the present ones.
 */
export async function sendRequest(transport: Transport, exchange: Exchange): Promise<Answer> {
  const { clock, random, hooks } = transport;
  const { operation, method, path, signal } = exchange;
  const most = exchange.maxRetries ?? transport.maxRetries;
  let renewed = false;
  for (let attempt = 1, retry = 1 + (exchange.retriesBefore ?? 0); ; attempt += 1) {
    signal?.throwIfAborted();
    const note: RequestInfo = { operation, method, path, attempt };
    const tried = await attemptExchange(transport, exchange, note);
    if (tried.kind === 'answer') return tried.answer;
    const { error, renew } = tried;
    if (renew && !renewed) {
      renewed = true;
      renew();
      tellHook(hooks, 'onRetry', { ...note, waitMs: 0, error });
      continue;
    }
    if (retry > most || !mayRepeat(error, exchange)) throw error;
    const pauseMs = waitMs(retry, retryAfterOf(error), random());
    if (exchange.endsAtMs && clock.elapsed() + pauseMs > exchange.endsAtMs()) throw error;
    tellHook(hooks, 'onRetry', { ...note, waitMs: pauseMs, error });
    await clock.sleep(pauseMs, signal);
    retry += 1;
  }
}
