import { PAGE_HEADER, type SessionView } from '@titular/contract/page';
import { findShownPage, type ShownPage } from '../flow/page-load.ts';

/** Catalogue code of: there is no such page, or no more. */
const PAGE_OVER = '40310';

/** What comes of reading a page, as far as it matters here. */
type Read = { kind: 'ok'; value: SessionView } | { kind: 'refused'; code: string } | { kind: 'failed' };

/**
 * Holds which page a tab shows: the cookie is the browser's, and what a tab asks is for its own page, whatever was opened beside it.
 * `findBefore` tells which one it showed before it was loaded again.
 */
export function createOwnPage(findBefore: () => ShownPage | undefined) {
  let shown: ShownPage | undefined;
  return {
    /** Keeps which page the tab shows. */
    note: (view: SessionView): SessionView => {
      const { pageId, transactionId } = view;
      shown = { pageId, transactionId };
      return view;
    },
    /** What the history entry is to keep; no secret. */
    state: (): ShownPage | null => shown ?? null,
    /** Says in a call which page asks. */
    headers: (): Record<string, string> => (shown === undefined ? {} : { [PAGE_HEADER]: shown.pageId }),
    /** Reads the page of the tab; one that another of the same request took the place of is followed, and no other request is shown in its tab. */
    read: async <Answer extends Read>(readSession: () => Promise<Answer>): Promise<Answer> => {
      if (shown !== undefined) return readSession();
      const before = findBefore();
      shown = before;
      const answer = await readSession();
      if (before === undefined || answer.kind !== 'refused' || answer.code !== PAGE_OVER) return answer;
      shown = undefined;
      const newest = await readSession();
      if (newest.kind === 'ok' && newest.value.transactionId === before.transactionId) return newest;
      shown = before;
      return answer;
    },
  };
}

/** The page of this tab. */
export const ownPage = createOwnPage(findShownPage);
