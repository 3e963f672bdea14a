import type {
  AttemptView,
  ConsentRequest,
  FrameAnswer,
  SessionView,
  StartAttemptRequest,
  StateIdentityRequest,
} from '@titular/contract/page';
import { parseAttemptView, parseErrorCode, parseFrameAnswer, parseSessionView } from './answers.ts';
import { keepSessionSecret, sessionHeaders } from './embedding/session-secret.ts';
import type { Entry } from './entry.ts';
import { decideRetry, FRAME_TRIES, parseRetryAfter, REQUEST_TRIES, type TryResult } from './retry.ts';
import { waitUntilOnlineOr } from './wait.ts';

/** What came of a request after all tries: a value, a refusal (400, 403, 404), or a failure that may pass. */
export type ApiAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; status: number; code: string }
  | { kind: 'failed'; cause: 'unreachable' | 'server' };

/** The page's half of the wire. */
export interface PageApi {
  openSession(entry: Entry): Promise<ApiAnswer<SessionView>>;
  readSession(): Promise<ApiAnswer<SessionView>>;
  sendConsent(request: ConsentRequest): Promise<ApiAnswer<SessionView>>;
  stateIdentity(request: StateIdentityRequest): Promise<ApiAnswer<SessionView>>;
  startAttempt(request: StartAttemptRequest): Promise<ApiAnswer<AttemptView>>;
  /** Sends one frame, the same again on trouble; `onTrouble` hears true when a try failed and false when one got through after that. */
  sendFrame(frame: FrameRequest, onTrouble: (troubled: boolean) => void): Promise<ApiAnswer<FrameAnswer>>;
}

/**
 * One frame of an attempt. `capturedAtMs` are milliseconds since 1970 by the device's clock when the page loaded, counted evenly since: it
 * may be wrong by hours, but within an attempt it never goes backwards, not even over a reload. Only differences mean something.
 */
interface FrameRequest {
  attemptId: string;
  position: number;
  capturedAtMs: number;
  jpeg: Blob;
  /** Ends the tries when the camera is left. */
  signal: AbortSignal;
}

interface Request {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: Blob | string;
  headers?: Record<string, string>;
  maxTries?: number;
  signal?: AbortSignal;
  onTrouble?: (troubled: boolean) => void;
}

type Sent = { result: TryResult; body: unknown };

const requestTimeoutMs = 20_000;
const sessionPath = '/capture/session';

async function sendOnce(request: Request): Promise<Sent> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), requestTimeoutMs);
  const leave = () => timeout.abort();
  request.signal?.addEventListener('abort', leave);
  try {
    const response = await fetch(request.path, {
      method: request.method,
      body: request.body ?? null,
      headers: { accept: 'application/json', ...sessionHeaders(), ...request.headers },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: timeout.signal,
    });
    keepSessionSecret(response.headers);
    const body: unknown = await response.json().catch((fault) => {
      if (response.ok) throw fault;
      return undefined;
    });
    const retryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'));
    return { result: { kind: 'answer', status: response.status, retryAfterSeconds }, body };
  } catch {
    return { result: { kind: 'unreachable' }, body: undefined };
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', leave);
  }
}

async function sendUntilAnswered(request: Request): Promise<Sent & { tries: number }> {
  for (let tries = 1; ; tries += 1) {
    const sent = await sendOnce(request);
    const decision = decideRetry(sent.result, tries, request.maxTries ?? REQUEST_TRIES, Math.random());
    if (decision.kind !== 'retry' || request.signal?.aborted === true) {
      if (tries > 1) request.onTrouble?.(decision.kind !== 'use');
      return { ...sent, tries };
    }
    request.onTrouble?.(true);
    await waitUntilOnlineOr(decision.delayMs);
  }
}

async function call<T>(request: Request, parse: (body: unknown) => T): Promise<ApiAnswer<T>> {
  return toAnswer(await sendUntilAnswered(request), parse);
}

function toAnswer<T>({ result, body }: Sent, parse: (body: unknown) => T): ApiAnswer<T> {
  if (result.kind === 'unreachable') return { kind: 'failed', cause: 'unreachable' };
  if (result.status === 429 || result.status >= 500) return { kind: 'failed', cause: 'server' };
  if (result.status >= 400) return { kind: 'refused', status: result.status, code: parseErrorCode(body) };
  try {
    return { kind: 'ok', value: parse(body) };
  } catch {
    return { kind: 'failed', cause: 'server' };
  }
}

function json(value: unknown): Pick<Request, 'body' | 'headers'> {
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

const readSession = () => call({ method: 'GET', path: sessionPath }, parseSessionView);

async function openSession(entry: Entry): Promise<ApiAnswer<SessionView>> {
  if (entry.kind === 'session') return readSession();
  const { code, embedder } = entry;
  const sent = await sendUntilAnswered({ method: 'POST', path: sessionPath, ...json({ code, embedder }) });
  const answer = toAnswer(sent, parseSessionView);
  // An earlier try may have opened the session with only its answer lost: then the cookie is here and the code is used up.
  const mayBeOpen = sent.tries > 1 && embedder === undefined;
  return answer.kind === 'refused' && mayBeOpen ? readSession() : answer;
}

/** The wire over the browser's fetch, to the page's own origin. */
export const pageApi: PageApi = {
  openSession,
  readSession,
  sendConsent: (request) =>
    call({ method: 'PUT', path: `${sessionPath}/consent`, ...json(request) }, parseSessionView),
  stateIdentity: (request) =>
    call({ method: 'PUT', path: `${sessionPath}/identity`, ...json(request) }, parseSessionView),
  startAttempt: (request) =>
    call({ method: 'POST', path: `${sessionPath}/attempts`, ...json(request) }, parseAttemptView),
  sendFrame: (frame, onTrouble) =>
    call(
      {
        method: 'PUT',
        path: `${sessionPath}/attempts/${encodeURIComponent(frame.attemptId)}/frames/${frame.position}`,
        body: frame.jpeg,
        headers: { 'content-type': 'image/jpeg', 'x-captured-at-ms': String(frame.capturedAtMs) },
        maxTries: FRAME_TRIES,
        signal: frame.signal,
        onTrouble,
      },
      parseFrameAnswer,
    ),
};
