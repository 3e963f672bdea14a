import { addressOf, type CallApi } from './call-api.ts';
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
    parameters.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return parameters.toString();
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
      // A page that leads to itself would never end.
      if (next !== undefined && next === at)
        throw new TitularNetworkError('BROKEN_ANSWER', 'a page of the list names itself as the next');
      at = next;
    } while (at !== undefined);
  }
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* itemsOf(page);
  }
  return { pages, [Symbol.asyncIterator]: items };
}
