import type {
  CaptureAttempt,
  CheckName,
  COMPARED_WITH,
  DecisionView,
  ExplainedCheck,
} from '@titular/contract';
import type { KeptDecision } from '../../captures/index.ts';
import { CARD_REASONS, comparedFace, listChecks, reasonAbout } from '../../decision/index.ts';

/** A decision as it is kept; of failures and of earlier releases parts are missing. */
export type AnyDecision = Pick<KeptDecision, 'reasons'> & Partial<KeptDecision>;

/** What a check is explained from. */
type Told = { decision: AnyDecision; attempts: readonly CaptureAttempt[]; reason: string | undefined };

/** How one check is explained; what is left out asks for nothing, has seen what its reason says, and has no rule. */
type Explanation = {
  asked?: (told: Told) => readonly string[];
  seen?: (told: Told) => readonly string[];
  rule?: (told: Told) => ExplainedCheck['rule'];
};

/** Reasons after which the face was held against the enrolled one, and so against the threshold. */
const COMPARED: readonly string[] = ['matches_reference', 'face_differs'];

const CARD: readonly string[] = CARD_REASONS;

const isCompared = ({ reason }: Told): boolean => reason !== undefined && COMPARED.includes(reason);

function comparedWith(told: Told): (typeof COMPARED_WITH)[number][] {
  if (told.reason === undefined) return [];
  return [isCompared(told) ? 'enrolled_face' : 'nothing_enrolled'];
}

function thresholdOf(told: Told): ExplainedCheck['rule'] {
  const { matchThreshold } = told.decision;
  if (matchThreshold === undefined || !isCompared(told)) return undefined;
  return { setting: 'match-threshold', value: String(matchThreshold) };
}

const EXPLANATIONS: Readonly<Record<CheckName, Explanation>> = {
  challenge: { asked: ({ attempts }) => attempts.at(-1)?.poses ?? [] },
  one_person: {},
  comparison: { asked: comparedWith, rule: thresholdOf },
  other_identities: { seen: seenElsewhere },
  card_name: {},
  links: { seen: ({ decision }) => decision.links ?? [] },
  signs: { seen: ({ decision }) => decision.signs ?? [] },
  card_evidence: { seen: ({ decision }) => decision.reasons.filter((reason) => CARD.includes(reason)) },
};

/** Reasons by which nobody else has the face: that a living person was there says nothing of other identities. */
const NOT_ELSEWHERE: readonly string[] = ['live', 'live_elsewhere'];

function seenElsewhere({ reason }: Told): string[] {
  return reason === undefined || NOT_ELSEWHERE.includes(reason) ? [] : [reason];
}

const seenBy = ({ reason }: Told): string[] => (reason === undefined ? [] : [reason]);

function explain(decision: AnyDecision, attempts: readonly CaptureAttempt[]): ExplainedCheck[] {
  return listChecks(decision).map(({ check, result }) => {
    const told = { decision, attempts, reason: reasonAbout(check, decision.reasons) };
    const { asked = () => [], seen = seenBy, rule } = EXPLANATIONS[check];
    const ruled = rule?.(told);
    return {
      ...{ check, result, asked: [...asked(told)], seen: [...seen(told)] },
      ...(ruled === undefined ? {} : { rule: ruled }),
    };
  });
}

/** How something was decided, check by check: what was asked, what was seen, and which setting ruled. */
export const toDecisionView = (
  decision: AnyDecision,
  { at, attempts, hasReceipt }: { at: Date; attempts: readonly CaptureAttempt[]; hasReceipt: boolean },
): DecisionView => ({
  at: at.toISOString(),
  reasons: [...decision.reasons],
  ...(decision.engineVersion === undefined ? {} : { engineVersion: decision.engineVersion }),
  checks: explain(decision, attempts),
  ...comparedFace(decision),
  hasReceipt,
});
