import type { CardNameResult, DecisionReasonCode } from '@titular/contract';
import {
  type AttackSignal,
  attackSignals,
  type SeenSignal,
  signalsBarEnrolment,
  signalsRefuse,
} from './attack-signals.ts';
import { type CardFinding, type CardReason, cardReasons } from './card-evidence.ts';
import { type LinkReason, linkReasons } from './links.ts';

/** Coded reasons of a decision; docs/decision.md is generated from this table. */
export const decisionReasons = {
  live_elsewhere:
    "The operator's own identity platform found a live person in front of the camera; it also asked for the movements.",
  live: 'One person made the movements that the server asked for, in order.',
  moved_by_distance:
    'The person came nearer, moved away and opened the mouth instead of turning the head or nodding.',
  matches_reference: 'The face is the one enrolled for this identity.',
  enrolled: 'No face was enrolled for this identity, and the company lets the first capture enrol one.',
  reference_renewed:
    'All faces enrolled for this identity are of another engine version, and the company lets a live capture enrol anew.',
  enrolled_unproven:
    'The enrolled face is that of whoever held the link: no reference of the operator says that it belongs to this identity.',
  distance_not_accepted:
    'The person came nearer and moved away instead of turning the head or nodding. The company accepts no such capture.',
  challenge_incomplete: 'A step of the challenge has no frame that shows it.',
  person_changed: 'The frames of one attempt show different faces.',
  face_differs: 'The face is not the one enrolled for this identity.',
  face_of_another_identity:
    'The face is, beyond doubt, enrolled for another identity of the same kind and tenant.',
  stated_identity:
    'The person said on the page that the card is theirs under another identity, and was compared with that one.',
  card_name_differs: 'The name on the card does not agree with those known for the identity.',
  ...linkReasons,
  no_reference:
    'No face is enrolled for this identity, and no capture may enrol one: the company does not allow it, or it is a stated identity.',
  reference_outdated: 'The enrolled face is of another engine version and cannot be compared.',
  gallery_full:
    'The tenant has as many faces of this kind as the deployment holds in memory (TITULAR_GALLERY_MEMORY_MB, TITULAR_GALLERY_LIMIT), so no further face is enrolled. A person without an enrolled face is approved only if the company allows it (full-gallery).',
  capture_outdated:
    'The capture is of an engine version that the service does not have and cannot be compared.',
  signs_refuse: 'Attack signals, which follow, prevent approval.',
  face_disputed:
    "The face enrolled for this identity was found to be another person's. No capture enrols a face until an operator settles it.",
  enrolment_doubtful:
    'No face is enrolled for this identity, and an attack signal, which follows, prevents enrolment.',
  distance_enrols_nobody:
    'No face is enrolled for this identity. The person came nearer and moved away instead of turning the head or nodding, and the company does not enrol by such a capture.',
  gallery_unsearched:
    'The tenant has more faces of this kind than the deployment holds in memory (TITULAR_GALLERY_MEMORY_MB, TITULAR_GALLERY_LIMIT), so none was searched. The person is approved only if the company allows it (full-gallery). In a change of engine: others are enrolled in a version that the capture lacks, and were not searched. Then a person without an enrolled face is approved only if the company allows it, and not enrolled.',
  attempts_exhausted: 'All attempts at the challenge failed.',
  day_attempts_exhausted:
    'The identity reached its daily attempt limit. Written by earlier releases; now the person is asked to wait.',
  captures_erased: 'The captures of the reference process were erased before the decision.',
  retry_time_passed: 'An attempt at the challenge failed, and the next did not start in time.',
  sandbox_scenario:
    'Nothing was decided: a sandbox scenario, or a step taken by hand, led to this end. Only in the test environment.',
} as const satisfies Readonly<Record<DecisionReasonCode, string>>;
/** A code of that table. */
export type DecisionReason = keyof typeof decisionReasons | AttackSignal | CardReason;

/** All codes of that table. */
export const DECISION_REASONS = Object.keys(decisionReasons) as (keyof typeof decisionReasons)[];

/** What a reason means, whether it is one of the decision, about the card, or a sign of an attack. */
export const reasonMeaning = (reason: DecisionReason): string =>
  reason in attackSignals
    ? attackSignals[reason as AttackSignal].meaning
    : { ...decisionReasons, ...cardReasons }[reason as keyof typeof decisionReasons | CardReason];

