import {
  AttemptView,
  CAMERA_ANSWER_HEADER,
  CAMERA_ANSWER_PATTERN,
  ConsentRequest,
  ErrorResponse,
  FrameAnswer,
  HandOverLink,
  HandOverRequest,
  MAX_FRAME_BYTES,
  ObjectionRequest,
  OpenSessionRequest,
  PAGE_HEADER,
  RenewSessionRequest,
  SESSION_HEADER,
  SessionView,
  StartAttemptRequest,
  StateIdentityRequest,
} from '@titular/contract';
import { isId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { PublicRoute, RequestHead, Route, RouteRequest } from '../../kernel/http/route.ts';
import {
  createFrameCounter,
  createFrameSingleFlight,
  MAX_FRAMES_AT_ONCE,
  type MeasureOnce,
} from '../attempts/frames-under-way.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { type SubmitDeps, submitFrame } from '../attempts/submit-frame.ts';
import type { GuardOpening } from '../links/guard-openings.ts';
import { createHandOver, type HandOverDeps, raiseObjection } from '../links/hand-over.ts';
import { RENEWAL_SECONDS } from '../subjects/may-renew.ts';
import type { Credentials } from './held-sessions.ts';
import { type OpenedSession, type OpenSessionDeps, openSession, readSession } from './open-session.ts';
import { renewSession } from './renew-session.ts';
import { isSessionSecret, readSessionCookie, sessionCookie } from './session-cookie.ts';
import type { CaptureSession } from './session-store.ts';
import { answerConsent, stateIdentity, viewSession } from './view-session.ts';

/** What the page's operations need. */
export type CaptureDeps = OpenSessionDeps & SubmitDeps & HandOverDeps & { guardOpening: GuardOpening };

const SESSION_REFUSALS = { 400: ErrorResponse, 403: ErrorResponse, 500: ErrorResponse };
const OPENING_REFUSALS = { ...SESSION_REFUSALS, 429: ErrorResponse };
const ATTEMPT = '/capture/session/attempts';

/** State-changing calls must come from the page itself: browsers say so, and a foreign page cannot fake it (Fetch Metadata). */
function refuseForeignPage(headers: RouteRequest['headers']): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw new Refusal('40310', 'The call does not come from the page.');
}

/** A page in a frame sends its secret in the header, and a cookie that the browser adds then counts for nothing. */
function readCredentials(deps: CaptureDeps, headers: RouteRequest['headers']): Credentials {
  const given = headers[SESSION_HEADER];
  if (given === undefined) return readCookie(deps, headers);
  return { secrets: typeof given === 'string' && isSessionSecret(given) ? [given] : [], isEmbedded: true };
}

/** What the cookie alone shows, for calls that begin a page. */
const readCookie = (deps: CaptureDeps, headers: RouteRequest['headers']): Credentials => ({
  secrets: readSessionCookie(deps.publicUrl, headers['cookie']),
  isEmbedded: false,
});

const pageIdOf = (headers: RouteRequest['headers']): string | undefined => {
  const given = headers[PAGE_HEADER];
  return typeof given === 'string' ? given : undefined;
};

/** Gives the secrets that the browser is to keep: in a cookie that scripts cannot read, or in a frame, where browsers keep none, in the header. */
function giveSecrets(deps: CaptureDeps, { session, secrets }: OpenedSession): Record<string, string> {
  if (session.embedder !== undefined) return { [SESSION_HEADER]: secrets[0] ?? '' };
  // A browser that comes too late shows by the cookie that it had the page; the session itself ends by the server's clock.
  const lifetimeSeconds = deps.sessionLifetimeSeconds + RENEWAL_SECONDS;
  return { 'set-cookie': sessionCookie(deps.publicUrl, secrets, lifetimeSeconds) };
}

type SessionHandler = (session: CaptureSession, request: RouteRequest) => Promise<object>;

