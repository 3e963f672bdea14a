import type { LateLink } from '@titular/contract/late-links';
import type {
  AttemptView,
  ConsentRequest,
  FrameAnswer,
  SessionView,
  StartAttemptRequest,
  StateIdentityRequest,
} from '@titular/contract/page';
import { CAMERA_ANSWER_HEADER } from '@titular/contract/page';
import type { PageEventsCounted, ReportPageEventsRequest } from '@titular/contract/page-events';
import type { HandOverLink, HandOverPurpose, HandOverRequest, Objection } from '@titular/contract/page-links';
import { sessionHeaders, storeSessionSecret } from '../embedding/session-secret.ts';
import type { Entry } from '../entry.ts';
import { namePageLoad } from '../flow/page-load.ts';
import { ownPage } from './own-page.ts';
import {
  parseAttemptView,
  parseErrorCode,
  parseEventsCounted,
  parseFrameAnswer,
  parseHandOverLink,
  parseLateLink,
  parseSessionView,
} from './parse-responses.ts';
import { decideRetry, FRAME_TRIES, parseRetryAfter, REQUEST_TRIES, type TryResult } from './retry.ts';
import { upload, type WireAnswer } from './upload.ts';
import { waitUntilOnlineOr } from './wait.ts';

/** What came of a request after all tries: a value, a refusal (400, 403, 404), or a failure that may pass. `reference` is the id of the request, as the log has it. */
export type ApiAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; status: number; code: string; reference?: string | undefined }
  | { kind: 'failed'; cause: 'unreachable' | 'server'; reference?: string | undefined };

/** The page's half of the wire. */
export interface PageApi {
  openSession(entry: Entry): Promise<ApiAnswer<SessionView>>;
  readSession(): Promise<ApiAnswer<SessionView>>;
  sendConsent(request: ConsentRequest): Promise<ApiAnswer<SessionView>>;
  stateIdentity(request: StateIdentityRequest): Promise<ApiAnswer<SessionView>>;
  raiseObjection(objection: Objection): Promise<ApiAnswer<SessionView>>;
  /** Makes a link to pass on; after a try whose answer was lost the link of that try has ended. */
  createHandOver(purpose: HandOverPurpose): Promise<ApiAnswer<HandOverLink>>;
  /** Makes a link for a code that the person did not ask for. */
  suggestPhone(): Promise<ApiAnswer<HandOverLink>>;
  /** Goes on after the time of the link or the session ran out (40311). */
  renewSession(entry: Entry): Promise<ApiAnswer<SessionView>>;
  /** Asks why a link or a session was not taken. */
  readLateLink(entry: Entry): Promise<ApiAnswer<LateLink>>;
  /** Lets the company know that a new link is wanted. */
  requestLink(entry: Entry): Promise<ApiAnswer<LateLink>>;
  /** Keeps the wish to have the data deleted. */
  requestErasure(): Promise<ApiAnswer<SessionView>>;
  /** Takes more time until the next attempt, within the server's bound. */
  prolongRetry(): Promise<ApiAnswer<SessionView>>;
  startAttempt(request: StartAttemptRequest): Promise<ApiAnswer<AttemptView>>;
  /** Sends one frame, the same again on trouble. */
  sendFrame(frame: FrameRequest, watch: FrameWatch): Promise<ApiAnswer<FrameAnswer>>;
  /** Sends once, also while the page is being left. */
  reportEvents(request: ReportPageEventsRequest): Promise<ApiAnswer<PageEventsCounted>>;
}

/** Who hears how a frame gets on. */
interface FrameWatch {
  /** True when a try failed, false when one got through after that. */
  onTrouble(troubled: boolean): void;
  /** How much of it has left, from 0 to 1. */
  onProgress(share: number): void;
}

/**
 * One frame of an attempt. `capturedAtMs` are milliseconds since 1970 by the device's clock at page load, counted
 * evenly since. They may be wrong by hours, but never go backwards within an attempt, even over a reload. Only
 * differences mean something.
 */
interface FrameRequest {
  attemptId: string;
  position: number;
  capturedAtMs: number;
  /** What came of a camera request, as the header says it. */
  cameraAnswer: string | undefined;
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
  onProgress?: (share: number) => void;
  /** Arrives even when the page is gone by then. */
  keepalive?: boolean;
}

type Sent = { result: TryResult; body: unknown; reference: string | undefined };

const requestTimeoutMs = 20_000;
const sessionPath = '/capture/session';

const storeShown = (body: unknown): SessionView => ownPage.note(parseSessionView(body));

async function transmit(request: Request, signal: AbortSignal): Promise<WireAnswer> {
  const { method, path, onProgress, keepalive = false } = request;
  const headers = {
    accept: 'application/json',
    ...ownPage.headers(),
    ...sessionHeaders(),
    ...request.headers,
  };
  const body = request.body ?? null;
  if (onProgress !== undefined) return upload({ method, path, headers, body, signal, onProgress });
  const response = await fetch(path, {
    method,
    body,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    keepalive,
    signal,
  });
  storeSessionSecret(response.headers);
  const { ok, status } = response;
  const [retryAfter, requestId] = ['retry-after', 'x-request-id'].map((name) => response.headers.get(name));
  return {
    ok,
    status,
    retryAfter: retryAfter ?? null,
    requestId: requestId ?? null,
    json: () => response.json(),
  };
}

