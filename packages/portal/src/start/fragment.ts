/** Paths whose fragment is a secret or names an order: it is read at once and leaves the address. */
const READ_ONCE = /^\/(?:setup|invite|recover|receiver|t\/[^/]+\/orders)\/?$/;

/** Where the link leads that skips what every page has. */
const SKIPPED_TO = '#content';

let held: string | undefined;

/** Whether the fragment of a path is read at the start and taken out of the address. */
export const isReadOnce = (path: string): boolean => READ_ONCE.test(path);

const decode = (fragment: string): string | undefined => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
};

/** Moves the fragment of such an address into memory; called once, before anything else runs. */
export function holdFragment(): void {
  const { pathname, search, hash } = window.location;
  if (!isReadOnce(pathname)) return;
  held = hash.length > 1 ? decode(hash.slice(1)) : undefined;
  window.history.replaceState(null, '', pathname + search);
}

/** The held fragment; it stays in memory until it is `release`d, so that a sign-in on the way does not lose it. */
export const heldFragment = (): string | undefined => held;

/** Deletes the held fragment. */
export const releaseFragment = (): void => {
  held = undefined;
};

/** Reloads the page for a fragment that comes while it is open, such as that of a link put into its tab. Nothing else would read it or take it out. */
export function followFragments(): void {
  window.addEventListener('hashchange', () => {
    const { pathname, hash } = window.location;
    if (isReadOnce(pathname) && hash.length > 1 && hash !== SKIPPED_TO) window.location.reload();
  });
}
