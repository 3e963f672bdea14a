import {
  AttemptView,
  ConsentRequest,
  ErrorResponse,
  FrameAnswer,
  MAX_FRAME_BYTES,
  OpenSessionRequest,
  SessionView,
  StartAttemptRequest,
  StateIdentityRequest,
} from '@titular/contract';
import { isId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import type { PublicRoute, Route, RouteRequest } from '../http/route.ts';
import { type OpenSessionDeps, openSession, readSession } from './open-session.ts';
import type { PageFiles } from './page-files.ts';
import { readSessionCookie, sessionCookie } from './session-cookie.ts';
import type { CaptureSession } from './session-store.ts';
import { startAttempt } from './start-attempt.ts';
import { type SubmitDeps, submitFrame } from './submit-frame.ts';
import { answerConsent, stateIdentity, viewSession } from './view-session.ts';

/** What the page's operations need. */
export type CaptureDeps = OpenSessionDeps & SubmitDeps & { publicUrl: string; pageFiles: PageFiles };

const SESSION_REFUSALS = { 400: ErrorResponse, 403: ErrorResponse, 500: ErrorResponse };
const ATTEMPT = '/capture/session/attempts';

/** State-changing calls must come from the page itself: browsers say so, and a foreign page cannot fake it (Fetch Metadata). */
function refuseForeignPage(headers: RouteRequest['headers']): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw new Refusal('40310', 'The call does not come from the page.');
}

type SessionHandler = (session: CaptureSession, request: RouteRequest) => Promise<object>;

const withSession =
  (deps: CaptureDeps, handle: SessionHandler): PublicRoute['handle'] =>
  async (request) => {
    refuseForeignPage(request.headers);
    const session = await readSession(deps, readSessionCookie(deps.publicUrl, request.headers['cookie']));
    return { status: 200, body: await handle(session, request) };
  };

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

const pathId = (text: string | undefined): string => {
  if (!text || !isId(text)) throw new Refusal('40411');
  return text;
};

const page = (deps: CaptureDeps): PublicRoute[] => [
  ...['/c/:code', '/capture/'].map(
    (path, index): PublicRoute => ({
      operationId: index === 0 ? 'openLink' : 'openPage',
      summary:
        index === 0
          ? "The page at a transaction's link; opening it does not use the link up"
          : 'The page itself',
      method: 'GET',
      path,
      access: 'public',
      bodyKind: 'none',
      responses: { 200: 'text' },
      handle: async () => deps.pageFiles.document,
    }),
  ),
  {
    operationId: 'readPageAsset',
    summary: 'A script, style or picture of the page',
    method: 'GET',
    path: '/capture/assets/:name',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: 'binary', 404: ErrorResponse },
    handle: async ({ params }) => {
      const asset = deps.pageFiles.assets.get(params['name'] ?? '');
      if (!asset) throw new Refusal('40400');
      return asset;
    },
  },
];

const session = (deps: CaptureDeps): PublicRoute[] => [
  {
    operationId: 'openSession',
    summary: 'Exchange the one-time code or the SDK token for a page session',
    method: 'POST',
    path: '/capture/session',
    access: 'public',
    bodyKind: 'json',
    bodySchema: OpenSessionRequest,
    responses: { 200: SessionView, ...SESSION_REFUSALS },
    handle: async ({ body, headers }) => {
      refuseForeignPage(headers);
      const cookie = readSessionCookie(deps.publicUrl, headers['cookie']);
      const opened = await openSession(deps, body as OpenSessionRequest, cookie);
      const view = await viewSession(deps, opened.session);
      if (!opened.secret) return { status: 200, body: view };
      const setCookie = sessionCookie(deps.publicUrl, opened.secret, deps.sessionLifetimeSeconds);
      return { status: 200, body: view, headers: { 'set-cookie': setCookie } };
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
    handle: withSession(deps, (found) => viewSession(deps, found)),
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
    handle: withSession(deps, (found, { body }) => answerConsent(deps, found, body as ConsentRequest)),
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
    handle: withSession(deps, (found, { body }) => stateIdentity(deps, found, body as StateIdentityRequest)),
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
    responses: { 200: AttemptView, ...SESSION_REFUSALS },
    handle: withSession(deps, (found, { body, headers }) =>
      startAttempt(deps, found, {
        ...(body as StartAttemptRequest),
        isFromPage: headers['sec-fetch-site'] !== undefined,
      }),
    ),
  },
  {
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
    ],
    handle: withSession(deps, (found, { params, body, headers }) =>
      submitFrame(deps, found, {
        attemptId: pathId(params['attempt_id']),
        position: pathNumber(params['position']),
        capturedAtMs: readCapturedAt(headers),
        image: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      }),
    ),
  },
];

/** The hosted page and the calls it makes; its cookie is the authority, never an access token. */
export const captureRoutes = (deps: CaptureDeps): Route[] => [
  ...page(deps),
  ...session(deps),
  ...attempts(deps),
];
