import type { RowPage } from './use-pages.ts';

/** A page with fewer rows is not what somebody who scrolls waits for. */
const FEW_ROWS = 10;
/** So many such pages in a row are asked for before somebody says to go on. */
const MAX_PAGES = 4;

/** Whether a list stops asking by itself: its last pages brought little, and each costs a search. One page more goes on. */
export function isPaused(pages: readonly Pick<RowPage<unknown>, 'rows'>[]): boolean {
  const since = pages.length - 1 - pages.findLastIndex(({ rows }) => rows.length >= FEW_ROWS);
  return since > 0 && since % MAX_PAGES === 0;
}
