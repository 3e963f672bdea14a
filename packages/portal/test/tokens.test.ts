import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Colours by name, of a part of a style sheet; those that a merchant's brand may replace by what holds without one. */
const coloursIn = (sheet: string): ReadonlyMap<string, string> =>
  new Map(
    [...sheet.matchAll(/^ +--([a-z-]+): (?:var\(--brand-[a-z-]+, )?(#[0-9a-f]{6})\)?;$/gm)].map(
      ([, name = '', colour = '']) => [name, colour],
    ),
  );

test('colours that portal and hosted page call the same are the same, light and dark', () => {
  const hosted = read('../../capture-page/src/style/base.css');
  const dark = hosted.indexOf('@media (prefers-color-scheme: dark)');
  const ofLight = coloursIn(hosted.slice(0, dark));
  const ofDark = coloursIn(hosted.slice(dark));
  const own = [
    ...read('../src/style/tokens.css').matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g),
  ];
  const shared = own.filter(([, name = '']) => ofLight.has(name));
  expect(shared.length).toBeGreaterThan(14);
  expect(shared.map(([, name = '', light, night]) => ({ name, light, night }))).toEqual(
    shared.map(([, name = '']) => ({ name, light: ofLight.get(name), night: ofDark.get(name) })),
  );
});
