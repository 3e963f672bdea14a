import type { DocumentedPage } from './read-documentation.ts';

/** A section of a page that was found, best first. */
export type Found = { page: string; title: string; section: string; excerpt: string };

const EXCERPT = 240;

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

type Section = { page: DocumentedPage; heading: string; text: string };

const sectionsOf = (page: DocumentedPage): Section[] =>
  page.text
    .split(/^(?=#{1,4} )/m)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ page, heading: /^#{1,4} (.+)/.exec(text)?.[1] ?? page.title, text }));

const count = (text: string, word: string): number => text.split(word).length - 1;

/** Words that a heading has weigh most; more of the same in a text weigh less, and so does each word of a long text. */
function scoreOf({ page, heading, text }: Section, words: readonly string[]): number {
  const [title, head, body] = [fold(page.title), fold(heading), fold(text)];
  let score = 0;
  for (const word of words) {
    const found = count(body, word);
    if (found > 0) score += 2 + Math.log2(found);
    if (head.includes(word)) score += 6;
    if (title.includes(word)) score += 3;
  }
  const missing = words.filter((word) => !body.includes(word) && !title.includes(word)).length;
  return score / 4 ** missing / Math.max(1, Math.log2(body.length / 1000));
}

function excerptOf({ text }: Section, words: readonly string[]): string {
  const plain = text
    .replace(/^#+ .*$/m, '')
    .replace(/\s+/g, ' ')
    .trim();
  const folded = fold(plain);
  const at = Math.max(
    0,
    Math.min(...words.map((word) => folded.indexOf(word)).filter((place) => place >= 0)) - 60,
  );
  const from = Number.isFinite(at) ? at : 0;
  return plain.slice(from, from + EXCERPT);
}

/** Finds sections by words, whatever their case and accents. */
export function searchPages(pages: readonly DocumentedPage[], query: string, limit: number): Found[] {
  const words = [...new Set(fold(query).match(/[\p{L}\p{N}_-]+/gu) ?? [])].slice(0, 12);
  return pages
    .flatMap(sectionsOf)
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ section }) => ({
      page: section.page.source ?? section.page.address,
      title: section.page.title,
      section: section.heading,
      excerpt: excerptOf(section, words),
    }));
}

/** The page that an agent names by address, by path in the repository, or by either without its ending. */
export function findPage(pages: readonly DocumentedPage[], named: string): DocumentedPage | undefined {
  const path = named.replace(/#.*$/, '').replace(/^\.?\//, '');
  const bare = (text: string): string =>
    text
      .replace(/^docs\//, '')
      .replace(/\.(md|html)$/, '')
      .toLowerCase();
  return (
    pages.find(({ address, source }) => address === path || source === path) ??
    pages.find(({ address, source }) => bare(address) === bare(path) || bare(source ?? '') === bare(path))
  );
}
