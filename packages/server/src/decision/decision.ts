import { type RiskSign, riskSigns, type SeenSign, signsRefuse } from './risk-signs.ts';

/** Coded reasons of a decision; docs/decision.md is generated from this table. */
export const decisionReasons = {
  live: 'The head turns that the server asked for were made, in order, by one person.',
  matches_reference: 'The face is the one enrolled for this identity.',
  enrolled: 'No face was enrolled for this identity; the company lets the first capture enrol one.',
  challenge_incomplete: 'A step of the challenge has no frame that shows it.',
  person_changed: 'The frames of one attempt show different faces.',
  face_differs: 'The face is not the one enrolled for this identity.',
  face_of_another_identity:
    'The face is, beyond doubt, enrolled for another identity of the same kind and tenant.',
  stated_identity:
    'The person said on the page that the card is theirs under another identity, and was measured as that one.',
  no_reference:
    'No face is enrolled for this identity, and no capture may enrol one: the company does not let it, or the identity is a stated one.',
  reference_outdated: 'The enrolled face was measured by another engine version and cannot be compared.',
  capture_outdated:
    'The capture was measured by another engine version than the present one and cannot be compared.',
  several_faces: 'More than one face was in front of the camera.',
  attempts_exhausted: 'All attempts at the challenge failed.',
  retry_time_passed: 'An attempt at the challenge failed, and no other was begun in the time for it.',
} as const;
/** A code of that table. */
export type DecisionReason = keyof typeof decisionReasons | RiskSign;

/** What a reason means, whether it is one of the decision or a sign of an attack. */
export const reasonMeaning = (reason: DecisionReason): string =>
  reason in riskSigns
    ? riskSigns[reason as RiskSign].meaning
    : decisionReasons[reason as keyof typeof decisionReasons];

/** A frame that passed a step: the pose it shows, and its distance to the first frame of the attempt. */
export type FrameEvidence = { pose: string; distanceToFirst: number };

/** What is known of the identity's enrolled face; `capture_outdated` when the capture itself is of another engine version. */
export type ReferenceEvidence =
  | { kind: 'none' }
  | { kind: 'outdated' }
  | { kind: 'capture_outdated' }
  | { kind: 'compared'; distance: number };

/** All that the decision may rest on. */
export type Evidence = {
  askedPoses: readonly string[];
  frames: readonly FrameEvidence[];
  reference: ReferenceEvidence;
  /** Distance to the nearest face that is enrolled for an identity of the same kind that was neither sent nor stated; undefined when there is none. */
  otherFaceDistance: number | undefined;
  /** Signs of attacks, of all attempts. */
  signs: readonly SeenSign[];
  /** The identity is not the one that was sent, but one that the person stated on the page. */
  isStatedIdentity: boolean;
};

/** Rules of company and deployment; distances are Euclidean, see biometrics/comparison. */
export type DecisionPolicy = {
  templatePolicy: 'enrol' | 'require-reference';
  matchThreshold: number;
  samePersonThreshold: number;
  faceOfAnotherIdentity: 'refuse' | 'approve';
  /** Signs that are noted and keep nobody from being approved, of those for which that is possible. */
  notedSigns: readonly string[];
};

/** What was decided and why, kept with the transaction; `enrol` asks for a template from this capture. */
export type Decision = {
  result: 'approved' | 'inconclusive';
  reasons: DecisionReason[];
  enrol: boolean;
  matchThreshold: number;
  distance: number | undefined;
  /** Whether the person is another than the identity that was sent; undefined where nothing is known. */
  hasIdentityChanged: boolean | undefined;
};

/** A search over many faces finds look-alikes by their number alone: only well within the threshold a face counts as another's. */
export const BEYOND_DOUBT = 0.8;

function livenessProblem(evidence: Evidence, policy: DecisionPolicy): DecisionReason | undefined {
  const shown = evidence.frames.map((frame) => frame.pose);
  const complete = shown.length > 0 && shown.join() === evidence.askedPoses.join();
  if (!complete) return 'challenge_incomplete';
  const samePerson = evidence.frames.every((frame) => frame.distanceToFirst <= policy.samePersonThreshold);
  return samePerson ? undefined : 'person_changed';
}

function compareWithReference(
  { reference, isStatedIdentity }: Evidence,
  policy: DecisionPolicy,
): { passes: boolean; reason: DecisionReason } {
  if (reference.kind === 'compared') {
    const passes = reference.distance <= policy.matchThreshold;
    return { passes, reason: passes ? 'matches_reference' : 'face_differs' };
  }
  if (reference.kind === 'outdated') return { passes: false, reason: 'reference_outdated' };
  if (reference.kind === 'capture_outdated') return { passes: false, reason: 'capture_outdated' };
  // Whoever holds the link could otherwise bind a face of their own to any identity.
  const enrols = policy.templatePolicy === 'enrol' && !isStatedIdentity;
  return { passes: enrols, reason: enrols ? 'enrolled' : 'no_reference' };
}

type OtherFace = { isEnrolled: boolean; isNearer: boolean };

/** Whether another identity has this face beyond doubt, and whether it is nearer than the claimed identity's own. */
function findOther({ otherFaceDistance, reference }: Evidence, policy: DecisionPolicy): OtherFace {
  const isEnrolled =
    otherFaceDistance !== undefined && otherFaceDistance <= BEYOND_DOUBT * policy.matchThreshold;
  const own = reference.kind === 'compared' ? reference.distance : Number.POSITIVE_INFINITY;
  return { isEnrolled, isNearer: isEnrolled && otherFaceDistance < own };
}

/** Decides from evidence and policy alone; anything short of a live person who is, or may become, the enrolled one is inconclusive. */
export function decide(evidence: Evidence, policy: DecisionPolicy): Decision {
  const distance = evidence.reference.kind === 'compared' ? evidence.reference.distance : undefined;
  const common = { matchThreshold: policy.matchThreshold, distance };
  const signs = evidence.signs.map(({ sign }) => sign);
  const problem = livenessProblem(evidence, policy);
  const isSuspect = signsRefuse(evidence.signs, policy.notedSigns);
  if (problem || isSuspect) {
    // Of a capture that is none, nothing is told about whose face it shows.
    const reasons: DecisionReason[] = [...(problem ? [problem] : []), ...signs];
    return { result: 'inconclusive', reasons, enrol: false, hasIdentityChanged: undefined, ...common };
  }
  const compared = compareWithReference(evidence, policy);
  const other = findOther(evidence, policy);
  const passes = compared.passes && !(other.isEnrolled && policy.faceOfAnotherIdentity === 'refuse');
  const reasons: DecisionReason[] = ['live', compared.reason];
  if (other.isEnrolled) reasons.push('face_of_another_identity');
  if (evidence.isStatedIdentity) reasons.push('stated_identity');
  reasons.push(...signs);
  const isKnown = passes || other.isNearer;
  return {
    result: passes ? 'approved' : 'inconclusive',
    reasons: reasons.filter((reason) => passes || reason !== 'enrolled'),
    enrol: passes && evidence.reference.kind === 'none',
    hasIdentityChanged: isKnown ? other.isNearer || evidence.isStatedIdentity : undefined,
    ...common,
  };
}