/** The page session that a request's head shows, if it comes from the page itself. */
function sessionOf(deps: CaptureDeps, { headers }: RequestHead): Promise<CaptureSession> {
  refuseForeignPage(headers);
  return readSession(deps, readCredentials(deps, headers), pageIdOf(headers));
}

/**
 * For who holds a page session, and calls from the page itself: anybody else is refused with 40310 before the body is read. It is asked
 * again afterwards, as a body may take seconds to come and a session may end meanwhile.
 */
export const withSession = (
  deps: CaptureDeps,
  handle: SessionHandler,
  enter?: (session: CaptureSession) => () => void,
): Required<Pick<PublicRoute, 'admit' | 'handle'>> => ({
  admit: async (head) => {
    const session = await sessionOf(deps, head);
    return enter?.(session);
  },
  handle: async (request) => ({ status: 200, body: await handle(await sessionOf(deps, request), request) }),
});

const pathNumber = (text: string | undefined): number => {
  if (!text || !/^(0|[1-9][0-9]{0,5})$/.test(text))
    throw new Refusal('40062', 'The position of a frame is a number.');
  return Number(text);
};

const CAPTURED_AT = 'x-captured-at-ms';

const readCapturedAt = (headers: RouteRequest['headers']): number | undefined => {
  const text = headers[CAPTURED_AT];
  return typeof text === 'string' && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
};

const textOf = (header: unknown): string | undefined => (typeof header === 'string' ? header : undefined);

const pathId = (text: string | undefined): string => {
  if (!text || !isId(text)) throw new Refusal('40411');
  return text;
};

const session = (deps: CaptureDeps): PublicRoute[] => [
  {
    operationId: 'openSession',
    summary: 'Exchange a one-time code for a page session',
    method: 'POST',
    path: '/capture/session',
    access: 'public',
    bodyKind: 'json',
    bodySchema: OpenSessionRequest,
    responses: { 200: SessionView, ...OPENING_REFUSALS },
    handle: async ({ body, headers, sourceAddress }) => {
      refuseForeignPage(headers);
      const opened = await deps.guardOpening(sourceAddress, () =>
        openSession(deps, body as OpenSessionRequest, readCookie(deps, headers)),
      );
      const view = await viewSession(deps, opened.session);
      return { status: 200, body: view, headers: giveSecrets(deps, opened) };
    },
  },
  {
    operationId: 'renewSession',
    summary: 'Go on after the link or the page session has run out of time',
    method: 'POST',
    path: '/capture/session/renewal',
    access: 'public',
    bodyKind: 'json',
    bodySchema: RenewSessionRequest,
    responses: { 200: SessionView, ...OPENING_REFUSALS },
    handle: async ({ body, headers, sourceAddress }) => {
      refuseForeignPage(headers);
      const credentials = readCookie(deps, headers);
      const opened = await deps.guardOpening(sourceAddress, () =>
        renewSession(deps, body as RenewSessionRequest, credentials, pageIdOf(headers)),
      );
      const view = await viewSession(deps, opened.session);
      return { status: 200, body: view, headers: giveSecrets(deps, opened) };
    },
  },
  {
    operationId: 'readSession',
    summary: 'What the page may know now',
    method: 'GET',
    path: '/capture/session',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: SessionView, 403: ErrorResponse, 500: ErrorResponse },
    ...withSession(deps, (found) => viewSession(deps, found)),
  },
  {
    operationId: 'answerConsent',
    summary: "Keep the person's answer to the consent text",
    method: 'PUT',
    path: '/capture/session/consent',
    access: 'public',
    bodyKind: 'json',
    bodySchema: ConsentRequest,
    responses: { 200: SessionView, ...SESSION_REFUSALS },
    ...withSession(deps, (found, { body }) => answerConsent(deps, found, body as ConsentRequest)),
  },
  {
    operationId: 'stateIdentity',
    summary: "Say that the card is the person's under another identity",
    method: 'PUT',
    path: '/capture/session/identity',
    access: 'public',
    bodyKind: 'json',
    bodySchema: StateIdentityRequest,
    responses: { 200: SessionView, ...SESSION_REFUSALS },
    ...withSession(deps, (found, { body }) => stateIdentity(deps, found, body as StateIdentityRequest)),
  },
];

