import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const GUIDES = 'docs/guides';
const TRANSLATED = `${GUIDES}/pt`;

/** Guides that are in English alone for now; one leaves this list when its translation comes. */
const WITHOUT_TRANSLATION: readonly string[] = [];

const pagesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.md'));
const english = pagesIn(GUIDES).filter((name) => !WITHOUT_TRANSLATION.includes(name));
const portuguese = pagesIn(TRANSLATED);
const pairs = english.filter((name) => portuguese.includes(name));

const FENCE = /^```[\s\S]*?^```$/gm;
const INDENTED = /(?<=\n\n)(?: {4}.*\n)+/g;

const withoutBlocks = (page: string): string => page.replace(FENCE, '').replace(INDENTED, '');
const first = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([whole, one = whole]) => one);

/** Blocks of code with their languages and names, in the order of the page. */
const blocksOf = (page: string): string[] =>
  first(page, new RegExp(`${FENCE.source}|${INDENTED.source}`, 'gm'));

const levelsOf = (page: string): string[] => first(withoutBlocks(page), /^(#+) /gm);
const rowsOf = (page: string): number => first(withoutBlocks(page), /^\|/gm).length;
const checksOf = (page: string): number => first(withoutBlocks(page), /^- \[ \] /gm).length;

/** Names of settings, codes, commands and paths: whatever stands in code style. */
const namesOf = (page: string): Set<string> =>
  new Set(first(withoutBlocks(page), /`([^`]+)`/g).map((name) => name.replace(/\s+/g, ' ')));

/** Where the links of a page lead, anchors apart; a guide stands for its translation. */
const targetsOf = (folder: string, page: string): string[] =>
  first(withoutBlocks(page), /\]\(([^)#\s]+)[^)]*\)/g)
    .map((path) => posix.join(folder, path).replace(`${TRANSLATED}/`, `${GUIDES}/`))
    .toSorted();

const originOf = (page: string): string | undefined =>
  /^<!-- Translated from \.\.\/[a-z-]+\.md, SHA-256 ([0-9a-f]{64}) -->\n/.exec(page)?.[1];

/** Why a translation does not say what its English page says, in words for whoever changed either. */
function differences(name: string, original: string, translation: string): string[] {
  const [blocks, translated] = [blocksOf(original), blocksOf(translation)];
  const here = namesOf(translation);
  const digest = createHash('sha256').update(original).digest('hex');
  const targets = targetsOf(GUIDES, original).join(' ');
  return [
    ...(originOf(translation) === digest ? [] : [`the English page has changed; it has SHA-256 ${digest}`]),
    ...(blocks.join('\0') === translated.join('\0') ? [] : ['code differs']),
    ...(levelsOf(original).join(' ') === levelsOf(translation).join(' ') ? [] : ['headings differ']),
    ...(rowsOf(original) === rowsOf(translation) ? [] : ['rows of tables differ']),
    ...(checksOf(original) === checksOf(translation) ? [] : ['items of checklists differ']),
    ...(targets === targetsOf(TRANSLATED, translation).join(' ') ? [] : ['links differ']),
    ...[...namesOf(original)].filter((one) => !here.has(one)).map((one) => `\`${one}\` is missing`),
  ].map((what) => `${TRANSLATED}/${name}: ${what}`);
}

const read = (folder: string, name: string): string => readFileSync(`${folder}/${name}`, 'utf8');

describe('the guides in Portuguese', () => {
  test('are as many as those in English, those apart that the list of this file names', () => {
    expect(portuguese).toEqual(english);
    expect(pairs.length).toBeGreaterThan(0);
  });

  test('are of the English pages as they are now, with the same code, headings, rows, links and names', () => {
    const found = pairs.flatMap((name) => differences(name, read(GUIDES, name), read(TRANSLATED, name)));
    expect(found).toEqual([]);
  });

  test.each([
    ['the English page has changed', '# Tokens', '# Access tokens', 'en'],
    ['code differs', 'exp: now + 60', 'exp: now + 61', 'pt'],
    ['code differs', '```sh by-secret', '```sh secret', 'pt'],
    ['headings differ', '\n## ', '\n### ', 'pt'],
    ['rows of tables differ', '| `account_locked`', '| x | y |\n| `account_locked`', 'pt'],
    ['links differ', '../../errors.md', '../../keys.md', 'pt'],
    ['`40301` is missing', '`40301`', '`40302`', 'pt'],
    ['`/.well-known/oauth-authorization-server` is missing', '`/.well-known/oauth', '`/known/oauth', 'pt'],
    ['`npx titular keys list` is missing', '`npx titular keys list`', '`npx titular keys`', 'pt'],
  ] as const)('are told apart where %s', (what, from, to, changed) => {
    const pages = { en: read(GUIDES, 'tokens.md'), pt: read(TRANSLATED, 'tokens.md') };
    const after = { ...pages, [changed]: pages[changed].replace(from, to) };
    expect(after).not.toEqual(pages);
    const found = differences('tokens.md', after.en, after.pt);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(what);
  });
});
