import type { CardPolicy } from '../card-evidence.ts';
import type { CardNamePolicy, DecisionPolicy } from '../decision.ts';
import type { LinkReason } from '../links.ts';

type LinkRule = 'ignore' | 'note' | 'end';

/** The settings of a company that create checks and decisions follow; undefined stands for the deployment's own value. */
export type DecidingRules = Pick<
  DecisionPolicy,
  'templatePolicy' | 'outdatedTemplate' | 'fullGallery' | 'faceOfAnotherIdentity' | 'distanceChallenge'
> & {
  module: 'post' | 'pre' | 'super-pre';
  matchThreshold: number | undefined;
  notedSigns: readonly string[] | undefined;
  endingChecks: readonly string[] | undefined;
  cardName: CardNamePolicy;
  manyIdentities: LinkRule;
  manyCards: LinkRule;
  faceManyIdentities: LinkRule;
  deviceManyIdentities: LinkRule;
  identityAttemptsPerDay: number;
  cardAttemptsPerDay: number;
  cardEvidence: CardPolicy;
};

/** The rule about each link. */
export const LINK_RULES = {
  card_of_many_identities: 'manyIdentities',
  identity_of_many_cards: 'manyCards',
  face_of_many_identities: 'faceManyIdentities',
  device_of_many_identities: 'deviceManyIdentities',
} as const satisfies Record<LinkReason, keyof DecidingRules>;

/** Rules that are left out of what is kept. Kept rows rely on these values for ever: never change one. */
const USUAL: DecidingRules = {
  module: 'post',
  templatePolicy: 'enrol',
  matchThreshold: undefined,
  outdatedTemplate: 'refuse',
  fullGallery: 'refuse',
  faceOfAnotherIdentity: 'refuse',
  distanceChallenge: 'known',
  notedSigns: undefined,
  endingChecks: undefined,
  cardName: 'note',
  manyIdentities: 'ignore',
  manyCards: 'ignore',
  faceManyIdentities: 'ignore',
  deviceManyIdentities: 'ignore',
  identityAttemptsPerDay: 10,
  cardAttemptsPerDay: 10,
  cardEvidence: { card: 'ignore', name: 'ignore', holder: 'ignore', authentication: 'ignore' },
};

const NAMES = Object.keys(USUAL) as (keyof DecidingRules)[];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Leaves out rules with their usual value; most companies change a few. */
export const packRules = (rules: DecidingRules): Partial<DecidingRules> =>
  Object.fromEntries(
    NAMES.filter((name) => !isSame(rules[name], USUAL[name])).map((name) => [name, rules[name]]),
  );

/** All rules of what was packed. */
export const unpackRules = (packed: Partial<DecidingRules>): DecidingRules => ({ ...USUAL, ...packed });
