import type { CardNameResult, CreateReasonCode } from '@titular/contract';
import type { CardNamePolicy } from './decision.ts';
import type { CardLinkReason } from './links.ts';
import { canBeOnePerson } from './names.ts';

/** Coded reasons of the checks at create; docs/decision.md is generated from this table. */
export const createReasons = {
  no_reference: 'No face is enrolled for this identity, and the company lets no capture enrol one.',
  identity_attempts_exceeded:
    'The identity already had as many transactions within 24 hours as the company allows.',
  card_attempts_exceeded: 'The card already had as many transactions within 24 hours as the company allows.',
  name_differs_from_known: 'The name on the card shares no word with the one known for this identity.',
  card_of_another_identity: 'The card was recently approved for another identity.',
} as const satisfies Readonly<Record<CreateReasonCode, string>>;
/** A code of that table. */
export type CreateReason = keyof typeof createReasons;

/** All codes of that table, in the order in which they are found. */
export const CREATE_REASONS = Object.keys(createReasons) as CreateReason[];

const ENDS_IN_PRE: readonly CreateReason[] = [
  'no_reference',
  'identity_attempts_exceeded',
  'card_attempts_exceeded',
  'name_differs_from_known',
];

/** Which reasons end a transaction as `fast-inconclusive` where the company names none itself; the other ones are kept in its history. */
export const ENDING_BY_MODULE: Readonly<Record<'post' | 'pre' | 'super-pre', readonly CreateReason[]>> = {
  post: [],
  pre: ENDS_IN_PRE,
  // Twelve digits are not a whole card, so two cards may look like one: only the strictest module ends on that.
  'super-pre': [...ENDS_IN_PRE, 'card_of_another_identity'],
};

/** What is known when a transaction is created; counts are of the 24 hours before it, without this one. */
export type CreateSignals = {
  hasReference: boolean;
  /** The name on the card with which the identity's face was enrolled. */
  knownName: string | undefined;
  cardName: string;
  identityAttempts: number;
  cardAttempts: number;
  isCardOfAnotherIdentity: boolean;
  /** How the name agrees with all that are known; absent where a create does not compare them. */
  nameResult?: CardNameResult | undefined;
  /** Links that were found and that the company wants to know of. */
  links?: readonly CardLinkReason[] | undefined;
};

/** The same without names: whether they differ says all that is kept of them. */
export type CreateFindings = Omit<CreateSignals, 'knownName' | 'cardName'> & { isNameDifferent: boolean };

/** Compares the names, so that no check needs them. */
export const findAtCreate = ({ knownName, cardName, ...signals }: CreateSignals): CreateFindings => ({
  ...signals,
  isNameDifferent: knownName !== undefined && !canBeOnePerson(cardName, knownName),
});

/** The company's rules for these checks. */
export type CreatePolicy = {
  module: 'post' | 'pre' | 'super-pre';
  templatePolicy: 'enrol' | 'require-reference';
  endingChecks: readonly string[] | undefined;
  identityAttemptsPerDay: number;
  cardAttemptsPerDay: number;
  cardName?: CardNamePolicy;
  manyIdentities?: 'ignore' | 'note' | 'end';
  manyCards?: 'ignore' | 'note' | 'end';
};

const FOUND: Readonly<Record<CreateReason, (signals: CreateFindings, policy: CreatePolicy) => boolean>> = {
  no_reference: (signals, policy) => policy.templatePolicy === 'require-reference' && !signals.hasReference,
  identity_attempts_exceeded: (signals, policy) => signals.identityAttempts >= policy.identityAttemptsPerDay,
  card_attempts_exceeded: (signals, policy) => signals.cardAttempts >= policy.cardAttemptsPerDay,
  name_differs_from_known: (signals) => signals.isNameDifferent,
  card_of_another_identity: (signals) => signals.isCardOfAnotherIdentity,
};

/** Findings that a decision can have as well; settings of their own say whether one ends the transaction. */
export type RuledReason = 'card_name_differs' | CardLinkReason;

/** A finding, and whether it ends the transaction. */
type Rule = {
  isFound(signals: CreateFindings, policy: CreatePolicy): boolean;
  ends(policy: CreatePolicy): boolean;
};

const linkRule = (reason: CardLinkReason, setting: 'manyIdentities' | 'manyCards'): Rule => ({
  isFound: ({ links = [] }) => links.includes(reason),
  ends: (policy) => policy[setting] === 'end',
});

const RULED: Readonly<Record<RuledReason, Rule>> = {
  // Unless it ends, a name is compared at the decision alone.
  card_name_differs: {
    isFound: ({ nameResult }, { cardName }) => nameResult === 'no_match' && cardName === 'end',
    ends: () => true,
  },
  card_of_many_identities: linkRule('card_of_many_identities', 'manyIdentities'),
  identity_of_many_cards: linkRule('identity_of_many_cards', 'manyCards'),
};
/** All of them, in the order in which they are found. */
const RULED_REASONS = Object.keys(RULED) as RuledReason[];

/** The reasons that were found, and whether one of them ends the transaction at once. */
export function checkAtCreate(
  signals: CreateFindings,
  policy: CreatePolicy,
): { reasons: (CreateReason | RuledReason)[]; ends: boolean } {
  const ending: readonly string[] = policy.endingChecks ?? ENDING_BY_MODULE[policy.module];
  const reasons = CREATE_REASONS.filter((reason) => FOUND[reason](signals, policy));
  const ruled = RULED_REASONS.filter((reason) => RULED[reason].isFound(signals, policy));
  return {
    reasons: [...reasons, ...ruled],
    ends:
      reasons.some((reason) => ending.includes(reason)) || ruled.some((reason) => RULED[reason].ends(policy)),
  };
}
