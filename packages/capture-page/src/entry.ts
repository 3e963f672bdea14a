/** How the page was opened: by a one-time link, by an SDK token, or on an existing session. */
export type Entry = { kind: 'code'; code: string } | { kind: 'token'; token: string } | { kind: 'session' };

/** Address of the page without anything secret in it. */
export const CLEAN_PATH = '/capture/';

/** Reads how the page was opened from the path and fragment of its address. */
export function parseEntry(pathname: string, hash: string): Entry {
  const code = /^\/c\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (code !== undefined) return { kind: 'code', code };
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  if (token !== null && token !== '') return { kind: 'token', token };
  return { kind: 'session' };
}

/** The clean address, keeping only a language that was chosen by hand. */
export function cleanAddress(language: string | undefined): string {
  return language === undefined ? CLEAN_PATH : `${CLEAN_PATH}?lang=${language}`;
}
