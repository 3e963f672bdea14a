import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routeTable } from '@titular/server/modules.ts';
import { describe, expect, test } from 'vitest';
import { growthProblem, nearMatch, repeated } from './growth.ts';
import { findPatterns, nestedRepetitions, type Pattern, patternsOf, signsOf } from './patterns.ts';

/** What a pattern needs no short time for, because a bound comes before it. */
const BOUNDED_BEFORE: Readonly<Record<string, string>> = {
  '(\\.[0-9]*?)0+$': 'an amount of at most 18 signs',
};

const packages = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** The patterns that the schemas of the routes hold. */
function schemaPatterns(place: string, schema: unknown): Pattern[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'pattern' && typeof value === 'string'
      ? [{ place, source: value, flags: 'u' }]
      : schemaPatterns(place, value),
  );
}

const literals = ['server', 'contract'].flatMap((name) => patternsOf(join(packages, name, 'src')));
const inSchemas = routeTable({} as never).flatMap((route) =>
  [route.bodySchema, route.querySchema, route.headerParameters].flatMap((schema) =>
    schemaPatterns(route.operationId, schema),
  ),
);
const patterns = [...new Map([...literals, ...inSchemas].map((one) => [one.source, one])).values()];

test('the patterns of the sources and of the schemas are found', () => {
  expect(literals.length).toBeGreaterThan(60);
  expect(inSchemas.length).toBeGreaterThan(5);
  const text =
    "const a = 1 / 2; // /no/\nf('/no/', /a[/]\\/b/gi, `x $" + "{y.replace(/c+/, '/no/')} /no/`); /* /no/ */";
  expect(findPatterns('', text).map(({ source, flags }) => source + flags)).toEqual(['a[/]\\/bgi', 'c+']);
});

describe('no pattern repeats a repetition (R37)', () => {
  test.each([
    '(a+)+',
    '(?:a*b?)*',
    '^(([a-z])+.)+[A-Z]',
    '(?:\\.[a-z.]+)+',
    '(a{2,})*',
    '( +a)+',
    '(\\d+){3,}',
  ])('%s would be seen', (source) => {
    expect(nestedRepetitions({ place: '', source, flags: '' })).toHaveLength(1);
  });

  test.each(['a+b+', '(?:ab)+', '(?:\\.[a-z]+)+', '( [^ ]+)*', '[(a+)+]', '(?:a{1,3})+', '\\(a+\\)+'])(
    '%s is let through',
    (source) => {
      expect(nestedRepetitions({ place: '', source, flags: '' })).toEqual([]);
    },
  );

  test('in the sources and the schemas there is none', () => {
    const wrong = patterns.flatMap((one) => nestedRepetitions(one).map((group) => `${one.place}: ${group}`));
    expect(wrong).toEqual([]);
  });
});

/** Attacks a pattern with what it takes, and gives what was wrong. */
async function attack(pattern: Pattern, size?: number): Promise<string[]> {
  const expression = new RegExp(pattern.source, pattern.flags.replace('y', ''));
  const signs = signsOf(pattern);
  const few = signs.slice(0, 6);
  const begin = /^\^?([A-Za-z ]+)/.exec(pattern.source)?.[1] ?? '';
  const shapes = [
    ...signs.flatMap((piece) => [begin, ...few].map((before) => nearMatch(before, piece, '\u0001'))),
    ...[...signs, ...signs.flatMap((first) => few.map((second) => first + second))].map(repeated),
  ];
  for (const shape of shapes) {
    const problem = await growthProblem((text) => text.replace(expression, ''), shape, size);
    if (problem) return [problem];
  }
  return [];
}

test.each(['(a|a)+$', 'a+$', '(\\.[0-9]*?)0+$', '^(a|aa)+$'])(
  'the attack shows that /%s/ is not linear',
  async (source) => {
    expect(await attack({ place: '', source, flags: '' }, 25_000)).toHaveLength(1);
  },
);

test.each(patterns.filter(({ source }) => !BOUNDED_BEFORE[source]))(
  '/$source/ of $place takes linear time for 100 kB of what it nearly takes (R37)',
  async (pattern) => {
    expect(await attack(pattern)).toEqual([]);
  },
);
