import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf } from './addresses.ts';
import { escapeHtml, textOf } from './html.ts';
import { CONTENTS, listedPages } from './listed-pages.ts';
import { CHAPTERS, COLLECTIONS, listOf } from './navigation.ts';
import { linkTo, type Page } from './page.ts';
import { renderMarkdown, type Titles, titleOf } from './render-markdown.ts';

const MAX_HOLDS = 160;

/** What the list of all pages says of each, by its path. */
const heldBy = (contents: string): ReadonlyMap<string, string> =>
  new Map(
    listedPages(contents).map(({ address, holds }) => [
      address,
      holds.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', ''),
    ]),
  );

/** The first sentence of a page, for lists and for search engines. */
function firstSentence(content: string): string {
  const [, paragraph = ''] = /<p>([\s\S]*?)<\/p>/.exec(content) ?? [];
  const [sentence = ''] = /^.*?[.:?](?=\s|$)/.exec(textOf(paragraph)) ?? [];
  return sentence.length <= MAX_HOLDS ? sentence.replace(/:$/, '.') : '';
}

const titleIn = (source: string, markdown: string): string =>
  source === 'README.md' ? 'Overview' : titleOf(source, markdown);

const collectionOf = (source: string): string | undefined =>
  Object.keys(COLLECTIONS).find((folder) => source.startsWith(folder));

const chapterOf = (source: string): string | undefined =>
  CHAPTERS.find(({ pages }) => pages.includes(source))?.title;

/** The list of a collection as a page: every page of it, by its number. */
function listPage(folder: string, members: readonly Page[]): Page {
  const { title, lead } = COLLECTIONS[folder] ?? { title: folder, lead: '' };
  const source = listOf(folder);
  const address = addressOf(source);
  const items = members.map(
    (page) => `<li><a href="${linkTo(address, page.address)}">${escapeHtml(page.title)}</a></li>`,
  );
  const content = `<h1 id="${title.toLowerCase()}">${title}</h1>\n<p>${lead}</p>\n<ul>${items.join('\n')}</ul>\n`;
  const chapter = chapterOf(source) ?? '';
  return {
    address,
    title,
    holds: lead,
    chapter,
    source: undefined,
    content,
    isListed: true,
    parent: undefined,
  };
}

/** The Markdown files that the site shows, in reading order; a file that no chapter names ends the build. */
export function orderSources(found: readonly string[]): string[] {
  const named = CHAPTERS.flatMap(({ pages }) => pages);
  const inCollections = found.filter((source) => collectionOf(source) && !named.includes(source));
  const lost = found.filter((source) => !named.includes(source) && !collectionOf(source));
  if (lost.length > 0) throw new Error(`no chapter of the site names ${lost.join(', ')}`);
  const lists = Object.keys(COLLECTIONS).map(listOf);
  return [...named.filter((source) => !lists.includes(source)), ...inCollections.toSorted()];
}

/** Renders the pages of the repository at `root`, the lists of collections among them; `others` are files that have other pages in their places. */
export async function readPages(
  root: string,
  sources: readonly string[],
  others: Titles = new Map(),
): Promise<Page[]> {
  const texts = new Map(
    await Promise.all(
      sources.map(async (source) => [source, await readFile(join(root, source), 'utf8')] as const),
    ),
  );
  const lists = Object.entries(COLLECTIONS).map(([folder, { title }]) => [listOf(folder), title] as const);
  const titles = new Map([
    ...others,
    ...lists,
    ...[...texts].map(([source, text]) => [source, titleIn(source, text)] as const),
  ]);
  const holds = heldBy(texts.get(CONTENTS) ?? '');
  const pages = [...texts].map(([source, text]): Page => {
    const content = renderMarkdown(source, text, titles);
    const collection = collectionOf(source);
    const list = collection && listOf(collection);
    return {
      ...{ address: addressOf(source), source, content, title: titles.get(source) ?? source },
      holds: holds.get(source) ?? firstSentence(content),
      chapter: chapterOf(list ?? source) ?? '',
      isListed: !list,
      parent: list && addressOf(list),
    };
  });
  const collections = Object.keys(COLLECTIONS).flatMap((folder) => {
    const members = pages.filter(({ parent }) => parent === addressOf(listOf(folder)));
    return [listPage(folder, members), ...members];
  });
  return [...pages.filter(({ parent }) => parent === undefined), ...collections];
}