/** A frame that passed a step: the pose it shows, and its distance to the first frame of the attempt. */
export type FrameEvidence = { pose: string; distanceToFirst: number };

/** What is known of the identity's enrolled face; `capture_outdated` when the capture itself is of another engine version. Faces that are still compared, with other captures, give way to none. */
export type ReferenceEvidence =
  | { kind: 'none' }
  | { kind: 'outdated'; isStillCompared?: true; isProven?: true }
  | { kind: 'capture_outdated' }
  | { kind: 'compared'; distance: number; origin?: ReferenceOrigin };

/**
 * Where the enrolled face that was compared is from: photographs of the operator, or an earlier capture. `isProven` when a reference of the
 * operator shows the same person; source and day are that reference's, and else null and the day of the enrolment.
 */
export type ReferenceOrigin = {
  kind: 'operator' | 'capture';
  isProven: boolean;
  source: string | null;
  date: string;
};

/** All that the decision may rest on. */
export type Evidence = {
  askedPoses: readonly string[];
  /** Who found that the person is live: the challenge of this service, or an identity platform of the operator's. */
  livenessBy: 'challenge' | 'platform';
  frames: readonly FrameEvidence[];
  reference: ReferenceEvidence;
  /** Distance to the nearest face that is enrolled for an identity of the same kind that was neither sent nor stated; undefined when there is none. */
  otherFaceDistance: number | undefined;
  /** Signs of attacks, of all attempts. */
  signs: readonly SeenSignal[];
  /** Whether one more face may be enrolled; `unsearched` when there were too many to look for another identity's, `partly_searched` when some are of an engine version that the capture lacks. */
  gallery: 'open' | 'full' | 'unsearched' | 'partly_searched';
  /** The identity is not the one that was sent, but one that the person stated on the page. */
  isStatedIdentity: boolean;
  /** An operator found that a face enrolled for this identity was another person's, and has not settled it. */
  isDisputed?: boolean;
  /** What a service of the operator's says of the card; absent where none was asked. */
  card?: CardFinding | undefined;
  /** How the name on the card agrees with those known for the identity; absent where there is no card, or nobody compared. */
  cardName?: CardNameResult | undefined;
  /** Links that were found and that the company wants to know of; absent where nobody looked. */
  links?: readonly LinkReason[] | undefined;
};

/** What a company does about a name on a card that does not agree with the known ones; `end` also ends at create. */
export type CardNamePolicy = 'ignore' | 'note' | 'require' | 'end';

/** Rules of company and deployment; distances are Euclidean, see measure/comparison.ts of the face engine. */
export type DecisionPolicy = {
  templatePolicy: 'enrol' | 'require-reference';
  matchThreshold: number;
  samePersonThreshold: number;
  faceOfAnotherIdentity: 'refuse' | 'approve';
  /** Weight of a capture by distance instead of head movements: none, full if a face is enrolled, or always full. */
  distanceChallenge: 'never' | 'known' | 'enrol';
  /** Signs that are noted and keep nobody from being approved, of those for which that is possible. */
  notedSigns: readonly string[];
  outdatedTemplate: 'refuse' | 'enrol-anew';
  /** What is decided where the gallery has no room for one more face, or more faces than can be searched. */
  fullGallery: 'refuse' | 'approve';
  /** What becomes of a transaction on whose card another name is: nothing, a reason alone, or no approval; absent is a reason alone. */
  cardName?: CardNamePolicy;
  /** Links that prevent approval; the others are a reason alone. */
  endingLinks?: readonly LinkReason[];
};

/** What was decided and why, kept with the transaction; `enrol` asks for a first template from this capture, in place of all outdated ones. */
export type Decision = {
  result: 'approved' | 'inconclusive';
  reasons: DecisionReason[];
  enrol: boolean;
  /** The capture is beyond doubt of the one who is enrolled: its face may join or replace theirs. */
  mayRenew: boolean;
  matchThreshold: number;
  distance: number | undefined;
  /** Where the enrolled face that was compared is from; undefined where none was. */
  reference?: ReferenceOrigin | undefined;
  /** Whether the person is another than the identity that was sent; undefined where nothing is known. */
  hasIdentityChanged: boolean | undefined;
};

