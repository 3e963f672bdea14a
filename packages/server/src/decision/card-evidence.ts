import {
  CARD_ANSWERS,
  type CardAnswers,
  type CardAspect,
  type CardReasonCode,
  type CheckResult,
} from '@titular/contract';

/** Coded reasons from what a service of the operator's says of a card; docs/decision.md is generated from this table. */
export const cardReasons = {
  card_confirmed: 'The service for card evidence confirmed everything that the company does not ignore.',
  card_inactive: 'The service for card evidence says that the card is not active.',
  card_unconfirmed: 'The company requires an active card, and the service for card evidence did not say so.',
  card_account_name_differs:
    "The service for card evidence says that the name is not that of the card's account.",
  card_account_name_unconfirmed:
    "The company requires the name of the card's account, and the service for card evidence did not say that it matches as a whole.",
  card_holder_differs: 'The service for card evidence says that the card belongs to another identity.',
  card_holder_unconfirmed:
    'The company requires a card of the identity, and the service for card evidence did not say that it is one.',
  card_authentication_failed:
    'The service for card evidence says that the authentication at the issuer failed.',
  card_authentication_missing:
    'The company requires an authentication at the issuer, and the service for card evidence did not say that there was one.',
} as const satisfies Readonly<Record<CardReasonCode, string>>;
/** A code of that table. */
export type CardReason = keyof typeof cardReasons;

/** All codes of that table. */
export const CARD_REASONS = Object.keys(cardReasons) as CardReason[];

/** What a company makes of an answer: nothing, not even a question; a note; an end where it is bad; or an end unless it is good. */
export const CARD_WEIGHTS = ['ignore', 'note', 'end', 'require'] as const;
/** A word of that list. */
export type CardWeight = (typeof CARD_WEIGHTS)[number];

/** A company's weight of each answer. */
export type CardPolicy = Readonly<Record<CardAspect, CardWeight>>;

/** What there is to say of a card, whether it ends the transaction without approval, and the result of the check; undefined where nothing was asked. */
export type CardFinding = { reasons: CardReason[]; ends: boolean; result: CheckResult | undefined };

type Rule = { good: string; bad: string; saidBad: CardReason; notSaidGood: CardReason };

/** What each answer is worth; every other word, such as `not_performed`, is neither good nor bad. */
const RULES: Readonly<Record<CardAspect, Rule>> = {
  card: { good: 'active', bad: 'inactive', saidBad: 'card_inactive', notSaidGood: 'card_unconfirmed' },
  name: {
    ...{ good: 'match', bad: 'no_match' },
    ...{ saidBad: 'card_account_name_differs', notSaidGood: 'card_account_name_unconfirmed' },
  },
  holder: {
    ...{ good: 'same_identity', bad: 'other_identity' },
    ...{ saidBad: 'card_holder_differs', notSaidGood: 'card_holder_unconfirmed' },
  },
  authentication: {
    ...{ good: 'authenticated', bad: 'failed' },
    ...{ saidBad: 'card_authentication_failed', notSaidGood: 'card_authentication_missing' },
  },
};

const ASPECTS = Object.keys(CARD_ANSWERS) as CardAspect[];

/** What is asked of a company's service, in the order of the table; nothing means that it is not asked. */
export const askedAspects = (policy: CardPolicy): CardAspect[] =>
  ASPECTS.filter((aspect) => policy[aspect] !== 'ignore');

/** Whether an answer is needed for a transaction to go on. */
export const needsAnswer = (policy: CardPolicy): boolean =>
  ASPECTS.some((aspect) => policy[aspect] === 'require');

/** Answers of a service that said nothing; never taken for good ones. */
export const UNANSWERED: CardAnswers = {
  ...{ card: 'not_performed', name: 'not_performed', holder: 'unknown', authentication: 'not_performed' },
};

/** What follows from the answers under the company's weights; nothing where it ignores all of them. */
export function judgeCard(answers: CardAnswers, policy: CardPolicy): CardFinding {
  const asked = askedAspects(policy);
  const reasons = asked.flatMap((aspect): CardReason[] => {
    const { good, bad, saidBad, notSaidGood } = RULES[aspect];
    if (answers[aspect] === bad) return [saidBad];
    return policy[aspect] === 'require' && answers[aspect] !== good ? [notSaidGood] : [];
  });
  const ends = asked.some((aspect) => {
    const { good, bad } = RULES[aspect];
    const isBad = answers[aspect] === bad;
    return policy[aspect] === 'require' ? answers[aspect] !== good : policy[aspect] === 'end' && isBad;
  });
  const isBad = asked.some((aspect) => answers[aspect] === RULES[aspect].bad);
  const result = isBad ? 'failed' : ends ? 'impossible' : 'passed';
  const isConfirmed = asked.length > 0 && asked.every((aspect) => answers[aspect] === RULES[aspect].good);
  return {
    reasons: isConfirmed ? ['card_confirmed'] : reasons,
    ends,
    result: asked.length === 0 ? undefined : result,
  };
}
