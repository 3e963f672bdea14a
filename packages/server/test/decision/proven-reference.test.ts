import {
  type Decision,
  type DecisionPolicy,
  decide,
  type Evidence,
  type ReferenceOrigin,
} from '@titular/server/decision/decision.ts';
import { describe, expect, test } from 'vitest';

const policy: DecisionPolicy = {
  templatePolicy: 'enrol',
  matchThreshold: 0.5,
  samePersonThreshold: 0.45,
  faceOfAnotherIdentity: 'refuse',
  distanceChallenge: 'known',
  notedSigns: [],
  outdatedTemplate: 'enrol-anew',
  fullGallery: 'refuse',
};
const strict: DecisionPolicy = { ...policy, templatePolicy: 'require-reference' };

const evidence = (reference: Evidence['reference']): Evidence => ({
  askedPoses: ['front', 'left', 'front'],
  livenessBy: 'challenge',
  frames: ['front', 'left', 'front'].map((pose) => ({ pose, distanceToFirst: 0.1 })),
  reference,
  otherFaceDistance: undefined,
  signs: [],
  gallery: 'open',
  isStatedIdentity: false,
});

const operator: ReferenceOrigin = {
  ...{ kind: 'operator', isProven: true },
  ...{ source: 'onboarding', date: '2026-03-02' },
};
const first: ReferenceOrigin = { kind: 'capture', isProven: false, source: null, date: '2026-11-20' };
const reasonsOf = ({ result, reasons }: Decision): string[] => [result, ...reasons];

describe('a decision tells what it rests on (R65)', () => {
  test.each([operator, first, { ...operator, kind: 'capture' } as const])(
    'a face of $kind, proven or not, is compared alike and named',
    (origin) => {
      const near = decide(evidence({ kind: 'compared', distance: 0.3, origin }), strict);
      expect(reasonsOf(near)).toEqual(['approved', 'live', 'matches_reference']);
      expect(near.reference).toEqual(origin);
      const far = decide(evidence({ kind: 'compared', distance: 0.6, origin }), policy);
      expect(reasonsOf(far)).toEqual(['inconclusive', 'live', 'face_differs']);
      expect(far.reference).toEqual(origin);
    },
  );

  test.each([
    ['a first face', { kind: 'none' }, 'enrolled'],
    ['a face in place of outdated ones', { kind: 'outdated' }, 'reference_renewed'],
  ] as const)('%s that a capture enrols is marked as unproven', (_, reference, reason) => {
    const enrolled = decide(evidence(reference), policy);
    expect(reasonsOf(enrolled)).toEqual(['approved', 'live', reason, 'enrolled_unproven']);
    expect(enrolled.reference).toBeUndefined();
  });

  test.each([
    ['no face is enrolled where one is required', { kind: 'none' }, strict, 'no_reference'],
    ['an outdated face is proven', { kind: 'outdated', isProven: true }, policy, 'reference_outdated'],
  ] as const)('nothing is enrolled, and nothing marked, where %s', (_, reference, rules, reason) => {
    const refused = decide(evidence(reference), rules);
    expect(reasonsOf(refused)).toEqual(['inconclusive', 'live', reason]);
    expect(refused.enrol).toBe(false);
  });

  test('a refused enrolment has no mark', () => {
    const other = { ...evidence({ kind: 'none' }), otherFaceDistance: 0.1 };
    expect(reasonsOf(decide(other, policy))).toEqual(['inconclusive', 'live', 'face_of_another_identity']);
  });
});
