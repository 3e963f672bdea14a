import { PAGE_HEADER, type SessionView } from '@titular/contract/page';
import { findShownPage, type ShownPage } from '../flow/page-load.ts';

/** Catalogue code of: there is no such page, or no more. */
const PAGE_OVER = '40310';

/** What comes of reading a page, as far as it matters here. */
type Read = { kind: 'ok'; value: SessionView } | { kind: 'refused'; code: string } | { kind: 'failed' };

// The cookie is the browser's, not the tab's: what a tab asks is for its own page, whatever was opened beside it.
let shown: ShownPage | undefined;

/** Keeps which page this tab shows. */
export function noteShown(view: SessionView): SessionView {
  const { pageId, transactionId } = view;
  shown = { pageId, transactionId };
  return view;
}

/** What the history entry keeps, so that a tab that is loaded again asks for its own page. */
export const pageState = (): ShownPage | null => shown ?? null;

/** Says in a call which page asks. */
export const namePage = (): Record<string, string> =>
  shown === undefined ? {} : { [PAGE_HEADER]: shown.pageId };

/** Reads the page of this tab; one that another of the same request took the place of is followed, and no other request is shown in its tab. */
export async function readOwn<Answer extends Read>(read: () => Promise<Answer>): Promise<Answer> {
  if (shown !== undefined) return read();
  const before = findShownPage();
  shown = before;
  const answer = await read();
  if (before === undefined || answer.kind !== 'refused' || answer.code !== PAGE_OVER) return answer;
  shown = undefined;
  const newest = await read();
  if (newest.kind === 'ok' && newest.value.transactionId === before.transactionId) return newest;
  shown = before;
  return answer;
}
