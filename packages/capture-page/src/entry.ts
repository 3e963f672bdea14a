/** How the page was opened: by a one-time link, by a code for the origin around a frame, or on an existing session. `pageLoad` names the load of the page around. */
export type Entry =
  | { kind: 'code'; code: string; embedder?: string; pageLoad?: string | undefined }
  | { kind: 'session' };

/** Address of the page without anything secret in it. */
export const CLEAN_PATH = '/capture/';

/** Reads how the page was opened from the path of its address. */
export function parseEntry(pathname: string): Entry {
  const code = /^\/c\/([^/]+)\/?$/.exec(pathname)?.[1];
  return code === undefined ? { kind: 'session' } : { kind: 'code', code };
}

/** The clean address, keeping only a language that was chosen by hand. */
export function cleanAddress(language: string | undefined): string {
  return language === undefined ? CLEAN_PATH : `${CLEAN_PATH}?lang=${language}`;
}
