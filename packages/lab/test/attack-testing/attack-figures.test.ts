import {
  addUpPresentations,
  endOf,
  MIN_TO_CLAIM,
  type Presentation,
  type PresentationEnd,
} from '@titular/lab/attack-testing/attack-figures.ts';
import { describe, expect, test } from 'vitest';

const shown = (species: string, ...ends: PresentationEnd[]): Presentation[] =>
  ends.map((end, index) => ({
    species,
    recording: `${species}/${index}`,
    end,
    reasons: end === 'approved' ? ['live'] : ['attempts_exhausted', 'still_picture'],
    outcomes: end === 'approved' ? ['completed'] : ['no_face', 'no_face', 'challenge_missed'],
  }));

const times = (count: number, end: PresentationEnd): PresentationEnd[] =>
  Array.from({ length: count }, () => end);

describe('the figures of an attack report', () => {
  test('APCER stands for each species with its number and the exact interval, BPCER beside it (R59)', () => {
    const { species, bonaFide, worst } = addUpPresentations([
      ...shown('bona-fide', ...times(9, 'approved'), 'not_approved'),
      ...shown('mask', 'approved', ...times(9, 'not_approved')),
      ...shown('photo', ...times(10, 'not_approved')),
    ]);
    expect(bonaFide.errors).toMatchObject({ errors: 1, of: 10, rate: 0.1 });
    expect(species.map(({ folder, errors }) => [folder, errors?.errors, errors?.of])).toEqual([
      ['mask', 1, 10],
      ['photo', 0, 10],
    ]);
    // Clopper and Pearson for 1 and 0 of 10, from tables.
    expect(species[0]?.errors?.exact.low).toBeCloseTo(0.00253, 4);
    expect(species[0]?.errors?.exact.high).toBeCloseTo(0.44502, 4);
    expect(species[1]?.errors?.exact).toEqual({ low: 0, high: expect.closeTo(0.3085, 4) });
    expect(worst).toMatchObject({ folder: 'mask' });
  });

  test('the worst species is the one with the highest share, and of two alike the one of which less is known', () => {
    const figures = addUpPresentations([
      ...shown('a', ...times(20, 'not_approved')),
      ...shown('b', ...times(3, 'not_approved')),
    ]);
    expect(figures.worst?.folder).toBe('b');
    expect(addUpPresentations(shown('c', 'no_response')).worst).toBeUndefined();
  });

  test('what had no response, or was not presented, counts in no share of errors, and is told beside it', () => {
    const [figures] = addUpPresentations(
      shown('replay-x', 'not_presented', 'no_response', 'no_response', 'approved', 'not_approved'),
    ).species;
    expect(figures).toMatchObject({
      recordings: 5,
      notPresented: 1,
      errors: { errors: 1, of: 2 },
      noResponse: { errors: 2, of: 4 },
    });
  });

  test('fewer than 43 presentations are too few to claim anything, also where none was approved (R64)', () => {
    expect(MIN_TO_CLAIM).toBe(43);
    const isTooFew = (...ends: PresentationEnd[]) =>
      addUpPresentations(shown('x', ...ends)).species[0]?.isTooFew;
    expect(isTooFew(...times(42, 'not_approved'))).toBe(true);
    expect(isTooFew(...times(43, 'not_approved'))).toBe(false);
    expect(isTooFew(...times(42, 'not_approved'), ...times(10, 'no_response'))).toBe(true);
  });

  test('a reason counts once for each presentation, however many attempts it ended', () => {
    const [figures] = addUpPresentations(shown('x', 'not_approved', 'not_approved')).species;
    expect(figures?.outcomes).toEqual({ challenge_missed: 2, no_face: 2 });
    expect(figures?.reasons).toEqual({ attempts_exhausted: 2, still_picture: 2 });
  });

  test.each([
    [{ approved: true, hasPassedStep: true, reasons: ['live', 'enrolled', 'enrolled_unproven'] }, 'approved'],
    [{ approved: false, hasPassedStep: true, reasons: ['attempts_exhausted'] }, 'not_approved'],
    [
      { approved: false, hasPassedStep: false, reasons: ['attempts_exhausted', 'several_persons'] },
      'not_approved',
    ],
    [{ approved: false, hasPassedStep: false, reasons: ['attempts_exhausted'] }, 'no_response'],
  ] as const)('%j ends as %s', (end, expected) => {
    expect(endOf(end)).toBe(expected);
  });
});
