import { clopperPearson, trialsNeeded, upperBound } from '@titular/lab/calibration/binomial.ts';
import { compareAll, countIndependent, findTarget } from '@titular/lab/calibration/calibration.ts';
import { probit, renderDetPlot } from '@titular/lab/calibration/det-plot.ts';
import {
  countMatches,
  type Distances,
  detPoints,
  equalErrorRate,
  operatingPoint,
  SETTABLE_THRESHOLDS,
  thresholdForFmr,
} from '@titular/lab/calibration/error-rates.ts';
import {
  binByThreshold,
  drawPersons,
  matchShares,
  middleOf,
  seededRandom,
} from '@titular/lab/calibration/resample-persons.ts';
import { readConfig } from '@titular/server/config/config.ts';
import { parseSettings } from '@titular/server/settings/change-settings.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requireWellFormed } from '../../../server/test/faces/well-formed.ts';

const SEED = 20_261_121;

const distances = (mated: number[], nonMated: number[]): Distances => ({
  mated: Float64Array.from(mated).sort(),
  nonMated: Float64Array.from(nonMated).sort(),
});

/** A list of comparisons of which the distances alone matter. */
const far = (count: number, distance: number): number[] => Array.from({ length: count }, () => distance);

describe('exact intervals', () => {
  // Two-sided 95 % limits as in tables of the binomial distribution, to four places.
  test.each([
    [0, 10, 0, 0.3085],
    [1, 10, 0.0025, 0.445],
    [2, 10, 0.0252, 0.5561],
    [5, 10, 0.1871, 0.8129],
    [10, 10, 0.6915, 1],
    [0, 50, 0, 0.0711],
    [5, 50, 0.0333, 0.2181],
    [0, 100, 0, 0.0362],
    [3, 100, 0.0062, 0.0852],
    [10, 100, 0.049, 0.1762],
    [50, 100, 0.3983, 0.6017],
  ])('%i of %i is the tabled interval', (errors, trials, low, high) => {
    const interval = clopperPearson(errors, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test('stay exact for millions of comparisons', () => {
    const interval = clopperPearson(17, 12_500_000);
    expect(interval.low * 1e7).toBeCloseTo(7.922503107786337, 5);
    expect(interval.high * 1e6).toBeCloseTo(2.17749085535041, 5);
    expect(clopperPearson(6_000_000, 12_500_000).low).toBeCloseTo(0.479723005727, 9);
  });

  test('without an error the upper bound is 1 - 0.05^(1/n), which is the rule of three (R64)', () => {
    for (const trials of [30, 300, 3000, 30_000, 3_000_000]) {
      expect(upperBound(0, trials)).toBeCloseTo(1 - 0.05 ** (1 / trials), 12);
      expect(upperBound(0, trials)).toBeLessThan(3 / trials);
      expect(upperBound(0, trials)).toBeGreaterThan((3 / trials) * 0.94);
    }
    expect(trialsNeeded(1e-4)).toBe(30_000);
    expect(trialsNeeded(0.07)).toBe(43);
  });

  test(`hold the rate, and shrink with the number (seed ${SEED})`, () => {
    const counts = fc
      .integer({ min: 1, max: 100_000 })
      .chain((trials) => fc.tuple(fc.integer({ min: 0, max: trials }), fc.constant(trials)));
    fc.assert(
      fc.property(counts, ([errors, trials]) => {
        const { low, high } = clopperPearson(errors, trials);
        const rate = errors / trials;
        expect(low).toBeLessThanOrEqual(rate);
        expect(high).toBeGreaterThanOrEqual(rate);
        expect(upperBound(errors, trials)).toBeLessThanOrEqual(high);
        const larger = clopperPearson(errors * 10, trials * 10);
        expect(larger.high - larger.low).toBeLessThan(high - low);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

describe('error rates', () => {
  const byHand = distances([0.2, 0.3, 0.4, 0.5, 0.7], [0.45, 0.6, 0.8, 0.9]);

  test('are those counted by hand; a distance equal to the threshold matches, as in a decision', () => {
    expect(operatingPoint(byHand, 0.45)).toMatchObject({
      fmr: { errors: 1, comparisons: 4, rate: 0.25 },
      fnmr: { errors: 2, comparisons: 5, rate: 0.4 },
    });
    expect(operatingPoint(byHand, 0.449).fmr.errors).toBe(0);
    expect(operatingPoint(byHand, 0.7)).toMatchObject({ fmr: { rate: 0.5 }, fnmr: { rate: 0 } });
  });

  test('are equal where they cross', () => {
    const crossing = distances([0.1, 0.2, 0.3, 0.6], [0.5, 0.7, 0.8, 0.9]);
    const { rate, threshold } = equalErrorRate(crossing);
    expect(rate).toBe(0.25);
    expect(threshold).toBeCloseTo(0.5, 5);
    expect(equalErrorRate(distances([0.1, 0.2], [0.8, 0.9])).rate).toBe(0);
  });

  test(`go one way with the threshold, and count each comparison once (seed ${SEED})`, () => {
    const some = fc.array(fc.double({ min: 0, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 60 });
    const pair = fc.tuple(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 2, noNaN: true }),
    );
    fc.assert(
      fc.property(some, some, pair, (mated, nonMated, [one, other]) => {
        const given = distances(mated, nonMated);
        const low = operatingPoint(given, Math.min(one, other));
        const high = operatingPoint(given, Math.max(one, other));
        expect(low.fmr.errors).toBeLessThanOrEqual(high.fmr.errors);
        expect(low.fnmr.errors).toBeGreaterThanOrEqual(high.fnmr.errors);
        expect(low.fmr.errors).toBe(nonMated.filter((d) => d <= low.threshold).length);
        expect(low.fnmr.errors).toBe(mated.filter((d) => d > low.threshold).length);
        const points = detPoints(given);
        for (const [index, point] of points.slice(1).entries()) {
          expect(point.fmr).toBeGreaterThanOrEqual(points[index]?.fmr ?? 1);
          expect(point.fnmr).toBeLessThanOrEqual(points[index]?.fnmr ?? 0);
        }
        const { rate } = equalErrorRate(given);
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(rate).toBeLessThanOrEqual(1);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('a distance that is no number matches at no threshold', () => {
    expect(countMatches(Float64Array.from([0.2, Number.NaN]).sort(), 4)).toBe(1);
  });
});

describe('the threshold for a wished FMR', () => {
  test('is refused below three divided by the wish, however good the distances are (R64)', () => {
    expect(thresholdForFmr(Float64Array.from(far(29_999, 0.9)), 1e-4)).toEqual({
      kind: 'too_few',
      needed: 30_000,
    });
    expect(thresholdForFmr(Float64Array.from(far(30_000, 0.9)), 1e-4)).toEqual({
      kind: 'found',
      threshold: 0.6,
    });
  });

  test('is the largest whose upper bound keeps the wish, and refused where none does', () => {
    const nonMated = Float64Array.from([...far(20, 0.4), ...far(3000, 0.9)]).sort();
    expect(thresholdForFmr(nonMated, 0.001)).toEqual({ kind: 'found', threshold: 0.399 });
    const near = Float64Array.from([...far(20, 0.2), ...far(3000, 0.9)]).sort();
    expect(thresholdForFmr(near, 0.001)).toMatchObject({ kind: 'above', threshold: 0.3 });
  });

  test(`keeps the rate with its bound, and the next step does not (seed ${SEED})`, () => {
    const some = fc.array(fc.double({ min: 0.2, max: 0.9, noNaN: true }), { minLength: 30, maxLength: 300 });
    fc.assert(
      fc.property(some, fc.double({ min: 0.02, max: 0.2, noNaN: true }), (nonMated, target) => {
        const sorted = Float64Array.from(nonMated).sort();
        const answer = thresholdForFmr(sorted, target);
        if (answer.kind === 'too_few') expect(sorted.length * target).toBeLessThan(3);
        if (answer.kind === 'above') expect(answer.upper).toBeGreaterThan(target);
        if (answer.kind !== 'found') return;
        const upperAt = (threshold: number) => upperBound(countMatches(sorted, threshold), sorted.length);
        expect(upperAt(answer.threshold)).toBeLessThanOrEqual(target);
        if (answer.threshold < SETTABLE_THRESHOLDS.most)
          expect(upperAt((Math.round(answer.threshold * 1000) + 1) / 1000)).toBeGreaterThan(target);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('may be claimed only on 30,000 comparisons that share no person, without an error (R64)', () => {
    const good = distances([0.1], far(100_000, 0.9));
    const claim = (given: Distances, independent: number) => findTarget(given, independent, 1e-4);
    expect(claim(good, 29_999)).toMatchObject({ kind: 'found', mayBeClaimed: false });
    expect(claim(good, 30_000)).toMatchObject({ kind: 'found', mayBeClaimed: true });
    const oneError = distances([0.1], [0.1, ...far(100_000, 0.9)]);
    expect(claim(oneError, 30_000)).toMatchObject({ kind: 'found', mayBeClaimed: false });
    expect(claim(distances([0.1], far(20_000, 0.9)), 20_000)).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('it takes 30000'),
    });
  });

  test('lies within what can be set for a company and for the deployment, and no wider (R65)', () => {
    const set = (threshold: number) => {
      parseSettings('company', new Map([['match-threshold', String(threshold)]]));
      return readConfig({ TITULAR_MATCH_THRESHOLD: String(threshold) }).matchThreshold;
    };
    const { least, most } = SETTABLE_THRESHOLDS;
    expect([set(least), set(most)]).toEqual([least, most]);
    for (const beyond of [least - 0.01, most + 0.01]) expect(() => set(beyond)).toThrow('must be 0.3 to 0.6');
  });
});

describe('comparing and drawing persons', () => {
  const at = (value: number): Float32Array => Float32Array.from([value, 0]);

  test('compares each picture with every other by Euclidean distance, and counts those that lack one', () => {
    const labelled = {
      kind: 'folders',
      paths: ['a/1', 'a/2', 'b/1', 'b/2'],
      persons: [0, 0, 1, 1],
      personCount: 2,
      unused: [],
    } as const;
    const compared = compareAll(labelled, [at(0), at(0.25), at(1), undefined]);
    expect([...compared.mated.distances]).toEqual([0.25]);
    expect([...compared.nonMated.distances]).toEqual([1, 0.75]);
    expect(compared.leftOut).toBe(3);
    expect(countIndependent(compared.nonMated)).toBe(1);
  });

  test('a draw weighs a mated comparison once and a non-mated one by both its persons', () => {
    const list = {
      distances: Float64Array.from([0.2, 0.5, 0.9]),
      ones: Uint32Array.from([0, 0, 1]),
      others: Uint32Array.from([1, 2, 2]),
    };
    const thresholds = [0.3, 0.6];
    const bins = binByThreshold(list.distances, thresholds);
    expect([...bins]).toEqual([0, 1, 2]);
    // Weights 2, 1 and 0: only the first comparison is left, twice.
    expect(matchShares(list, bins, Uint32Array.from([2, 1, 0]), 2)).toEqual([1, 1]);
    expect(matchShares(list, bins, Uint32Array.from([1, 1, 1]), 2)).toEqual([1 / 3, 2 / 3]);
    expect(matchShares(list, bins, Uint32Array.from([3, 0, 0]), 2)).toBeUndefined();
    const mated = { ones: Uint32Array.from([0, 1]), others: Uint32Array.from([0, 1]) };
    expect(matchShares(mated, Uint8Array.from([0, 1]), Uint32Array.from([3, 1]), 1)).toEqual([0.75]);
  });

  test('the same seed draws the same persons, as many as there are', () => {
    const draw = (seed: number) => [...drawPersons(seededRandom(seed), [0, 2, 5])];
    expect(draw(7)).toEqual(draw(7));
    for (const seed of [1, 2, 3, 4]) {
      const weights = draw(seed);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(3);
      expect([weights[1], weights[3], weights[4]]).toEqual([0, 0, 0]);
    }
    const random = seededRandom(SEED);
    const mean = Array.from({ length: 20_000 }, random).reduce((sum, one) => sum + one, 0) / 20_000;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
  });

  test('the interval is the middle 95 %', () => {
    expect(middleOf(Array.from({ length: 1001 }, (_, index) => index))).toEqual({ low: 25, high: 975 });
    expect(middleOf([])).toBeUndefined();
  });
});

describe('the DET plot', () => {
  test.each([
    [0.5, 0],
    [0.975, 1.959964],
    [0.025, -1.959964],
    [0.01, -2.326348],
    [0.001, -3.090232],
    [1e-6, -4.753424],
  ])('the normal deviate of %f is %f, as tabled', (p, deviate) => {
    expect(probit(p)).toBeCloseTo(deviate, 6);
  });

  test('is well-formed XML with title and description, and without script or anything loaded', () => {
    const given = distances([0.2, 0.3, 0.4, 0.5, 0.7], [0.45, 0.6, 0.8, 0.9]);
    const point = { threshold: 0.5, fmr: 0.25, fnmr: 0.2 };
    const svg = renderDetPlot(detPoints(given), [point], {
      title: 'A < B & "C" \u0001',
      description: "</desc><script>alert('1')</script>",
      mated: 5,
      nonMated: 4,
    });
    const elements = requireWellFormed(svg);
    expect(elements.filter((name) => name === 'title' || name === 'desc')).toEqual(['title', 'desc']);
    expect(new Set(elements)).toEqual(
      new Set(['svg', 'title', 'desc', 'rect', 'text', 'line', 'polyline', 'circle']),
    );
    expect(svg).toContain('A &lt; B &amp; &quot;C&quot;');
    expect(svg).not.toMatch(/href|style|\son\w+=|NaN|Infinity/);
  });

  test(`draws finite places inside its frame for any distances (seed ${SEED})`, () => {
    const some = fc.array(fc.double({ min: 0, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(some, some, (mated, nonMated) => {
        const svg = renderDetPlot(detPoints(distances(mated, nonMated)), [], {
          title: 't',
          description: 'd',
          mated: mated.length,
          nonMated: nonMated.length,
        });
        requireWellFormed(svg);
        const places = (/points="([^"]+)"/.exec(svg)?.[1] ?? '').split(/[ ,]/).map(Number);
        expect(places.every((place) => place >= 56 && place <= 636)).toBe(true);
      }),
      { seed: SEED, numRuns: 50 },
    );
  });
});
