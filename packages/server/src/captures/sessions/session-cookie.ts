const PLAIN_NAME = 'titular-capture';

/** A browser has so many pages open at most; the one that was opened longest ago gives way. */
const MAX_HELD_SESSIONS = 3;

/** Over https the name carries the `__Host-` prefix, which binds the cookie to this host (RFC 6265bis section 4.1.3.2). */
const cookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? `__Host-${PLAIN_NAME}` : PLAIN_NAME;

/** Whether a text has the form of a page session's secret. */
export const isSessionSecret = (text: string): boolean => /^tcs_[A-Za-z0-9_-]{43}$/.test(text);

/** The Set-Cookie value of a browser's page sessions, the latest first: unreadable for scripts, never sent from another site. */
export function sessionCookie(
  publicUrl: string,
  secrets: readonly string[],
  lifetimeSeconds: number,
): string {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : '';
  const value = secrets.slice(0, MAX_HELD_SESSIONS).join('.');
  return `${cookieName(publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lifetimeSeconds}${secure}`;
}

/** The secrets of the page sessions in a Cookie header, the latest first; a cookie that stands twice, or holds anything else, counts as none. */
export function readSessionCookie(publicUrl: string, header: string | string[] | undefined): string[] {
  if (typeof header !== 'string') return [];
  const name = `${cookieName(publicUrl)}=`;
  const values = header.split(/; */).filter((part) => part.startsWith(name));
  const secrets = values.length === 1 ? (values[0]?.slice(name.length).split('.') ?? []) : [];
  return secrets.length <= MAX_HELD_SESSIONS && secrets.every(isSessionSecret) ? secrets : [];
}
