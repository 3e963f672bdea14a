const PLAIN_NAME = 'titular-capture';

/** Over https the name carries the `__Host-` prefix, which binds the cookie to this host (RFC 6265bis section 4.1.3.2). */
const cookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? `__Host-${PLAIN_NAME}` : PLAIN_NAME;

/** Whether a text has the form of a page session's secret. */
export const isSessionSecret = (text: string): boolean => /^tcs_[A-Za-z0-9_-]{43}$/.test(text);

/** The Set-Cookie value of a page session: unreadable for scripts, never sent from another site. */
export function sessionCookie(publicUrl: string, secret: string, lifetimeSeconds: number): string {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lifetimeSeconds}${secure}`;
}

/** The page session's secret in a Cookie header, or undefined; one that stands twice counts as none. */
export function readSessionCookie(
  publicUrl: string,
  header: string | string[] | undefined,
): string | undefined {
  if (typeof header !== 'string') return undefined;
  const name = `${cookieName(publicUrl)}=`;
  const values = header.split(/; */).filter((part) => part.startsWith(name));
  const value = values.length === 1 ? values[0]?.slice(name.length) : undefined;
  return value && isSessionSecret(value) ? value : undefined;
}
