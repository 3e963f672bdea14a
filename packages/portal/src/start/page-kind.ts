/** What stands behind an address: a page of its own, or what a session shows. */
export type PageKind = 'verify' | 'receiver' | 'return' | 'link' | 'session';

const KINDS: readonly (readonly [RegExp, PageKind])[] = [
  [/^\/verify\/?$/, 'verify'],
  [/^\/receiver\/?$/, 'receiver'],
  [/^\/login\/(?:return|again)$/, 'return'],
  [/^\/(?:setup|invite|recover)\/?$/, 'link'],
];

/** Tells by the path which kind of page is asked for. */
export const pageKind = (path: string): PageKind =>
  KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'session';
