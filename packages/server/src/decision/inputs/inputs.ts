import type { CardAnswers } from '@titular/contract';
import type { CreateFindings } from '../create-checks.ts';
import type { Evidence } from '../decision.ts';
import { type DecidingRules, packRules, unpackRules } from './rules.ts';

/** What the deployment laid down at the time; thresholds are Euclidean distances. */
type LaidDown = { matchThreshold: number; samePersonThreshold: number; environment: 'test' | 'production' };

/** What a decision was made from; `answers` are those about the card, absent where none were asked for. */
export type DecisionInputs = {
  evidence: Omit<Evidence, 'card'>;
  rules: DecidingRules;
  deployment: LaidDown;
  answers?: CardAnswers;
};

/** What the create checks were made from. */
export type CreateInputs = { findings: CreateFindings; rules: DecidingRules; answers?: CardAnswers };

/** Rules as they are kept, without those of their usual value. */
export type KeptRules = Partial<DecidingRules>;

type Packed<Inputs extends { rules: DecidingRules }> = Omit<Inputs, 'rules'> & { rules: KeptRules };

/** JSON writes a distance that nobody knows as null. */
type PackedFrame = { pose: string; distanceToFirst: number | null };

const packAnswers = (answers: CardAnswers | undefined): { answers?: CardAnswers } => {
  if (!answers) return {};
  const { card, name, holder, authentication } = answers;
  return { answers: { card, name, holder, authentication } };
};

/** The inputs of create checks as JSON. */
export const packCreateInputs = (
  findings: CreateFindings,
  rules: DecidingRules,
  answers: CardAnswers | undefined,
): string => JSON.stringify({ findings, rules: packRules(rules), ...packAnswers(answers) });

/** The inputs of create checks from kept JSON. */
export const unpackCreateInputs = (kept: unknown): CreateInputs => {
  const packed = kept as Packed<CreateInputs>;
  return { ...packed, rules: unpackRules(packed.rules) };
};

/** The inputs of a decision as JSON. What was found about the card follows from the answers, and is left out. */
export function packDecisionInputs(
  { card: _follows, ...evidence }: Evidence,
  rules: DecidingRules,
  { matchThreshold, samePersonThreshold, environment }: LaidDown,
  answers: CardAnswers | undefined,
): string {
  const deployment = { matchThreshold, samePersonThreshold, environment };
  return JSON.stringify({ evidence, rules: packRules(rules), deployment, ...packAnswers(answers) });
}

/** The inputs of a decision from kept JSON. */
export function unpackDecisionInputs(kept: unknown): DecisionInputs {
  const packed = kept as Packed<DecisionInputs>;
  const frames = (packed.evidence.frames as readonly PackedFrame[]).map(({ pose, distanceToFirst }) => ({
    ...{ pose, distanceToFirst: distanceToFirst ?? Number.NaN },
  }));
  return { ...packed, evidence: { ...packed.evidence, frames }, rules: unpackRules(packed.rules) };
}
