import { languageOf, originalOf } from '../browser/languages.ts';
import { BESIDE, isWord, withoutFillers } from '../search/search-options.ts';
import type { Topic } from '../topics/topic.ts';
import { textOf } from './html.ts';
import type { Page } from './page.ts';

/** A place that search finds: a heading with the text below it, or a row or item that has a name. */
export type Entry = { anchor: string; title: string; text: string };

/** A place in the file: its page by number, and the phrases of topics that lead to it. A `+` marks words that count beside others alone. */
type FiledPlace = readonly [
  page: number,
  anchor: string,
  title: string,
  text: string,
  asked?: readonly string[],
];

/** What the browser loads before it searches: pages by number, and places with their texts. It indexes their words itself. */
export type SearchFile = {
  pages: readonly (readonly [address: string, title: string])[];
  entries: readonly FiledPlace[];
};

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

/** Phrases of topics by the number of their place on the page, which is the same in a translation. */
type Asked = ReadonlyMap<string, ReadonlyMap<number, Topic>>;

/** Refuses a translation that does not have the places of its original: words of topics would lead to a neighbour. */
function checkPlaces(pages: readonly Page[], page: Page): void {
  const count = entriesOf(page).length;
  for (const other of pages)
    if (other !== page && originalOf(other.address) === page.address && entriesOf(other).length !== count)
      throw new Error(`${other.address} has other headings than ${page.address}, whose topics lead to both`);
}

/** Finds the places of topics; one that leads nowhere, or where another one leads, ends the build. */
function placeTopics(pages: readonly Page[], topics: readonly Topic[]): Asked {
  const placed = new Map<string, Map<number, Topic>>();
  for (const topic of topics) {
    const [address = '', anchor] = topic.at.split('#');
    const page = pages.find((one) => one.address === address);
    const place = page
      ? entriesOf(page).findIndex((one) => anchor === undefined || one.anchor === anchor)
      : -1;
    if (place < 0)
      throw new Error(`no page of the site has the place ${topic.at}, which a topic of its search names`);
    const ofPage = placed.get(address) ?? new Map<number, Topic>();
    if (ofPage.has(place)) throw new Error(`two topics lead to ${topic.at}`);
    if (page && ofPage.size === 0) checkPlaces(pages, page);
    placed.set(address, ofPage.set(place, topic));
  }
  return placed;
}

/** A phrase without its fillers; its mark is kept where it says that a word is none by itself. */
function filedPhrase(phrase: string): string {
  const words = withoutFillers(phrase.replaceAll(BESIDE, ''));
  const isAlone = !phrase.startsWith(BESIDE) && isWord(phrase);
  return isWord(words) && !isAlone ? BESIDE + words : words;
}

/** What is asked for at a place: of a guide the Portuguese words lead to its translation alone. */
function askedAt(
  { address }: Page,
  place: number,
  asked: Asked,
  translated: ReadonlySet<string>,
): readonly string[] {
  const topic = asked.get(originalOf(address))?.get(place);
  const isOther = languageOf(address) === 'en' && translated.has(address);
  const languages = topic ? [topic.en, topic.es, ...(isOther ? [] : [topic.pt])] : [];
  const phrases = languages.flatMap((one) => one.split(',')).map((one) => filedPhrase(one.trim()));
  return phrases.filter((one) => one !== '');
}

/** Gathers the texts of all pages; topics add the words that readers use. */
export function buildSearch(pages: readonly Page[], topics: readonly Topic[] = []): SearchFile {
  const entries: FiledPlace[] = [];
  const asked = placeTopics(pages, topics);
  const others = pages.map(({ address }) => address).filter((address) => languageOf(address) !== 'en');
  const translated = new Set(others.map(originalOf));
  for (const [number, page] of pages.entries())
    for (const [place, { anchor, title, text }] of entriesOf(page).entries()) {
      const phrases = askedAt(page, place, asked, translated);
      const filed = [number, anchor, title, text] as const;
      entries.push(phrases.length > 0 ? [...filed, phrases] : filed);
    }
  return { pages: pages.map(({ address, title }) => [address, title] as const), entries };
}
