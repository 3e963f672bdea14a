import { CARD_ANSWERS } from '@titular/contract';
import {
  ATTACK_SIGNALS,
  CARD_WEIGHTS,
  CREATE_REASONS,
  type DecidingRules,
  type Evidence,
  LINK_RULES,
  type LinkReason,
  NOTABLE_SIGNALS,
} from '@titular/server/decision/index.ts';
import fc from 'fast-check';

const distance = fc.double({ min: 0, max: 1.2, noNaN: true });
const LINKS = Object.keys(LINK_RULES) as LinkReason[];
const link = fc.constantFrom('ignore' as const, 'note' as const, 'end' as const);
const weight = fc.constantFrom(...CARD_WEIGHTS);

/** Any rules that a company can have. */
export const anyRules: fc.Arbitrary<DecidingRules> = fc.record({
  module: fc.constantFrom('post', 'pre', 'super-pre'),
  templatePolicy: fc.constantFrom('enrol', 'require-reference'),
  matchThreshold: fc.option(
    fc.integer({ min: 30, max: 60 }).map((n) => n / 100),
    { nil: undefined },
  ),
  outdatedTemplate: fc.constantFrom('refuse', 'enrol-anew'),
  fullGallery: fc.constantFrom('refuse', 'approve'),
  faceOfAnotherIdentity: fc.constantFrom('refuse', 'approve'),
  distanceChallenge: fc.constantFrom('never', 'known', 'enrol'),
  notedSigns: fc.option(fc.subarray(NOTABLE_SIGNALS), { nil: undefined }),
  endingChecks: fc.option(fc.subarray(CREATE_REASONS), { nil: undefined }),
  cardName: fc.constantFrom('ignore', 'note', 'require', 'end'),
  ...{ manyIdentities: link, manyCards: link, faceManyIdentities: link, deviceManyIdentities: link },
  identityAttemptsPerDay: fc.integer({ min: 1, max: 20 }),
  cardAttemptsPerDay: fc.integer({ min: 1, max: 20 }),
  cardEvidence: fc.record({ card: weight, name: weight, holder: weight, authentication: weight }),
});

/** Any answers of a service for card evidence. */
export const anyAnswers = fc.record({
  card: fc.constantFrom(...CARD_ANSWERS.card),
  name: fc.constantFrom(...CARD_ANSWERS.name),
  holder: fc.constantFrom(...CARD_ANSWERS.holder),
  authentication: fc.constantFrom(...CARD_ANSWERS.authentication),
});

const SETS = [
  ['front', 'left', 'front'],
  ['front', 'nearer', 'farther'],
];

const reference: fc.Arbitrary<Evidence['reference']> = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  fc.constant({ kind: 'outdated' as const }),
  fc.constant({ kind: 'outdated' as const, isProven: true as const }),
  fc.constant({ kind: 'capture_outdated' as const }),
  distance.map((value) => ({ kind: 'compared' as const, distance: value })),
);

const frameDistance = fc.oneof(
  { weight: 9, arbitrary: fc.double({ min: 0, max: 0.5, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);

/** Any evidence that a capture under some rules can give: what the rules ignore, nobody looked for. */
export const anyEvidence = (rules: DecidingRules): fc.Arbitrary<Evidence> =>
  fc
    .record({
      asked: fc.constantFrom(...SETS),
      shown: fc.constantFrom(...SETS, ['front']),
      apart: fc.array(frameDistance, { minLength: 3, maxLength: 3 }),
      livenessBy: fc.constantFrom('challenge' as const, 'platform' as const),
      reference,
      otherFaceDistance: fc.option(distance, { nil: undefined }),
      signs: fc.uniqueArray(
        fc.record({ sign: fc.constantFrom(...ATTACK_SIGNALS), seen: fc.integer({ min: 1, max: 12 }) }),
        { selector: ({ sign }) => sign, maxLength: 2 },
      ),
      gallery: fc.constantFrom(
        ...(['open', 'open', 'open', 'full', 'unsearched', 'partly_searched'] as const),
      ),
      isStatedIdentity: fc.boolean(),
      isDisputed: fc.boolean(),
      named: fc.constantFrom('match', 'partial_match', 'no_match', 'not_performed'),
      links: fc.subarray(LINKS),
    })
    .map(({ asked, shown, apart, named, links, ...rest }) => ({
      ...rest,
      askedPoses: asked,
      frames: shown.map((pose, index) => ({ pose, distanceToFirst: apart[index] ?? 0 })),
      cardName: rules.cardName === 'ignore' ? undefined : (named as Evidence['cardName']),
      links: links.filter((one) => rules[LINK_RULES[one]] !== 'ignore'),
    }));

/** Any findings of create checks under some rules. */
export const anyFindings = (rules: DecidingRules) =>
  fc.record({
    hasReference: fc.boolean(),
    isNameDifferent: fc.boolean(),
    identityAttempts: fc.integer({ min: 0, max: rules.identityAttemptsPerDay }),
    cardAttempts: fc.integer({ min: 0, max: rules.cardAttemptsPerDay }),
    isCardOfAnotherIdentity: fc.boolean(),
    nameResult: fc.constantFrom(
      ...(rules.cardName === 'end' ? (['match', 'no_match'] as const) : [undefined]),
    ),
    links: fc
      .subarray(['card_of_many_identities', 'identity_of_many_cards'] as const)
      .map((found) => found.filter((one) => rules[LINK_RULES[one]] !== 'ignore')),
  });
