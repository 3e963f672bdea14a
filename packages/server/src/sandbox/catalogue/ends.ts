import type { CardReasonCode } from '@titular/contract';
import { APPROVED, endsAs, type ScenarioRow, step } from './scenario.ts';

const KIND = { kind: 'ends' } as const;
const DIFFERS = { reasons: ['face_differs'], leadsTo: endsAs('inconclusive') } as const;

// What card evidence can say against a card, or leaves unsaid.
const CARD_ENDS: readonly (readonly [name: string, reason: CardReasonCode, meaning: string])[] = [
  ['card-inactive', 'card_inactive', 'The card is not active.'],
  ['card-unconfirmed', 'card_unconfirmed', 'Nobody confirms that the card is active.'],
  ['card-account-name-differs', 'card_account_name_differs', "The name is not that of the card's account."],
  [
    'card-account-name-unconfirmed',
    'card_account_name_unconfirmed',
    'Nobody confirms the name of the account.',
  ],
  ['card-holder-differs', 'card_holder_differs', 'The card belongs to another identity.'],
  ['card-holder-unconfirmed', 'card_holder_unconfirmed', 'Nobody confirms whose the card is.'],
  ['card-authentication-failed', 'card_authentication_failed', 'The authentication at the issuer fails.'],
  ['card-authentication-missing', 'card_authentication_missing', 'There is no authentication at the issuer.'],
];

// New rows come last: the place of a row is the number of its identity.
const rows: readonly ScenarioRow[] = [
  {
    ...KIND,
    name: 'approved',
    meaning: 'The person is the one to whom the card belongs.',
    steps: [step('approve')],
    leadsTo: APPROVED,
  },
  {
    ...KIND,
    name: 'approved-after-30-seconds',
    meaning: 'The person takes half a minute, and is approved.',
    steps: [step('approve', 30)],
    leadsTo: APPROVED,
  },
  {
    ...KIND,
    name: 'approved-after-90-seconds',
    meaning: 'The person takes a minute and a half, and is approved.',
    steps: [step('approve', 90)],
    leadsTo: APPROVED,
  },
  {
    ...KIND,
    name: 'has-identity-changed',
    meaning: 'The person is approved under another identity than the one that was sent.',
    steps: [step('identity-changed')],
    reasons: ['stated_identity'],
    leadsTo: { ...APPROVED, hasIdentityChanged: true },
  },
  {
    ...KIND,
    name: 'shared-then-approved',
    meaning: 'The person passes the link on to the cardholder, who is approved.',
    steps: [step('share'), step('approve', 5)],
    leadsTo: APPROVED,
  },
  {
    ...KIND,
    name: 'processing-for-30-seconds',
    meaning: 'The selfie is taken at once, and the decision takes half a minute.',
    steps: [step('attempt-completed'), step('approve', 30)],
    leadsTo: APPROVED,
  },
  {
    ...KIND,
    ...DIFFERS,
    name: 'inconclusive',
    meaning: 'The face is not the one that is enrolled for the identity.',
    steps: [step('reject')],
  },
  {
    ...KIND,
    ...DIFFERS,
    name: 'inconclusive-after-30-seconds',
    meaning: 'The person takes half a minute, and is another one.',
    steps: [step('reject', 30)],
  },
  {
    ...KIND,
    ...DIFFERS,
    name: 'inconclusive-after-90-seconds',
    meaning: 'The person takes a minute and a half, and is another one.',
    steps: [step('reject', 90)],
  },
  {
    ...KIND,
    name: 'inconclusive-no-reference',
    meaning: 'No face is enrolled for the identity, and the company lets no capture enrol one.',
    steps: [step('reject')],
    reasons: ['no_reference'],
    leadsTo: endsAs('inconclusive'),
  },
  {
    ...KIND,
    name: 'inconclusive-face-of-another',
    meaning: 'The face is enrolled for another identity.',
    steps: [step('reject')],
    reasons: ['face_of_another_identity'],
    leadsTo: endsAs('inconclusive'),
  },
  {
    ...KIND,
    name: 'expired',
    meaning: 'Nobody takes a selfie in time. The time is over at once instead of after it.',
    steps: [step('expire')],
    leadsTo: endsAs('expired'),
  },
  {
    ...KIND,
    name: 'unknown-share',
    meaning: 'The person says that the purchase is unknown to them.',
    steps: [step('disown')],
    leadsTo: endsAs('unknown-share'),
  },
  {
    ...KIND,
    name: 'absent-holder',
    meaning: 'The person says that the cardholder is not there.',
    steps: [step('declare-absent')],
    leadsTo: endsAs('absent-holder'),
  },
  {
    ...KIND,
    name: 'canceled',
    meaning: 'Somebody of the merchant cancels the transaction.',
    steps: [step('cancel')],
    leadsTo: endsAs('canceled'),
  },
  {
    ...KIND,
    name: 'fast-inconclusive',
    meaning: 'The checks at create end it, whatever the module of the company: there is no link.',
    steps: [],
    endsAtCreate: true,
    leadsTo: endsAs('fast-inconclusive'),
  },
  {
    ...KIND,
    name: 'card-confirmed',
    meaning: 'The person is approved, and issuer or gateway confirm the card.',
    steps: [step('approve')],
    reasons: ['card_confirmed'],
    leadsTo: APPROVED,
  },
  ...CARD_ENDS.map(
    ([name, reason, meaning]): ScenarioRow => ({
      ...KIND,
      ...{ name, meaning, steps: [step('reject')], reasons: [reason], leadsTo: endsAs('inconclusive') },
    }),
  ),
  {
    ...KIND,
    name: 'inconclusive-card-name',
    meaning:
      'The name on the card differs from those known for the identity, and the company requires that they agree.',
    steps: [step('reject')],
    reasons: ['card_name_differs'],
    leadsTo: endsAs('inconclusive'),
  },
  {
    ...KIND,
    name: 'approved-unproven',
    meaning:
      'The person is approved, and the capture enrols the first face: nothing proves that it is theirs.',
    steps: [step('approve')],
    reasons: ['enrolled', 'enrolled_unproven'],
    leadsTo: APPROVED,
  },
  {
    ...KIND,
    name: 'inconclusive-many-identities',
    meaning: 'The card was used with more identities than the company allows.',
    steps: [step('reject')],
    reasons: ['card_of_many_identities'],
    leadsTo: endsAs('inconclusive'),
  },
  {
    ...KIND,
    name: 'inconclusive-many-cards',
    meaning: 'The identity was used with more cards than the company allows.',
    steps: [step('reject')],
    reasons: ['identity_of_many_cards'],
    leadsTo: endsAs('inconclusive'),
  },
  {
    ...KIND,
    name: 'inconclusive-face-many-identities',
    meaning: 'The face is that of more identities than the company allows.',
    steps: [step('reject')],
    reasons: ['face_of_many_identities'],
    leadsTo: endsAs('inconclusive'),
  },
  {
    ...KIND,
    name: 'inconclusive-device-many-identities',
    meaning: 'The device was used for more identities than the company allows.',
    steps: [step('reject')],
    reasons: ['device_of_many_identities'],
    leadsTo: endsAs('inconclusive'),
  },
];

/** Every end of a transaction. */
export const ends: readonly ScenarioRow[] = rows.map((row, index) => ({ ...row, number: index + 1 }));
