import { drawPerson } from '@titular/lab/card-names/draw-person.ts';
import { emboss } from '@titular/lab/card-names/emboss.ts';
import { countResults, makePairs, measuredPairs } from '@titular/lab/card-names/measure-names.ts';
import { nameCases } from '@titular/lab/card-names/name-cases.ts';
import { seededRandom } from '@titular/lab/card-names/seeded-random.ts';
import { compareNames } from '@titular/server/decision/index.ts';
import { describe, expect, test } from 'vitest';

const figuresOf = (set: string) => {
  const found = countResults(measuredPairs()).find((one) => one.set === set);
  if (!found) throw new Error(`no pairs of ${set}`);
  return found;
};

describe('names on cards (R28)', () => {
  test.each(nameCases)('%s beside %s is %s, in both directions: %s', (card, known, result) => {
    expect(compareNames(card, [known])).toBe(result);
    expect(compareNames(known, [card])).toBe(result);
  });

  test('of made names that were held out, 96 in 100 genuine pairs agree at least in part, and 98 in 100 strangers do not', () => {
    const genuine = figuresOf('genuine, made');
    expect(genuine.pairs).toBeGreaterThanOrEqual(300);
    expect(genuine.results.match + genuine.results.partial).toBeGreaterThan(0.96 * genuine.pairs);
    const strangers = figuresOf('strangers, made');
    expect(strangers.pairs).toBeGreaterThanOrEqual(300);
    expect(strangers.results.no_match).toBeGreaterThan(0.98 * strangers.pairs);
    const family = figuresOf('of one family, made');
    expect(family.results.match).toBeLessThan(0.03 * family.pairs);
  });

  test('pairs are the same for a seed, and other ones for another', () => {
    expect(makePairs('held-out', 3)).toEqual(makePairs('held-out', 3));
    expect(makePairs('held-out', 3)).not.toEqual(makePairs('held-out', 4));
  });

  test('a made card has 26 characters of A to Z at most', () => {
    const random = seededRandom(11);
    for (const culture of ['portuguese', 'german', 'nordic', 'polish', 'french'])
      for (let drawn = 0; drawn < 100; drawn += 1)
        expect(emboss(drawPerson(culture, 'held-out', random), random)).toMatch(
          /^[A-Z](?:[A-Z ]{0,24}[A-Z])?$/,
        );
  });
});
