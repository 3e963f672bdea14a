import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from '../browser/search-options.ts';
import { textOf } from './html.ts';
import type { Page } from './page.ts';

/** A place that search finds: a heading with the text below it, or a row or item that has a name. */
export type Entry = { anchor: string; title: string; text: string };

/** What the browser loads before it searches: pages by number, places by number, and the index of their words. */
export type SearchFile = {
  pages: readonly (readonly [address: string, title: string])[];
  entries: readonly (readonly [page: number, anchor: string, title: string, excerpt: string])[];
  index: object;
};

const MAX_EXCERPT = 140;
const ROW = /<tr id="([^"]*)"><td>([\s\S]*?)<\/td>([\s\S]*?)<\/tr>/g;
const PLACE = /<(h[1-4]|section|li)\b[^>]*\sid="([^"]*)"[^>]*>/g;

/** The first heading of a place; of one without, the first name. */
const titleIn = (block: string): string =>
  textOf(
    (/<h[1-4]\b[^>]*>([\s\S]*?)<\/h[1-4]>/.exec(block) ?? /<code[^>]*>([\s\S]*?)<\/code>/.exec(block))?.[1] ??
      '',
  );

const entryOf = (anchor: string, block: string): Entry[] => {
  const rows = [...block.matchAll(ROW)].map(([, name = '', cell = '', rest = '']) => ({
    anchor: name,
    title: textOf(cell),
    text: textOf(rest),
  }));
  const title = titleIn(block);
  const text = textOf(block.replace(ROW, '').replace(/<h[1-4]\b[^>]*>[\s\S]*?<\/h[1-4]>/, ''));
  return [{ anchor, title, text }, ...rows];
};

/** The places of a page, in its order. */
export function entriesOf({ content }: Pick<Page, 'content'>): Entry[] {
  const places = [...content.matchAll(PLACE)];
  return places.flatMap(({ 2: anchor = '', index }, number) =>
    entryOf(anchor, content.slice(index, places[number + 1]?.index)),
  );
}

const excerptOf = (text: string): string =>
  text.length <= MAX_EXCERPT ? text : `${text.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, '')} …`;

/** Indexes the text of all pages once, so that a browser only loads what it asks. */
export function buildSearch(pages: readonly Page[]): SearchFile {
  const search = new MiniSearch(SEARCH_OPTIONS);
  const entries: [number, string, string, string][] = [];
  for (const [number, page] of pages.entries())
    for (const { anchor, title, text } of entriesOf(page)) {
      search.add({ id: entries.length, title, name: anchor, page: page.title, text });
      entries.push([number, anchor, title, excerptOf(text)]);
    }
  return {
    pages: pages.map(({ address, title }) => [address, title] as const),
    entries,
    index: search.toJSON(),
  };
}
