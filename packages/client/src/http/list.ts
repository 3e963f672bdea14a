import { addressOf, type CallApi, isUnicode } from './call-api.ts';
import { TitularNetworkError } from './errors.ts';
import type { CallOptions } from './options.ts';

/** What a list holds, one by one over as many pages as there are; each use begins anew, and pages are fetched as they are needed. */
export type List<Item, Page> = AsyncIterable<Item> & {
  /** The same page by page. */
  pages(): AsyncIterable<Page>;
};

/** How one operation is gone through: its address with the place of an id, what a page holds, and by which parameter and value the next page is asked for. */
export type Listing<Item, Page> = {
  operation: string;
  path: string;
  goesOnBy: 'cursor' | 'after';
  itemsOf(page: Page): readonly Item[];
  /** Undefined on the last page. */
  nextOf(page: Page): string | undefined;
};

function toQuery(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const text = value instanceof Date ? value.toISOString() : String(value);
    // The platform would put a mark in the place of half a character.
    if (!isUnicode(text)) throw new TypeError('a parameter is no text of Unicode');
    parameters.set(name, text);
  }
  return parameters.toString();
}

/** Finds a place of a list that comes again by Brent's algorithm: one place is kept, however long the list. */
function createCircleFinder(): (at: unknown, next: string) => boolean {
  let mark: unknown;
  let steps = 0;
  let limit = 0;
  return (at, next) => {
    if (steps === limit) {
      mark = at;
      steps = 0;
      limit = 2 * limit + 1;
    }
    steps++;
    return next === mark;
  };
}

/** Makes a list; nothing is asked before it is gone through. */
export function createList<Item, Page>(
  callApi: CallApi,
  { operation, path, goesOnBy, itemsOf, nextOf }: Listing<Item, Page>,
  query: Readonly<Record<string, unknown>> = {},
  options?: CallOptions,
  id?: string,
): List<Item, Page> {
  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let at = query[goesOnBy];
    const isAgain = createCircleFinder();
    do {
      const asked = toQuery({ ...query, [goesOnBy]: at });
      const page: Page = await callApi({
        operation,
        method: 'GET',
        path: addressOf(path, id),
        query: asked,
        repeatable: true,
        options,
      });
      yield page;
      const next = nextOf(page);
      // It would never end.
      if (next !== undefined && isAgain(at, next))
        throw new TitularNetworkError('BROKEN_ANSWER', 'the pages of the list lead in a circle');
      at = next;
    } while (at !== undefined);
  }
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* itemsOf(page);
  }
  return { pages, [Symbol.asyncIterator]: items };
}
