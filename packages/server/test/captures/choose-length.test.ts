import { CHALLENGE_REASON_MEANINGS, CHALLENGE_REASONS, type ChallengeReason } from '@titular/contract';
import {
  chooseLength,
  KNOWN_AFTER_HOURS,
  type RiskFacts,
  SIGNAL_DAYS,
  TENANT_UNDER_ATTACK,
} from '@titular/server/captures/challenge/choose-length.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const NOW = new Date('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

/** A person whose face was enrolled and matched, and beside whom nothing was seen. */
const KNOWN: RiskFacts = {
  isStated: false,
  number: 1,
  enrolledAt: hoursAgo(KNOWN_AFTER_HOURS),
  matchedAt: hoursAgo(1),
  hasSignal: false,
  wasRefused: false,
  subjectsUnderAttack: TENANT_UNDER_ATTACK.subjects - 1,
};

const CASES: readonly [Exclude<ChallengeReason, 'known'>, Partial<RiskFacts>][] = [
  ['stated_identity', { isStated: true }],
  ['later_attempt', { number: 2 }],
  ['not_enrolled', { enrolledAt: undefined, matchedAt: undefined }],
  ['enrolled_lately', { enrolledAt: hoursAgo(KNOWN_AFTER_HOURS - 0.01) }],
  ['never_matched', { matchedAt: undefined }],
  ['signal_of_identity', { hasSignal: true }],
  ['refused_lately', { wasRefused: true }],
  ['tenant_under_attack', { subjectsUnderAttack: TENANT_UNDER_ATTACK.subjects }],
];

describe('the number of movements by risk', () => {
  test('is small for who is known, and of each other fact alone it is large, with its name', () => {
    expect(chooseLength(KNOWN, NOW)).toEqual({ length: 'short', reasons: ['known'] });
    for (const [reason, change] of CASES)
      expect(chooseLength({ ...KNOWN, ...change }, NOW)).toEqual({ length: 'long', reasons: [reason] });
    expect([...CASES.map(([reason]) => reason), 'known']).toEqual([...CHALLENGE_REASONS]);
  });

  test('is small only where all facts are those of a known person, and says every reason otherwise', () => {
    fc.assert(
      fc.property(fc.subarray([...CASES]), (chosen) => {
        const facts = Object.assign({ ...KNOWN }, ...chosen.map(([, change]) => change)) as RiskFacts;
        const { length, reasons } = chooseLength(facts, NOW);
        expect(length).toBe(chosen.length === 0 ? 'short' : 'long');
        // Who is not enrolled at all was neither enrolled lately nor matched.
        // Who is not enrolled was neither enrolled lately nor never matched, and the last change of a fact counts.
        const names = chosen
          .map(([reason]) => reason)
          .filter((reason) => !['not_enrolled', 'enrolled_lately', 'never_matched'].includes(reason));
        expect(reasons).toEqual(expect.arrayContaining(names));
      }),
    );
  });

  test('is told with the limits that it is chosen by', () => {
    expect(CHALLENGE_REASON_MEANINGS.enrolled_lately).toContain(`${KNOWN_AFTER_HOURS} hours`);
    expect(CHALLENGE_REASON_MEANINGS.signal_of_identity).toContain(`${SIGNAL_DAYS} days`);
    expect(CHALLENGE_REASON_MEANINGS.refused_lately).toContain(`${SIGNAL_DAYS} days`);
    expect(CHALLENGE_REASON_MEANINGS.tenant_under_attack).toContain(
      `${TENANT_UNDER_ATTACK.subjects} captures`,
    );
  });
});