/** A search over many faces finds look-alikes by their number alone: only well within the threshold a face counts as another's. */
export const BEYOND_DOUBT = 0.8;

const ENROLLING: readonly DecisionReason[] = ['enrolled', 'reference_renewed'];
/** Reasons that tell of an enrolment. */
export const OF_ENROLMENT: readonly DecisionReason[] = [...ENROLLING, 'enrolled_unproven'];

const isBeyondDoubt = (distance: number | undefined, policy: DecisionPolicy): boolean =>
  distance !== undefined && distance <= BEYOND_DOUBT * policy.matchThreshold;

/** Whether the person was asked to come nearer or move away, instead of turning the head or nodding. */
export const isByDistance = (poses: readonly string[]): boolean =>
  poses.includes('nearer') || poses.includes('farther');

function livenessProblem(evidence: Evidence, policy: DecisionPolicy): DecisionReason | undefined {
  const { askedPoses, frames } = evidence;
  const shown = frames.map((frame) => frame.pose);
  const complete = shown.length > 0 && shown.join() === askedPoses.join();
  if (!complete) return 'challenge_incomplete';
  const samePerson = frames.every((frame) => frame.distanceToFirst <= policy.samePersonThreshold);
  if (!samePerson) return 'person_changed';
  const isRefused = isByDistance(askedPoses) && policy.distanceChallenge === 'never';
  return isRefused ? 'distance_not_accepted' : undefined;
}

/** What there is to say of somebody who has no face of this engine version yet. */
function mayEnrol(
  { reference, isStatedIdentity, isDisputed, gallery, signs, askedPoses }: Evidence,
  policy: DecisionPolicy,
): { passes: boolean; reason: DecisionReason } {
  const isOutdated = reference.kind === 'outdated';
  // What an operator's reference proved, no capture replaces.
  const isKept =
    reference.kind === 'outdated' &&
    (reference.isStillCompared || reference.isProven || policy.outdatedTemplate === 'refuse');
  // Whoever holds the link could otherwise bind a face of their own to any identity.
  const isAllowed = policy.templatePolicy === 'enrol' && !isStatedIdentity;
  if (!isAllowed || isKept)
    return { passes: false, reason: isOutdated ? 'reference_outdated' : 'no_reference' };
  if (isDisputed) return { passes: false, reason: 'face_disputed' };
  if (isByDistance(askedPoses) && policy.distanceChallenge !== 'enrol')
    return { passes: false, reason: 'distance_enrols_nobody' };
  if (signalsBarEnrolment(signs, policy.notedSigns)) return { passes: false, reason: 'enrolment_doubtful' };
  // Nobody is enrolled beyond the limit, whatever is decided: a search of the tenant's other companies would end with it.
  if (gallery !== 'open')
    return {
      passes: policy.fullGallery === 'approve',
      reason: gallery === 'full' ? 'gallery_full' : 'gallery_unsearched',
    };
  return { passes: true, reason: isOutdated ? 'reference_renewed' : 'enrolled' };
}

function compareWithReference(
  evidence: Evidence,
  policy: DecisionPolicy,
): { passes: boolean; reason: DecisionReason } {
  const { reference } = evidence;
  if (reference.kind === 'compared') {
    const passes = reference.distance <= policy.matchThreshold;
    return { passes, reason: passes ? 'matches_reference' : 'face_differs' };
  }
  if (reference.kind === 'capture_outdated') return { passes: false, reason: 'capture_outdated' };
  return mayEnrol(evidence, policy);
}

type OtherFace = { isEnrolled: boolean; isNearer: boolean };

/** Whether another identity has this face beyond doubt, and whether it is nearer than the claimed identity's own. */
function findOther({ otherFaceDistance, reference }: Evidence, policy: DecisionPolicy): OtherFace {
  const isEnrolled = isBeyondDoubt(otherFaceDistance, policy);
  const own = reference.kind === 'compared' ? reference.distance : Number.POSITIVE_INFINITY;
  return { isEnrolled, isNearer: isEnrolled && (otherFaceDistance ?? own) < own };
}

