import { CARD_NAME_RESULTS, CHECKS } from '@titular/contract';
import { decide, decisionReasons, type Evidence } from '@titular/server/decision/decision.ts';
import { listChecks } from '@titular/server/decision/list-checks.ts';
import { describe, expect, test } from 'vitest';

const evidence: Evidence = {
  askedPoses: ['front', 'left'],
  frames: [
    { pose: 'front', distanceToFirst: 0 },
    { pose: 'left', distanceToFirst: 0.2 },
  ],
  reference: { kind: 'compared', distance: 0.2 },
  otherFaceDistance: undefined,
  gallery: 'open',
  isStatedIdentity: false,
  livenessBy: 'challenge',
  signs: [],
};
const policy = {
  templatePolicy: 'enrol',
  matchThreshold: 0.5,
  samePersonThreshold: 0.5,
  faceOfAnotherIdentity: 'refuse',
  outdatedTemplate: 'refuse',
  fullGallery: 'refuse',
  distanceChallenge: 'known',
  notedSigns: [],
} as const;

const resultsOf = (changes: object, rules: object = {}): string =>
  listChecks(decide({ ...evidence, ...changes } as Evidence, { ...policy, ...rules } as typeof policy))
    .map(({ result }) => result)
    .join(' ');

const frames = (...distances: number[]) =>
  distances.map((distanceToFirst, index) => ({ pose: index === 0 ? 'front' : 'left', distanceToFirst }));

describe('the checks of a decision', () => {
  test.each([
    ['the enrolled face', {}, {}, 'passed passed passed passed not_done not_done not_done not_done'],
    [
      'a face that differs',
      { reference: { kind: 'compared', distance: 0.6 } },
      {},
      'passed passed failed passed not_done not_done not_done not_done',
    ],
    [
      'a first face',
      { reference: { kind: 'none' } },
      {},
      'passed passed impossible passed not_done not_done not_done not_done',
    ],
    [
      'a first face that may not enrol',
      { reference: { kind: 'none' } },
      { templatePolicy: 'require-reference' },
      'passed passed impossible passed not_done not_done not_done not_done',
    ],
    [
      'a face enrolled by another engine',
      { reference: { kind: 'outdated' } },
      {},
      'passed passed impossible passed not_done not_done not_done not_done',
    ],
    [
      'a capture by another engine, with which nothing can be searched',
      { reference: { kind: 'capture_outdated' } },
      {},
      'passed passed impossible impossible not_done not_done not_done not_done',
    ],
    [
      'a first face that is known under another identity',
      { reference: { kind: 'none' }, otherFaceDistance: 0.1 },
      {},
      'passed passed impossible found not_done not_done not_done not_done',
    ],
    [
      'the same where the company lets it pass',
      { otherFaceDistance: 0.1 },
      { faceOfAnotherIdentity: 'approve' },
      'passed passed passed found not_done not_done not_done not_done',
    ],
    [
      'a missing step',
      { frames: frames(0) },
      {},
      'failed not_done not_done not_done not_done not_done not_done not_done',
    ],
    [
      'two persons',
      { frames: frames(0, 0.9) },
      {},
      'passed failed not_done not_done not_done not_done not_done not_done',
    ],
    [
      'frames of two engines',
      { frames: frames(0, Number.NaN) },
      {},
      'passed failed not_done not_done not_done not_done not_done not_done',
    ],
  ])('of %s', (_what, changes, rules, expected) => {
    expect(resultsOf(changes, rules)).toBe(expected);
  });

  test.each(['passed', 'failed', 'impossible'] as const)(
    'with card evidence that is %s, say so in a check of its own',
    (card) => {
      expect(listChecks({ reasons: ['live', 'card_unconfirmed'], card }).at(-1)).toEqual({
        ...{ check: 'card_evidence', result: card },
      });
    },
  );

  test('say of failed attempts that the challenge failed, and that nothing else was done', () => {
    const results = listChecks({ reasons: ['attempts_exhausted'] }).map(({ result }) => result);
    expect(results).toEqual(['failed', ...Array(7).fill('not_done')]);
  });

  test.each([
    [undefined, 'not_done'],
    [[], 'passed'],
    [['virtual_camera'], 'found'],
  ])('with the signs %j, that these are %s', (signs, result) => {
    expect(listChecks({ reasons: ['live'], signs })).toContainEqual({ check: 'signs', result });
  });

  test.each(CARD_NAME_RESULTS)('with a name that is %s, say so in a check of its own (R28)', (cardName) => {
    expect(listChecks({ reasons: ['live'], cardName }).at(-4)).toEqual({
      check: 'card_name',
      result: cardName,
    });
  });

  test('are all there, in their order, for every reason and for one of a later release', () => {
    for (const reason of [...Object.keys(decisionReasons), 'of_a_later_release', 'constructor'])
      expect(listChecks({ reasons: [reason] }).map(({ check }) => check)).toEqual([...CHECKS]);
  });
});
