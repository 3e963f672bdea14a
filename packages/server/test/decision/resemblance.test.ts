import { type DecisionReason, decide } from '@titular/server/decision/decision.ts';
import { describe, expect, test } from 'vitest';
import { live, policy } from './decision-fixture.ts';

describe('faces that look like those of others', () => {
  const unknown = { ...live, reference: { kind: 'none' } } as const;

  test.each<[string, number | undefined, readonly string[], string, DecisionReason[]]>([
    ['nobody near', 0.51, [], 'approved', ['live', 'enrolled', 'enrolled_unproven']],
    ['at the threshold', 0.5, [], 'inconclusive', ['live', 'enrolment_doubtful', 'resembles_another']],
    ['a little nearer', 0.41, [], 'inconclusive', ['live', 'enrolment_doubtful', 'resembles_another']],
    [
      'noted alone',
      0.45,
      ['resembles_another'],
      'approved',
      ['live', 'enrolled', 'enrolled_unproven', 'resembles_another'],
    ],
    ['beyond doubt', 0.4, [], 'inconclusive', ['live', 'face_of_another_identity']],
  ])(
    'a face like one of another identity is not enrolled: %s (A-11, R65)',
    (_what, otherFaceDistance, notedSigns, result, reasons) => {
      const decision = decide({ ...unknown, otherFaceDistance }, { ...policy, notedSigns });
      expect(decision).toMatchObject({ result, reasons, enrol: result === 'approved' });
    },
  );

  test('who is known is approved beside a look-alike, and renews nothing (A-11)', () => {
    const decision = decide({ ...live, otherFaceDistance: 0.45 }, policy);
    expect(decision).toMatchObject({ result: 'approved', mayRenew: false });
    expect(decision.reasons).toEqual(['live', 'matches_reference', 'resembles_another']);
  });

  test('of a capture that is none nothing is told of whom it resembles (A-11)', () => {
    const { reasons } = decide({ ...unknown, frames: [], otherFaceDistance: 0.45 }, policy);
    expect(reasons).toEqual(['challenge_incomplete']);
  });

  test('nobody is enrolled while the face of the identity is disputed (A-11)', () => {
    const decision = decide({ ...unknown, isDisputed: true }, policy);
    expect(decision).toMatchObject({
      result: 'inconclusive',
      reasons: ['live', 'face_disputed'],
      enrol: false,
    });
    expect(decide({ ...live, isDisputed: true }, policy).result).toBe('approved');
  });
});
