import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-texts.ts';
import type { Stage } from '../src/i18n/texts.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join(source, file));
const textOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** A part of the page that is fetched when it is needed: by which file, and with which stages of texts. */
type LazyPart = { by: string; part: string; stages: Stage[] };

const LAZY = /(?<!typeof )import\('(\.[^']+)'\)([^)]*)/g;

/** The stages that stand behind a part: each by its name, or as a list of the same file. */
const stagesIn = (behind: string, text: string): Stage[] => {
  const [, list] = /\.\.\.(\w+)/.exec(behind) ?? [];
  const [, listed = ''] = new RegExp(`const ${list} = \\[([^\\]]*)`).exec(text) ?? [];
  return [...`${behind} ${listed}`.matchAll(/'([a-z]+)'/g)].map(([, stage]) => stage as Stage);
};

const lazyParts: LazyPart[] = [...textOf]
  .filter(([by]) => !by.endsWith('/load-texts.ts'))
  .flatMap(([by, text]) =>
    [...text.matchAll(LAZY)].map(([, part = '', behind = '']) => ({
      ...{ by, part: join(dirname(by), part), stages: stagesIn(behind, text) },
    })),
  );

const STATIC = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm;

/** The files that come with a part at once. */
function readFilesOf(part: string): string[] {
  const found = new Set([part]);
  for (const file of found)
    for (const [, imported = ''] of (textOf.get(file) ?? '').matchAll(STATIC))
      found.add(join(dirname(file), imported));
  return [...found];
}
const filesByPart = new Map(lazyParts.map(({ part }) => [part, readFilesOf(part)]));
const filesOf = (part: string): string[] => filesByPart.get(part) ?? [];

const KEY = /\bt\(\s*'(\w+)'/g;
/** The texts that a file names, and those of what roles are for where it tells that. */
function keysOf(file: string): string[] {
  const text = textOf.get(file) ?? '';
  const named = [...text.matchAll(KEY)].map(([, key = '']) => key);
  return /roleKeys\[/.test(text) && /\bmeaning\b/.test(text) ? [...named, 'roleAdminMeaning'] : named;
}

/** The stages that are there whenever a file speaks: those of each way to it, beside those that the page begins with. */
function stagesAt(file: string, seen: readonly string[] = []): ReadonlySet<Stage> {
  const ways = lazyParts.filter(({ part }) => filesOf(part).includes(file) && !seen.includes(part));
  const each = ways.map(({ by, part, stages }) => [...stages, ...stagesAt(by, [...seen, part])]);
  const [first = [], ...others] = each;
  return new Set([...ALWAYS, ...first.filter((stage) => others.every((one) => one.includes(stage)))]);
}

const ALWAYS: readonly Stage[] = ['early', 'app'];

describe('each part of the page that is fetched when it is needed', () => {
  test('is found, with the files that it brings', () => {
    expect(lazyParts.length).toBeGreaterThan(30);
    expect(Math.max(...lazyParts.map(({ part }) => filesOf(part).length))).toBeGreaterThan(20);
  });

  test.each(lazyParts.map((one) => [one.part.slice(source.length), one] as const))(
    '%s fetches every text that it speaks, as one that is not fetched is empty',
    (_name, { by, part, stages }) => {
      const there = [...stages, ...stagesAt(by)];
      const known = new Set(there.flatMap((stage) => Object.keys(dictionaries.en[stage])));
      const silent = filesOf(part).flatMap((file) =>
        keysOf(file)
          .filter((key) => !known.has(key))
          .map((key) => `${file.slice(source.length)}: ${key}`),
      );
      expect(silent).toEqual([]);
    },
  );
});
