const SESSION = 'titular-portal';
const CEREMONY = 'titular-portal-ceremony';
/** A ceremony that a browser holds: as long as its challenge is good for. */
const CEREMONY_SECONDS = 300;

const VISIT = 'titular-portal-visit';
/** Seconds for which a browser may be away at the identity provider. */
export const VISIT_SECONDS = 600;

const RECEIVER = 'titular-receiver';

const isSecure = (portalUrl: string): boolean => portalUrl.startsWith('https://');

/** Over https the name carries the `__Host-` prefix, which binds the cookie to this host (RFC 6265bis section 4.1.3.2). */
const fullName = (portalUrl: string, name: string): string => (isSecure(portalUrl) ? `__Host-${name}` : name);

function write(portalUrl: string, name: string, value: string, seconds: number): string {
  const secure = isSecure(portalUrl) ? '; Secure' : '';
  return `${fullName(portalUrl, name)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

/** The value of the one cookie with this name and form; one that stands twice, or holds anything else, counts as none. */
function read(
  portalUrl: string,
  name: string,
  form: RegExp,
  header: string | string[] | undefined,
): string | undefined {
  if (typeof header !== 'string') return undefined;
  const start = `${fullName(portalUrl, name)}=`;
  const values = header.split(/; */).filter((part) => part.startsWith(start));
  const value = values.length === 1 ? values[0]?.slice(start.length) : undefined;
  return value !== undefined && form.test(value) ? value : undefined;
}

/** The beginning of every secret of a portal session, so that a leaked one is told apart. */
export const SESSION_PREFIX = 'tps_';

/** The Set-Cookie value of a portal session: unreadable for scripts, never sent from another site. */
export const portalCookie = (portalUrl: string, secret: string, seconds: number): string =>
  write(portalUrl, SESSION, secret, seconds);

/** The Set-Cookie value that ends a portal session in the browser. */
export const endedPortalCookie = (portalUrl: string): string => write(portalUrl, SESSION, '', 0);

/** The secret of the portal session in a Cookie header. */
export const readPortalCookie = (
  portalUrl: string,
  header: string | string[] | undefined,
): string | undefined => read(portalUrl, SESSION, /^tps_[A-Za-z0-9_-]{43}$/, header);

/** The beginning of what a browser holds through a ceremony before anybody is signed in. */
export const CEREMONY_PREFIX = 'tpc_';

/** The Set-Cookie value that binds a ceremony to the browser that began it. */
export const ceremonyCookie = (portalUrl: string, secret: string): string =>
  write(portalUrl, CEREMONY, secret, CEREMONY_SECONDS);

/** What binds a ceremony to its browser, in a Cookie header. */
export const readCeremonyCookie = (
  portalUrl: string,
  header: string | string[] | undefined,
): string | undefined => read(portalUrl, CEREMONY, /^tpc_[A-Za-z0-9_-]{43}$/, header);

/** The beginning of what a browser holds while its person is at the identity provider. */
export const VISIT_PREFIX = 'tpv_';

/** The Set-Cookie value that binds a visit to the identity provider to the browser that began it. */
export const visitCookie = (portalUrl: string, secret: string): string =>
  write(portalUrl, VISIT, secret, VISIT_SECONDS);

/** What binds a visit to its browser, in a Cookie header. */
export const readVisitCookie = (
  portalUrl: string,
  header: string | string[] | undefined,
): string | undefined => read(portalUrl, VISIT, /^tpv_[A-Za-z0-9_-]{43}$/, header);

/** The beginning of every secret of a receiver session. */
export const RECEIVER_PREFIX = 'trs_';

/** The Set-Cookie value of a receiver session: another cookie than the portal's, so that neither ends the other. */
export const receiverCookie = (portalUrl: string, secret: string, seconds: number): string =>
  write(portalUrl, RECEIVER, secret, seconds);

/** The Set-Cookie value that ends a receiver session in the browser. */
export const endedReceiverCookie = (portalUrl: string): string => write(portalUrl, RECEIVER, '', 0);

/** The secret of the receiver session in a Cookie header. */
export const readReceiverCookie = (
  portalUrl: string,
  header: string | string[] | undefined,
): string | undefined => read(portalUrl, RECEIVER, /^trs_[A-Za-z0-9_-]{43}$/, header);
