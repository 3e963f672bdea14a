/** Whether a value names a page load. */
export const isPageLoad = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);

const newPageLoad = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const inMemory = newPageLoad();

/**
 * The random text by which the server knows this page again where the answer to its opening was lost: 32 hexadecimal digits. Outside of a
 * frame it stands in the history entry, so that a reload during the opening tells the same; it leaves with the code in the address.
 */
export function namePageLoad(isFramed: boolean): string {
  if (isFramed) return inMemory;
  const { pageLoad } = (window.history.state ?? {}) as { pageLoad?: unknown };
  if (isPageLoad(pageLoad)) return pageLoad;
  window.history.replaceState({ pageLoad: inMemory }, '');
  return inMemory;
}

/** What names the page of a tab, whatever else its browser has open; no secret, since the cookie alone is the authority. */
export interface ShownPage {
  pageId: string;
  transactionId: string;
}

/** The page that this tab showed before it was loaded again, as its history entry tells. */
export function findShownPage(): ShownPage | undefined {
  const { pageId, transactionId } = (window.history.state ?? {}) as Partial<Record<keyof ShownPage, unknown>>;
  return typeof pageId === 'string' && typeof transactionId === 'string'
    ? { pageId, transactionId }
    : undefined;
}
