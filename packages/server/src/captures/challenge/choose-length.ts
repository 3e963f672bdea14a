import { CHALLENGE_REASONS, type ChallengeLength, type ChallengeReason } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';

/** Hours for which a face has to be enrolled before it shortens a challenge. */
export const KNOWN_AFTER_HOURS = 24;

/** Days for which an attack signal or a capture that was not approved lengthens the challenges of an identity. */
export const SIGNAL_DAYS = 90;

/** Subjects with a signal that can refuse approval, within so many minutes, from which on a tenant counts as attacked. */
export const TENANT_UNDER_ATTACK = { subjects: 5, minutes: 60 };

/**
 * What is known when an attempt begins, all of it by the service alone: nothing is asked of the page or its browser. `enrolledAt` and
 * `matchedAt` are of the faces of the identity that the present engine measured.
 */
export type RiskFacts = {
  /** The identity was stated on the page instead of by the shop. */
  isStated: boolean;
  /** Number of the attempt, from 1. */
  number: number;
  enrolledAt: Date | undefined;
  matchedAt: Date | undefined;
  /** An attack signal in a capture for the identity, this one included. */
  hasSignal: boolean;
  /** Another capture for the identity was complete and not approved. */
  wasRefused: boolean;
  /** Subjects of the tenant with a signal that can refuse approval, of late. */
  subjectsUnderAttack: number;
};

/** How long a challenge is, and why: reasons are in the order of the table. */
export type ChosenLength = { length: ChallengeLength; reasons: ChallengeReason[] };

type Raise = (facts: RiskFacts, now: Date) => boolean;

/** What makes a challenge long under a policy by risk; where none applies, the person is known. */
const RAISES: Readonly<Record<Exclude<ChallengeReason, 'known'>, Raise>> = {
  stated_identity: ({ isStated }) => isStated,
  later_attempt: ({ number }) => number > 1,
  not_enrolled: ({ enrolledAt }) => enrolledAt === undefined,
  enrolled_lately: ({ enrolledAt }, now) =>
    enrolledAt !== undefined && addSeconds(enrolledAt, KNOWN_AFTER_HOURS * 3600) > now,
  never_matched: ({ enrolledAt, matchedAt }) => enrolledAt !== undefined && matchedAt === undefined,
  signal_of_identity: ({ hasSignal }) => hasSignal,
  refused_lately: ({ wasRefused }) => wasRefused,
  tenant_under_attack: ({ subjectsUnderAttack }) => subjectsUnderAttack >= TENANT_UNDER_ATTACK.subjects,
};

/** Chooses the length of a challenge by risk: short for who is known and beside whom nothing was seen, and long for everybody else. */
export function chooseLength(facts: RiskFacts, now: Date): ChosenLength {
  const reasons = CHALLENGE_REASONS.filter((reason) => reason !== 'known' && RAISES[reason](facts, now));
  return reasons.length === 0 ? { length: 'short', reasons: ['known'] } : { length: 'long', reasons };
}
