import { PAGE_HEADER, SESSION_HEADER } from '@titular/contract';
import type { TSchema } from 'typebox';
import { Refusal } from '../../kernel/base/refusal.ts';
import {
  type BodyKind,
  defineRoute,
  type PublicRoute,
  type RequestHead,
  type RequestOf,
  type RouteRequest,
  type RowFacts,
} from '../../kernel/http/route.ts';
import { inSubjectTrace } from '../../traces/index.ts';
import type { SubmitDeps } from '../attempts/submit-frame.ts';
import type { GuardOpening } from '../links/guard-openings.ts';
import type { HandOverDeps } from '../links/hand-over.ts';
import type { Credentials } from './held-sessions.ts';
import { type OpenSessionDeps, readSession } from './open-session.ts';
import { isSessionSecret, readSessionCookie } from './session-cookie.ts';
import type { CaptureSession } from './session-store.ts';

/** What the page's operations need. */
export type CaptureDeps = OpenSessionDeps & SubmitDeps & HandOverDeps & { guardOpening: GuardOpening };

/** State-changing calls must come from the page itself: browsers say so, and a foreign page cannot fake it (Fetch Metadata). */
export function refuseForeignPage(headers: RouteRequest['headers']): void {
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
export const readCookie = (deps: CaptureDeps, headers: RouteRequest['headers']): Credentials => ({
  secrets: readSessionCookie(deps.publicUrl, headers['cookie']),
  isEmbedded: false,
});

/** The page that a call says it comes from. */
export const pageIdOf = (headers: RouteRequest['headers']): string | undefined => {
  const given = headers[PAGE_HEADER];
  return typeof given === 'string' ? given : undefined;
};

/** The page session that a request's head shows, if it comes from the page itself. */
function sessionOf(deps: CaptureDeps, { headers }: RequestHead): Promise<CaptureSession> {
  refuseForeignPage(headers);
  return readSession(deps, readCredentials(deps, headers), pageIdOf(headers));
}

/**
 * For who holds a page session, and calls from the page itself: anybody else is refused with 40310 before the body is read. It is asked
 * again afterwards, as a body may take seconds to come and a session may end meanwhile. `headersOf` gives headers of the response.
 */
export const defineSessionRoute = <
  const Path extends string,
  Kind extends BodyKind,
  Body extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Answer extends object = object,
>(
  deps: CaptureDeps,
  row: RowFacts<Path, Kind, Body, Query>,
  handle: (session: CaptureSession, request: RequestOf<Path, Kind, Body, Query>) => Promise<Answer>,
  headersOf?: (
    request: RequestOf<Path, Kind, Body, Query>,
    session: CaptureSession,
    answer: Answer,
  ) => Record<string, string>,
  enter?: (session: CaptureSession) => () => void,
): PublicRoute =>
  defineRoute({
    ...row,
    access: 'public',
    admit: async (head) => {
      const session = await sessionOf(deps, head);
      return enter?.(session);
    },
    handle: async (request) => {
      const session = await sessionOf(deps, request);
      const { tenantId, subject } = session;
      const body = await inSubjectTrace(
        deps.db,
        { tenantId, subjectId: subject.id },
        { name: row.operationId },
        () => handle(session, request),
      );
      return { status: 200, body, headers: headersOf?.(request, session, body) ?? {} };
    },
  });