// What stands before the service may answer without JSON; only of a success it has to be there.
async function readBody({ ok, json }: WireAnswer): Promise<unknown> {
  try {
    return await json();
  } catch (fault) {
    if (ok) throw fault;
    return undefined;
  }
}

async function sendOnce(request: Request): Promise<Sent> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), requestTimeoutMs);
  const leave = () => timeout.abort();
  request.signal?.addEventListener('abort', leave);
  try {
    const response = await transmit(request, timeout.signal);
    const body = await readBody(response);
    const retryAfterSeconds = parseRetryAfter(response.retryAfter);
    const reference = response.requestId ?? undefined;
    return { result: { kind: 'answer', status: response.status, retryAfterSeconds }, body, reference };
  } catch {
    return { result: { kind: 'unreachable' }, body: undefined, reference: undefined };
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

function toAnswer<T>({ result, body, reference }: Sent, parse: (body: unknown) => T): ApiAnswer<T> {
  if (result.kind === 'unreachable') return { kind: 'failed', cause: 'unreachable' };
  if (result.status === 429 || result.status >= 500) return { kind: 'failed', cause: 'server', reference };
  if (result.status >= 400)
    return { kind: 'refused', status: result.status, code: parseErrorCode(body), reference };
  try {
    return { kind: 'ok', value: parse(body) };
  } catch {
    return { kind: 'failed', cause: 'server', reference };
  }
}

function json(value: unknown): Pick<Request, 'body' | 'headers'> {
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

const readSession = () => call({ method: 'GET', path: sessionPath }, storeShown);

async function openSession(entry: Entry): Promise<ApiAnswer<SessionView>> {
  if (entry.kind === 'session') return ownPage.read(readSession);
  const { code, embedder } = entry;
  const pageLoad = entry.pageLoad ?? namePageLoad(embedder !== undefined);
  const sent = await sendUntilAnswered({
    method: 'POST',
    path: sessionPath,
    ...json({ code, embedder, pageLoad }),
  });
  const answer = toAnswer(sent, storeShown);
  // An earlier try may have opened the session with only its answer lost: then the cookie is here and the code is used up.
  const mayBeOpen = sent.tries > 1 && embedder === undefined;
  return answer.kind === 'refused' && mayBeOpen ? readInstead(answer) : answer;
}

async function readInstead(refusal: ApiAnswer<SessionView>): Promise<ApiAnswer<SessionView>> {
  const read = await readSession();
  return read.kind === 'refused' ? refusal : read;
}

const codeOf = (entry: Entry): { code?: string } => (entry.kind === 'code' ? { code: entry.code } : {});

const lateLinkPath = `${sessionPath}/late-link`;
const askLateLink = (path: string, entry: Entry): Promise<ApiAnswer<LateLink>> =>
  call({ method: 'POST', path, ...json(codeOf(entry)) }, parseLateLink);

async function renewSession(entry: Entry): Promise<ApiAnswer<SessionView>> {
  const body = codeOf(entry);
  const sent = await sendUntilAnswered({ method: 'POST', path: `${sessionPath}/renewal`, ...json(body) });
  const answer = toAnswer(sent, storeShown);
  return answer.kind === 'refused' && sent.tries > 1 ? readInstead(answer) : answer;
}

const createLink = (request: HandOverRequest) =>
  call({ method: 'POST', path: `${sessionPath}/links`, ...json(request) }, parseHandOverLink);

/** The wire over the browser's fetch, to the page's own origin. */
export const pageApi: PageApi = {
  openSession,
  readSession,
  renewSession,
  sendConsent: (request) =>
    call({ method: 'PUT', path: `${sessionPath}/consent`, ...json(request) }, storeShown),
  stateIdentity: (request) =>
    call({ method: 'PUT', path: `${sessionPath}/identity`, ...json(request) }, storeShown),
  raiseObjection: (objection) =>
    call({ method: 'POST', path: `${sessionPath}/objection`, ...json({ objection }) }, storeShown),
  createHandOver: (purpose) => createLink({ purpose }),
  suggestPhone: () => createLink({ purpose: 'phone', isSuggested: true }),
  prolongRetry: () => call({ method: 'POST', path: `${sessionPath}/retry` }, storeShown),
  readLateLink: (entry) => askLateLink(lateLinkPath, entry),
  requestLink: (entry) => askLateLink(`${lateLinkPath}/request`, entry),
  requestErasure: () =>
    call({ method: 'POST', path: `${sessionPath}/erasure`, ...json({ confirmed: true }) }, storeShown),
  startAttempt: (request) =>
    call({ method: 'POST', path: `${sessionPath}/attempts`, ...json(request) }, parseAttemptView),
  sendFrame: (frame, { onTrouble, onProgress }) =>
    call(
      {
        method: 'PUT',
        path: `${sessionPath}/attempts/${encodeURIComponent(frame.attemptId)}/frames/${frame.position}`,
        body: frame.jpeg,
        headers: {
          'content-type': 'image/jpeg',
          'x-captured-at-ms': String(frame.capturedAtMs),
          ...(frame.cameraAnswer === undefined ? {} : { [CAMERA_ANSWER_HEADER]: frame.cameraAnswer }),
        },
        maxTries: FRAME_TRIES,
        signal: frame.signal,
        onTrouble,
        onProgress,
      },
      parseFrameAnswer,
    ),
  reportEvents: (request) =>
    call(
      { method: 'POST', path: `${sessionPath}/events`, maxTries: 1, keepalive: true, ...json(request) },
      parseEventsCounted,
    ),
};
