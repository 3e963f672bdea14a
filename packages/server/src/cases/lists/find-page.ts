import type { Kysely } from 'kysely';
import { startRun } from '../../kernel/database/batches/until-none.ts';
import { byIndex } from '../../kernel/database/by-index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { FIRST_ROWS, type FoundIds, FURTHER_ROWS, findByStreams, type StreamQuery } from './streams-store.ts';

/** A statement that is under way when the time is over still ends: both together stay within what a list may take. */
const MAX_SEARCH_MS = 60;

/** Where a page begins, and how many it has at most. */
export type PageRequest = { beforeId: string | undefined; limit: number };

/** Ids of one page, newest first; `nextCursor` is there while more may follow, though the page be short or empty. */
export type PageOfIds = { ids: string[]; nextCursor: string | undefined };

const earlier = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

/** Looks on while a page is not full, for as long as a list may take; what is left then is the next page's. */
export async function findPage(
  db: Kysely<Tables>,
  query: Omit<StreamQuery, 'rows' | 'limit'>,
  { beforeId, limit }: PageRequest,
): Promise<PageOfIds> {
  const run = startRun(MAX_SEARCH_MS);
  const ids: string[] = [];
  let before = earlier(query.beforeId, beforeId);
  let rows = FIRST_ROWS;
  for (;;) {
    // One more than asked for tells whether there is a next page.
    const next = { ...query, beforeId: before, rows, limit: limit + 1 - ids.length };
    const found: FoundIds = await byIndex(db, (trx) => findByStreams(trx, next));
    ids.push(...found.ids);
    if (ids.length > limit) return { ids: ids.slice(0, limit), nextCursor: ids[limit - 1] };
    if (found.scanned === undefined || run.elapsedMs() >= run.limitMs)
      return { ids, nextCursor: found.scanned };
    before = found.scanned;
    rows = FURTHER_ROWS;
  }
}
