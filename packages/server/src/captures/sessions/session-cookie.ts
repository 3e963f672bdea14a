import { hostCookieName, hostCookieRules, readHostCookie } from './host-cookie.ts';

const PLAIN_NAME = 'titular-capture';

/** A browser has so many pages open at most; the one that was opened longest ago gives way. */
const MAX_HELD_SESSIONS = 3;

/** Whether a text has the form of a page session's secret. */
export const isSessionSecret = (text: string): boolean => /^tcs_[A-Za-z0-9_-]{43}$/.test(text);

/** The Set-Cookie value of a browser's page sessions, the latest first. */
export function sessionCookie(
  publicUrl: string,
  secrets: readonly string[],
  lifetimeSeconds: number,
): string {
  const value = secrets.slice(0, MAX_HELD_SESSIONS).join('.');
  return `${hostCookieName(publicUrl, PLAIN_NAME)}=${value}; ${hostCookieRules(publicUrl, lifetimeSeconds)}`;
}

/** The secrets of the page sessions in a Cookie header, the latest first; a cookie that stands twice, or holds anything else, counts as none. */
export function readSessionCookie(publicUrl: string, header: string | string[] | undefined): string[] {
  const secrets = readHostCookie(publicUrl, PLAIN_NAME, header)?.split('.') ?? [];
  return secrets.length <= MAX_HELD_SESSIONS && secrets.every(isSessionSecret) ? secrets : [];
}