/** The signs of the capture, and the one that the search gives: a look-alike that is not beyond doubt another identity's. */
function withResemblance(evidence: Evidence, policy: DecisionPolicy): Evidence {
  const { otherFaceDistance, signs } = evidence;
  const resembles = otherFaceDistance !== undefined && otherFaceDistance <= policy.matchThreshold;
  if (!resembles || isBeyondDoubt(otherFaceDistance, policy)) return evidence;
  return { ...evidence, signs: [...signs, { sign: 'resembles_another', seen: 1 }] };
}

/** What is found about the card, beside the face: reasons, and whether one of them prevents approval. */
function judgeNameAndLinks(
  { cardName, links = [] }: Evidence,
  { cardName: onName = 'note', endingLinks = [] }: DecisionPolicy,
): { reasons: DecisionReason[]; isBarred: boolean } {
  const differs = cardName === 'no_match' && onName !== 'ignore';
  return {
    reasons: differs ? ['card_name_differs', ...links] : [...links],
    isBarred: (differs && onName !== 'note') || links.some((reason) => endingLinks.includes(reason)),
  };
}

/** Decides from evidence and policy alone; anything short of a live person who is, or may become, the enrolled one is inconclusive. */
export function decide(gathered: Evidence, policy: DecisionPolicy): Decision {
  const compare = gathered.reference.kind === 'compared' ? gathered.reference : undefined;
  const { distance, origin: reference } = compare ?? {};
  const common = {
    ...{ matchThreshold: policy.matchThreshold, distance },
    ...(reference ? { reference } : {}),
  };
  const problem = livenessProblem(gathered, policy);
  const isSuspect = signalsRefuse(gathered.signs, policy.notedSigns);
  if (problem || isSuspect) {
    // Of a capture that is none, nothing is told about whose face it shows.
    const seen = gathered.signs.map(({ sign }) => sign);
    const reasons: DecisionReason[] = [problem ?? 'signs_refuse', ...seen];
    const nothing = { enrol: false, mayRenew: false, hasIdentityChanged: undefined };
    return { result: 'inconclusive', reasons, ...nothing, ...common };
  }
  const evidence = withResemblance(gathered, policy);
  const signs = evidence.signs.map(({ sign }) => sign);
  const compared = compareWithReference(evidence, policy);
  const other = findOther(evidence, policy);
  const isUnsearched = evidence.gallery === 'unsearched' || evidence.gallery === 'partly_searched';
  const isAnothers = other.isEnrolled && policy.faceOfAnotherIdentity === 'refuse';
  // An engine that missed a frame keeps nobody from being compared with their own face.
  const isBarred = evidence.gallery === 'unsearched' && policy.fullGallery === 'refuse';
  const said = judgeNameAndLinks(evidence, policy);
  const isCardBarred = said.isBarred || evidence.card?.ends === true;
  const passes = compared.passes && !isBarred && !isAnothers && !isCardBarred;
  const isLive = evidence.livenessBy === 'platform' ? 'live_elsewhere' : 'live';
  const reasons: DecisionReason[] = [isLive, compared.reason];
  // Whoever held the link first was believed: that stands beside every enrolment.
  if (ENROLLING.includes(compared.reason)) reasons.push('enrolled_unproven');
  if (isByDistance(evidence.askedPoses)) reasons.splice(1, 0, 'moved_by_distance');
  if (isUnsearched && compared.reason !== 'gallery_unsearched') reasons.push('gallery_unsearched');
  if (other.isEnrolled) reasons.push('face_of_another_identity');
  if (evidence.isStatedIdentity) reasons.push('stated_identity');
  reasons.push(...said.reasons, ...(evidence.card?.reasons ?? []), ...signs);
  // Of a new face that was not searched, nobody knows whose it is.
  const isUnknown = isUnsearched && distance === undefined;
  const isKnown = (passes && !isUnknown) || other.isNearer;
  return {
    result: passes ? 'approved' : 'inconclusive',
    reasons: reasons.filter((reason) => passes || !OF_ENROLMENT.includes(reason)),
    enrol: passes && ENROLLING.includes(compared.reason),
    // The least doubt about a capture keeps its face out of those that later ones are compared with.
    mayRenew: passes && signs.length === 0 && !other.isEnrolled && isBeyondDoubt(distance, policy),
    hasIdentityChanged: isKnown ? other.isNearer || evidence.isStatedIdentity : undefined,
    ...common,
  };
}
