import type { CardAnswers } from '@titular/contract';
import { policyOf } from '../captures/index.ts';
import {
  askedAspects,
  type CardFinding,
  type CreateInputs,
  checkAtCreate,
  type DecidingRules,
  type DecisionInputs,
  decide,
  isByDistance,
  judgeCard,
  LINK_RULES,
  type LinkReason,
} from '../decision/index.ts';
import { type Moved, moveRules } from './moved-settings.ts';

/** What an end was made from; a part is missing where nothing was checked or decided. */
export type KeptInputs = { create: CreateInputs | undefined; decision: DecisionInputs | undefined };

/** How a transaction would have ended: with reasons, with a selfie that nobody took, or as nobody can know. */
export type ReplayedEnd =
  | { kind: 'ended'; status: 'approved' | 'inconclusive' | 'fast-inconclusive'; reasons: string[] }
  | { kind: 'asked' }
  | { kind: 'not_looked' };

const LINKS = Object.keys(LINK_RULES) as LinkReason[];
const CARD_LINKS = ['card_of_many_identities', 'identity_of_many_cards'] as const;

/** Links that count under the new rules; undefined where one of them was not looked for. */
function movedLinks<Link extends LinkReason>(
  found: readonly Link[] | undefined,
  links: readonly Link[],
  before: DecidingRules,
  after: DecidingRules,
): { links: Link[] } | undefined {
  const isUnknown = links.some(
    (link) => before[LINK_RULES[link]] === 'ignore' && after[LINK_RULES[link]] !== 'ignore',
  );
  if (isUnknown) return undefined;
  return { links: (found ?? []).filter((link) => after[LINK_RULES[link]] !== 'ignore') };
}

/** What the answers about a card say under the new weights; `unknown` where nobody asked for any. */
function movedCard(
  answers: CardAnswers | undefined,
  before: DecidingRules,
  after: DecidingRules,
): CardFinding | undefined | 'unknown' {
  if (answers) return judgeCard(answers, after.cardEvidence);
  const isMoved = JSON.stringify(before.cardEvidence) !== JSON.stringify(after.cardEvidence);
  return isMoved && askedAspects(after.cardEvidence).length > 0 ? 'unknown' : undefined;
}

/** Checks again what a create found; `asked` where it would have gone on. */
function replayCreate({ findings, rules: before, answers }: CreateInputs, moved: Moved): ReplayedEnd {
  const after = moveRules(before, moved);
  if (after.module === 'post') return { kind: 'asked' };
  const linked = movedLinks(findings.links, CARD_LINKS, before, after);
  const card = movedCard(answers, before, after);
  const isNameUnknown = after.cardName === 'end' && before.cardName !== 'end';
  if (!linked || card === 'unknown' || isNameUnknown) return { kind: 'not_looked' };
  const checked = checkAtCreate({ ...findings, ...linked }, after);
  if (!checked.ends && !card?.ends) return { kind: 'asked' };
  const reasons = [...checked.reasons, ...(card?.reasons ?? [])];
  return { kind: 'ended', status: 'fast-inconclusive', reasons };
}

/** Decides again. */
function replayDecision(
  { evidence, rules: before, deployment, answers }: DecisionInputs,
  moved: Moved,
): ReplayedEnd {
  const after = moveRules(before, moved);
  const [was, policy] = [policyOf(before, deployment), policyOf(after, deployment)];
  const linked = movedLinks(evidence.links, LINKS, before, after);
  const card = movedCard(answers, before, after);
  const isNameUnknown = before.cardName === 'ignore' && after.cardName !== 'ignore';
  // How many faces are as near as the threshold asks for was counted for the old one alone.
  const isCountUnknown =
    was.matchThreshold !== policy.matchThreshold && after.faceManyIdentities !== 'ignore';
  // The page would have offered another movement, and nobody made it.
  const isMovementUnknown =
    isByDistance(evidence.askedPoses) &&
    before.distanceChallenge !== 'never' &&
    after.distanceChallenge === 'never';
  const isUnknown = isNameUnknown || isCountUnknown || isMovementUnknown;
  if (!linked || card === 'unknown' || isUnknown) return { kind: 'not_looked' };
  const { result, reasons } = decide({ ...evidence, ...linked, card }, policy);
  return { kind: 'ended', status: result, reasons };
}

/** Rules that create checks follow as well. */
const CREATE_RULES = ['endingChecks', 'templatePolicy', 'cardName', 'manyIdentities', 'manyCards'] as const;

/** Whether a create would have checked something under the moved rules, where nothing is kept of what it found. */
function isCreateUnknown(decision: DecisionInputs | undefined, moved: Moved): boolean {
  const module = moved.rules.module ?? decision?.rules.module ?? 'post';
  if (module === 'post') return false;
  const isMoved = CREATE_RULES.some((rule) => rule in moved.rules) || Object.keys(moved.card).length > 0;
  return isMoved || moved.rules.module !== undefined;
}

/** Replays one transaction from its create on. */
export function replayEnd({ create, decision }: KeptInputs, moved: Moved): ReplayedEnd {
  if (create) {
    const checked = replayCreate(create, moved);
    if (checked.kind !== 'asked') return checked;
  } else if (isCreateUnknown(decision, moved)) {
    return { kind: 'not_looked' };
  }
  return decision ? replayDecision(decision, moved) : { kind: 'asked' };
}
