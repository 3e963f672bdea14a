import {
  AttemptView,
  CAMERA_ANSWER_HEADER,
  CAMERA_ANSWER_PATTERN,
  ConsentRequest,
  ErasureConfirmation,
  ErrorResponse,
  FrameAnswer,
  HandOverLink,
  HandOverRequest,
  MAX_FRAME_BYTES,
  ObjectionRequest,
  OpenSessionRequest,
  RenewSessionRequest,
  SESSION_HEADER,
  SessionView,
  StartAttemptRequest,
  StateIdentityRequest,
} from '@titular/contract';
import { type AttemptId, isId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { defineRoute, type PublicRoute, type Route, type RouteRequest } from '../../kernel/http/route.ts';
import {
  createFrameCounter,
  createFrameSingleFlight,
  MAX_FRAMES_AT_ONCE,
  type MeasureOnce,
} from '../attempts/frames-under-way.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitFrame } from '../attempts/submit-frame.ts';
import { readDeviceCookie } from '../devices/device-cookie.ts';
import { deleteDevice, giveDevice } from '../devices/give-device.ts';
import { createHandOver, raiseObjection } from '../links/hand-over.ts';
import { RENEWAL_SECONDS } from '../subjects/may-renew.ts';
import { prolongRetry } from '../subjects/prolong-retry.ts';
import { answerConsent } from './answer-consent.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { renewSession } from './renew-session.ts';
import { requestErasure } from './request-erasure.ts';
import { sessionCookie } from './session-cookie.ts';
import {
  type CaptureDeps,
  defineSessionRoute,
  pageIdOf,
  readCookie,
  refuseForeignPage,
} from './session-route.ts';
import { stateIdentity, viewSession } from './view-session.ts';

const SESSION_REFUSALS = { 400: ErrorResponse, 403: ErrorResponse, 500: ErrorResponse };
const OPENING_REFUSALS = { ...SESSION_REFUSALS, 429: ErrorResponse };
const ATTEMPT = '/capture/session/attempts';

/** Gives the secrets that the browser is to keep: in a cookie that scripts cannot read, or in a frame, where browsers keep none, in the header. */
function giveSecrets(deps: CaptureDeps, { session, secrets }: OpenedSession): Record<string, string> {
  if (session.embedder !== undefined) return { [SESSION_HEADER]: secrets[0] ?? '' };
  // A browser that comes too late shows by the cookie that it had the page; the session itself ends by the server's clock.
  const lifetimeSeconds = deps.sessionLifetimeSeconds + RENEWAL_SECONDS;
  return { 'set-cookie': sessionCookie(deps.publicUrl, secrets, lifetimeSeconds) };
}

const pathNumber = (text: string): number => {
  if (!/^(0|[1-9][0-9]{0,5})$/.test(text)) throw new Refusal('40062', 'The position of a frame is a number.');
  return Number(text);
};

const CAPTURED_AT = 'x-captured-at-ms';

const readCapturedAt = (headers: RouteRequest['headers']): number | undefined => {
  const text = headers[CAPTURED_AT];
  return typeof text === 'string' && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
};

const textOf = (header: unknown): string | undefined => (typeof header === 'string' ? header : undefined);

const pathId = (text: string): AttemptId => {
  if (!isId(text)) throw new Refusal('40411');
  return text;
};

const opening = (deps: CaptureDeps): PublicRoute[] => [
  defineRoute({
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
        openSession(deps, body, readCookie(deps, headers)),
      );
      const view = await viewSession(deps, opened.session, opened.isNew && 'open');
      return { status: 200, body: view, headers: giveSecrets(deps, opened) };
    },
  }),
  defineRoute({
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
        renewSession(deps, body, credentials, pageIdOf(headers)),
      );
      const view = await viewSession(deps, opened.session);
      return { status: 200, body: view, headers: giveSecrets(deps, opened) };
    },
  }),
];

const session = (deps: CaptureDeps): PublicRoute[] => [
  defineSessionRoute(
    deps,
    {
      operationId: 'readSession',
      isFrequent: true,
      summary: 'What the page may know now',
      method: 'GET',
      path: '/capture/session',
      bodyKind: 'none',
      responses: { 200: SessionView, 403: ErrorResponse, 500: ErrorResponse },
    },
    (found) => viewSession(deps, found),
  ),
  defineSessionRoute(
    deps,
    {
      operationId: 'answerConsent',
      summary: "Keep the person's answer to the consent text",
      method: 'PUT',
      path: '/capture/session/consent',
      bodyKind: 'json',
      bodySchema: ConsentRequest,
      responses: { 200: SessionView, ...SESSION_REFUSALS },
    },
    (found, { body }) => answerConsent(deps, found, body),
    ({ headers, body }, found, view) => giveDevice(deps.publicUrl, found, body, view, headers),
  ),
  defineSessionRoute(
    deps,
    {
      operationId: 'stateIdentity',
      summary: "Say that the card is the person's under another identity",
      method: 'PUT',
      path: '/capture/session/identity',
      bodyKind: 'json',
      bodySchema: StateIdentityRequest,
      responses: { 200: SessionView, ...SESSION_REFUSALS },
    },
    (found, { body }) => stateIdentity(deps, found, body),
  ),
];

