import { REASON_CODES } from '@titular/contract';
import { mainReason, weightOf } from '@titular/contract/main-reason';
import { describe, expect, test } from 'vitest';
import { nextSteps } from '../../src/words/next-steps.ts';

describe('the one reason that answers why', () => {
  test('of an approval it is the last that speaks for it, whatever was noted besides', () => {
    expect(mainReason(['live', 'matches_reference', 'face_of_another_identity'], true)).toBe(
      'matches_reference',
    );
  });

  test('of every other end it is the first that speaks against it', () => {
    expect(mainReason(['live', 'matches_reference', 'face_of_another_identity'], false)).toBe(
      'face_of_another_identity',
    );
    expect(mainReason(['signs_refuse', 'virtual_camera'], false)).toBe('signs_refuse');
  });

  test('a scenario of the sandbox gives way to the reason that it plays', () => {
    expect(mainReason(['sandbox_scenario', 'face_differs'], false)).toBe('face_differs');
    expect(mainReason(['sandbox_scenario'], true)).toBe('sandbox_scenario');
  });

  test('a code of a newer release is left out', () => {
    expect(mainReason(['something_new'], false)).toBeUndefined();
    expect(mainReason(['something_new', 'no_reference'], false)).toBe('no_reference');
  });

  test('whatever speaks against somebody has a step to take after it (P4)', () => {
    const without = REASON_CODES.filter(
      (code) => weightOf(code) === 'against' && nextSteps[code] === 'nothing',
    );
    expect(without).toEqual([]);
  });
});
