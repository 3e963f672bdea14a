import { choice, defineSettings, type Setting, wholeNumber } from './setting.ts';

const MEANINGS =
  '`ignore`: nothing, they are not counted. `note`: history and decision have a reason, and nothing else changes. `end`: the decision is inconclusive, and pre and super-pre end such a transaction as fast-inconclusive.';

/** What a company does about what is found out about a card, beside the face. */
export const cardSettings: readonly Setting[] = defineSettings('card', [
  {
    name: 'card-name',
    column: 'card_name',
    shape: choice('ignore', 'note', 'require', 'end'),
    fallback: 'note',
    danger: 'decision',
    purpose:
      'What happens where the name on the card does not agree with those on cards that were approved for the identity. `ignore`: names are not compared. `note`: the decision has the result and a reason, and nothing else changes. `require`: the decision is inconclusive. `end`: the same, and pre and super-pre end such a transaction as fast-inconclusive. A name that agrees in part, and one with nothing to compare with, never stops anybody.',
  },
  {
    name: 'link-days',
    column: 'link_days',
    shape: wholeNumber(1, 365, 'days'),
    fallback: 30,
    purpose: 'Days within which the identities of a card, and the cards of an identity, are counted.',
  },
  {
    name: 'identities-per-card',
    column: 'identities_per_card',
    shape: wholeNumber(1, 50),
    fallback: 3,
    purpose: 'Maximum identities that one card may be used with within link-days.',
  },
  {
    name: 'many-identities',
    column: 'many_identities',
    shape: choice('ignore', 'note', 'end'),
    fallback: 'ignore',
    danger: 'decision',
    purpose: `What happens with a card of more identities. ${MEANINGS}`,
  },
  {
    name: 'cards-per-identity',
    column: 'cards_per_identity',
    shape: wholeNumber(1, 50),
    fallback: 5,
    purpose: 'Maximum cards that one identity may be used with within link-days.',
  },
  {
    name: 'many-cards',
    column: 'many_cards',
    shape: choice('ignore', 'note', 'end'),
    fallback: 'ignore',
    danger: 'decision',
    purpose: `What happens with an identity of more cards. ${MEANINGS}`,
  },
]);