const otherWays = (deps: CaptureDeps): PublicRoute[] => [
  defineSessionRoute(
    deps,
    {
      operationId: 'raiseObjection',
      summary: 'Say why there will be no selfie, which ends the transaction',
      method: 'POST',
      path: '/capture/session/objection',
      bodyKind: 'json',
      bodySchema: ObjectionRequest,
      responses: { 200: SessionView, ...SESSION_REFUSALS },
    },
    (found, { body }) => raiseObjection(deps, found, body.objection),
  ),
  defineSessionRoute(
    deps,
    {
      operationId: 'createHandOver',
      summary: 'Make a link to pass on to the cardholder or to a phone',
      method: 'POST',
      path: '/capture/session/links',
      bodyKind: 'json',
      bodySchema: HandOverRequest,
      responses: { 200: HandOverLink, ...SESSION_REFUSALS },
    },
    (found, { body }) => createHandOver(deps, found, body),
  ),
  defineSessionRoute(
    deps,
    {
      operationId: 'requestErasure',
      summary: 'Keep the wish of the person to have their data deleted',
      method: 'POST',
      path: '/capture/session/erasure',
      bodyKind: 'json',
      bodySchema: ErasureConfirmation,
      responses: { 200: SessionView, ...SESSION_REFUSALS },
    },
    (found) => requestErasure(deps, found),
    ({ headers }) => deleteDevice(deps.publicUrl, headers),
  ),
];

const attempts = (deps: CaptureDeps): PublicRoute[] => [
  defineSessionRoute(
    deps,
    {
      operationId: 'prolongRetry',
      summary: 'Take more time until the next attempt, after one that failed',
      method: 'POST',
      path: '/capture/session/retry',
      bodyKind: 'none',
      responses: { 200: SessionView, 403: ErrorResponse, 500: ErrorResponse },
    },
    async (found) => {
      await prolongRetry(deps, found);
      return viewSession(deps, found);
    },
  ),
  defineSessionRoute(
    deps,
    {
      operationId: 'startAttempt',
      summary: 'Draw a challenge, or go on with the one left a moment ago',
      method: 'POST',
      path: ATTEMPT,
      bodyKind: 'json',
      bodySchema: StartAttemptRequest,
      responses: { 200: AttemptView, ...OPENING_REFUSALS },
    },
    (found, { body, headers }) =>
      startAttempt(deps, found, {
        ...body,
        isFromPage: headers['sec-fetch-site'] !== undefined,
        device: readDeviceCookie(deps.publicUrl, headers['cookie']),
      }),
  ),
  submitFrameRoute(deps, createFrameSingleFlight(), createFrameCounter(MAX_FRAMES_AT_ONCE)),
];

const submitFrameRoute = (
  deps: CaptureDeps,
  measureOnce: MeasureOnce,
  countFrame: ReturnType<typeof createFrameCounter>,
): PublicRoute =>
  defineSessionRoute(
    deps,
    {
      operationId: 'submitFrame',
      isFrequent: true,
      summary: 'Send the next frame of an attempt',
      method: 'PUT',
      path: `${ATTEMPT}/:attempt_id/frames/:position`,
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
    },
    (found, { params, body, headers }) => {
      const attemptId = pathId(params.attempt_id);
      const position = pathNumber(params.position);
      return measureOnce(`${found.sessionId} ${attemptId}`, position, () =>
        submitFrame(deps, found, {
          attemptId,
          position,
          capturedAtMs: readCapturedAt(headers),
          cameraAnswer: textOf(headers[CAMERA_ANSWER_HEADER]),
          image: body,
        }),
      );
    },
    undefined,
    ({ sessionId }) => countFrame(sessionId),
  );

/** The calls that the hosted page makes; its session is the authority, never an access token. */
export const captureRoutes = (deps: CaptureDeps): Route[] => [
  ...opening(deps),
  ...session(deps),
  ...otherWays(deps),
  ...attempts(deps),
];
