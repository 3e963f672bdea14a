export {
  ATTACK_SIGNALS,
  type AttackSignal,
  attackSignals,
  isAttackSignal,
  NOTABLE_SIGNALS,
  NOTED_BY_ENVIRONMENT,
  REFUSING_SIGNALS,
  type SeenSignal,
  signalsRefuse,
} from './attack-signals.ts';
export {
  askedAspects,
  CARD_REASONS,
  CARD_WEIGHTS,
  type CardFinding,
  type CardPolicy,
  judgeCard,
  needsAnswer,
  UNANSWERED,
} from './card-evidence.ts';
export { compareNames } from './card-name/compare-names.ts';
export { comparedFace } from './compared-face.ts';
export {
  CREATE_REASONS,
  type CreateFindings,
  type CreateReason,
  checkAtCreate,
  ENDING_BY_MODULE,
  findAtCreate,
  type RuledReason,
} from './create-checks.ts';
export {
  BEYOND_DOUBT,
  DECISION_REASONS,
  type Decision,
  type DecisionPolicy,
  type DecisionReason,
  decide,
  type Evidence,
  isByDistance,
  type ReferenceEvidence,
  type ReferenceOrigin,
} from './decision.ts';
export {
  type CreateInputs,
  type DecisionInputs,
  packCreateInputs,
  packDecisionInputs,
  unpackCreateInputs,
  unpackDecisionInputs,
} from './inputs/inputs.ts';
export { type DecidingRules, LINK_RULES } from './inputs/rules.ts';
export type { CardLinkReason, LinkReason } from './links.ts';
export { listChecks, reasonAbout } from './list-checks.ts';
export { findReasonMeaning } from './reason-words.ts';
export { distanceOfCapture } from './whole-capture.ts';
export { withoutEnrolment } from './without-enrolment.ts';
