import type {
  CaptureAttempt,
  CheckName,
  COMPARED_WITH,
  DecisionView,
  ExplainedCheck,
} from '@titular/contract';
import type { KeptDecision } from '../../captures/index.ts';
import { listChecks, reasonAbout } from '../../decision/index.ts';

/** A decision as it is kept; of failures and of earlier releases parts are missing. */
export type AnyDecision = Pick<KeptDecision, 'reasons'> & Partial<KeptDecision>;

/** Reasons after which the face was held against the enrolled one, and so against the threshold. */
const COMPARED: readonly string[] = ['matches_reference', 'face_differs'];

/** What each check was asked, in coded words. */
function askedOf(
  check: CheckName,
  reasons: readonly string[],
  attempts: readonly CaptureAttempt[],
): string[] {
  if (check === 'challenge') return [...(attempts.at(-1)?.poses ?? [])];
  if (check !== 'comparison') return [];
  const reason = reasonAbout('comparison', reasons);
  if (reason === undefined) return [];
  const comparedWith: (typeof COMPARED_WITH)[number] = COMPARED.includes(reason)
    ? 'enrolled_face'
    : 'nothing_enrolled';
  return [comparedWith];
}

/** The setting that a check was ruled by, as far as the decision keeps its value. */
function ruleOf(check: CheckName, { reasons, matchThreshold }: AnyDecision): ExplainedCheck['rule'] {
  if (check !== 'comparison' || matchThreshold === undefined) return undefined;
  if (!reasons.some((reason) => COMPARED.includes(reason))) return undefined;
  return { setting: 'match-threshold', value: String(matchThreshold) };
}

function explain(decision: AnyDecision, attempts: readonly CaptureAttempt[]): ExplainedCheck[] {
  const { reasons, signs } = decision;
  return listChecks(decision).map(({ check, result }) => {
    const rule = ruleOf(check, decision);
    const reason = reasonAbout(check, reasons);
    return {
      check,
      result,
      asked: askedOf(check, reasons, attempts),
      seen: check === 'signs' ? [...(signs ?? [])] : reason === undefined ? [] : [reason],
      ...(rule === undefined ? {} : { rule }),
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
  hasReceipt,
});
