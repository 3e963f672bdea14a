/** Names a cookie. Over https it carries the `__Host-` prefix, which binds it to this host (RFC 6265bis section 4.1.3.2). */
export const hostCookieName = (publicUrl: string, plainName: string): string =>
  publicUrl.startsWith('https://') ? `__Host-${plainName}` : plainName;

/** Says how a cookie is kept: unreadable for scripts, never sent from another site, and over https encrypted alone. `path` counts without a prefix, which asks for the root. */
export const hostCookieRules = (publicUrl: string, lifetimeSeconds: number, path = '/'): string => {
  const [kept, secure] = publicUrl.startsWith('https://') ? ['/', '; Secure'] : [path, ''];
  return `Path=${kept}; HttpOnly; SameSite=Strict; Max-Age=${lifetimeSeconds}${secure}`;
};

/** The value of a cookie in a Cookie header; undefined where it is missing, or stands twice. */
export function readHostCookie(
  publicUrl: string,
  plainName: string,
  header: string | string[] | undefined,
): string | undefined {
  if (typeof header !== 'string') return undefined;
  const name = `${hostCookieName(publicUrl, plainName)}=`;
  const values = header.split(/; */).filter((part) => part.startsWith(name));
  return values.length === 1 ? values[0]?.slice(name.length) : undefined;
}
