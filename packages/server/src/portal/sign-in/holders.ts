import { digest, newSecret } from '../../kernel/base/secret.ts';
import {
  CEREMONY_PREFIX,
  ceremonyCookie,
  readCeremonyCookie,
  readVisitCookie,
  VISIT_PREFIX,
  visitCookie,
} from '../../kernel/http/portal/portal-cookie.ts';
import type { RouteRequest } from '../../kernel/http/route.ts';

type Headers = RouteRequest['headers'];

/** What binds a ceremony to the session in which it is done. */
export const holderOfSession = (sessionId: string): Buffer => digest(`session ${sessionId}`);

const hashOf = (secret: string): Buffer => digest(`browser ${secret}`);
const NO_HOLDER = Buffer.alloc(0);

/** What binds a ceremony to the browser that began it; of one that began none, no ceremony is found. */
export function holderOfBrowser(portalUrl: string, headers: Headers): Buffer {
  const secret = readCeremonyCookie(portalUrl, headers['cookie']);
  return secret === undefined ? NO_HOLDER : hashOf(secret);
}

/** A new holder for a browser, with the cookie that makes it one. */
export function newHolder(portalUrl: string): { holderHash: Buffer; headers: Record<string, string> } {
  const secret = newSecret(CEREMONY_PREFIX);
  return { holderHash: hashOf(secret), headers: { 'set-cookie': ceremonyCookie(portalUrl, secret) } };
}

/** What binds a visit to the identity provider to its browser; of one that began none, no visit is found. */
export function holderOfVisit(portalUrl: string, headers: Headers): Buffer {
  const secret = readVisitCookie(portalUrl, headers['cookie']);
  return secret === undefined ? NO_HOLDER : hashOf(secret);
}

/** A new holder of a visit, with the cookie that makes a browser one. */
export function newVisitHolder(portalUrl: string): { holderHash: Buffer; headers: Record<string, string> } {
  const secret = newSecret(VISIT_PREFIX);
  return { holderHash: hashOf(secret), headers: { 'set-cookie': visitCookie(portalUrl, secret) } };
}
