import { ErrorResponse, LateLink, LateLinkRequest } from '@titular/contract';
import { defineRoute, type PublicRoute } from '../../kernel/http/route.ts';
import { type CaptureDeps, pageIdOf, readCookie, refuseForeignPage } from '../sessions/session-route.ts';
import { type LateLinkCall, type LateLinkDeps, requestNewLink, viewLateLink } from './late-link.ts';

const REFUSALS = { 400: ErrorResponse, 403: ErrorResponse, 429: ErrorResponse, 500: ErrorResponse };

const lateLinkRoute = (
  deps: CaptureDeps,
  row: { operationId: string; summary: string; path: string },
  answer: (deps: LateLinkDeps, call: LateLinkCall) => Promise<LateLink>,
): PublicRoute =>
  defineRoute({
    ...row,
    method: 'POST',
    access: 'public',
    bodyKind: 'json',
    bodySchema: LateLinkRequest,
    responses: { 200: LateLink, ...REFUSALS },
    handle: async ({ body, headers, sourceAddress }) => {
      refuseForeignPage(headers);
      const call = { request: body, credentials: readCookie(deps, headers), pageId: pageIdOf(headers) };
      return { status: 200, body: await deps.guardOpening(sourceAddress, () => answer(deps, call)) };
    },
  });

/** What the page asks about a link that did not open. Whoever guesses codes is slowed as at an opening. */
export const lateLinkRoutes = (deps: CaptureDeps): PublicRoute[] => [
  lateLinkRoute(
    deps,
    {
      operationId: 'readLateLink',
      summary: 'Why a link does not open, and who gave it',
      path: '/capture/session/late-link',
    },
    viewLateLink,
  ),
  lateLinkRoute(
    deps,
    {
      operationId: 'requestNewLink',
      summary: 'Tell the company that a new link is wanted',
      path: '/capture/session/late-link/request',
    },
    requestNewLink,
  ),
];