const otherWays = (deps: CaptureDeps): PublicRoute[] => [
  {
    operationId: 'raiseObjection',
    summary: 'Say why there will be no selfie, which ends the transaction',
    method: 'POST',
    path: '/capture/session/objection',
    access: 'public',
    bodyKind: 'json',
    bodySchema: ObjectionRequest,
    responses: { 200: SessionView, ...SESSION_REFUSALS },
    ...withSession(deps, (found, { body }) =>
      raiseObjection(deps, found, (body as ObjectionRequest).objection),
    ),
  },
  {
    operationId: 'createHandOver',
    summary: 'Make a link to pass on to the cardholder or to a phone',
    method: 'POST',
    path: '/capture/session/links',
    access: 'public',
    bodyKind: 'json',
    bodySchema: HandOverRequest,
    responses: { 200: HandOverLink, ...SESSION_REFUSALS },
    ...withSession(deps, (found, { body }) => createHandOver(deps, found, (body as HandOverRequest).purpose)),
  },
];

const attempts = (deps: CaptureDeps): PublicRoute[] => [
  {
    operationId: 'startAttempt',
    summary: 'Draw a challenge, or go on with the one left a moment ago',
    method: 'POST',
    path: ATTEMPT,
    access: 'public',
    bodyKind: 'json',
    bodySchema: StartAttemptRequest,
    responses: { 200: AttemptView, ...OPENING_REFUSALS },
    ...withSession(deps, (found, { body, headers }) =>
      startAttempt(deps, found, {
        ...(body as StartAttemptRequest),
        isFromPage: headers['sec-fetch-site'] !== undefined,
      }),
    ),
  },
  submitFrameRoute(deps, createFrameSingleFlight(), createFrameCounter(MAX_FRAMES_AT_ONCE)),
];

const submitFrameRoute = (
  deps: CaptureDeps,
  measureOnce: MeasureOnce,
  countFrame: ReturnType<typeof createFrameCounter>,
): PublicRoute => ({
  operationId: 'submitFrame',
  summary: 'Send the next frame of an attempt',
  method: 'PUT',
  path: `${ATTEMPT}/:attempt_id/frames/:position`,
  access: 'public',
  bodyKind: 'jpeg',
  bodyLimitBytes: MAX_FRAME_BYTES,
  responses: { 200: FrameAnswer, ...SESSION_REFUSALS, 404: ErrorResponse, 429: ErrorResponse },
  headerParameters: [
    {
      name: CAPTURED_AT,
      description: 'When the frame was taken, in milliseconds of a clock that goes on evenly.',
      pattern: '^[0-9]{1,15}$',
    },
    {
      name: CAMERA_ANSWER_HEADER,
      description:
        'What came of a `cameraRequest`: its id, the outcome, the delay in milliseconds, what the settings claim and what the page saw.',
      pattern: CAMERA_ANSWER_PATTERN,
    },
  ],
  ...withSession(
    deps,
    (found, { params, body, headers }) => {
      const attemptId = pathId(params['attempt_id']);
      const position = pathNumber(params['position']);
      return measureOnce(`${found.sessionId} ${attemptId}`, position, () =>
        submitFrame(deps, found, {
          attemptId,
          position,
          capturedAtMs: readCapturedAt(headers),
          cameraAnswer: textOf(headers[CAMERA_ANSWER_HEADER]),
          image: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        }),
      );
    },
    ({ sessionId }) => countFrame(sessionId),
  ),
});

/** The calls that the hosted page makes; its session is the authority, never an access token. */
export const captureRoutes = (deps: CaptureDeps): Route[] => [
  ...session(deps),
  ...otherWays(deps),
  ...attempts(deps),
];
