/** Names a cookie. Over https it carries the `__Host-` prefix, which binds it to this host (RFC 6265bis section 4.1.3.2). */
export const hostCookieName = (publicUrl: string, plainName: string): string =>
  publicUrl.startsWith('https://') ? `__Host-${plainName}` : plainName;

/** Says how a cookie is kept: unreadable for scripts, never sent from another site, and over https encrypted alone. `path` counts without a prefix, which asks for the root. */
export const hostCookieRules = (publicUrl: string, lifetimeSeconds: number, path = '/'): string => {
  const [kept, secure] = publicUrl.startsWith('https://') ? ['/', '; Secure'] : [path, ''];
  return `Path=${kept}; HttpOnly; SameSite=Strict; Max-Age=${lifetimeSeconds}${secure}`;
};

/** All values of a cookie in a Cookie header. */
function valuesOf(
  publicUrl: string,
  plainName: string,
  header: string | string[] | undefined,
): readonly string[] {
  if (typeof header !== 'string') return [];
  const name = `${hostCookieName(publicUrl, plainName)}=`;
  const parts = header.split(/; */).filter((part) => part.startsWith(name));
  return parts.map((part) => part.slice(name.length));
}

/** The value of a cookie in a Cookie header; undefined where it is missing, or stands twice. */
export function readHostCookie(
  publicUrl: string,
  plainName: string,
  header: string | string[] | undefined,
): string | undefined {
  const values = valuesOf(publicUrl, plainName, header);
  return values.length === 1 ? values[0] : undefined;
}

/** Whether a cookie stands in a Cookie header, once or more often. */
export const hasHostCookie = (
  publicUrl: string,
  plainName: string,
  header: string | string[] | undefined,
): boolean => valuesOf(publicUrl, plainName, header).length > 0;
