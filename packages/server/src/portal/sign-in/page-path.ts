/** Pages to which a sign-in leads; a link that was given away and the return itself are none. */
const PAGES = /^\/(?:$|me$|op(?:\/|$)|t\/)/;

/** The page that a person asked for, with query and fragment, or the first one: never an address of another host. */
export function toPagePath(portalUrl: string, path: string): string {
  if (!URL.canParse(path, portalUrl)) return '/';
  const { origin, pathname, search, hash } = new URL(path, portalUrl);
  if (origin !== new URL(portalUrl).origin || pathname.startsWith('//') || !PAGES.test(pathname)) return '/';
  return `${pathname}${search}${hash}`;
}
