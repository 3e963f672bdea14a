import { type Setting, wholeNumber, word } from './setting.ts';

const FOLLOWS = '`ignore`, `note` or `end`';
const MEANINGS =
  '`ignore`: nothing, they are not counted. `note`: history and decision have a reason, and nothing else changes. `end`: the decision is inconclusive, and pre and super-pre end such a transaction as fast-inconclusive.';

/** What a company does about what is found out about a card, beside the face. */
export const cardSettings: readonly Setting[] = [
  {
    name: 'card-name',
    column: 'card_name',
    bounds: '`ignore`, `note`, `require` or `end`',
    fallback: 'note',
    purpose:
      'What happens where the name on the card does not agree with those on cards that were approved for the identity. `ignore`: names are not compared. `note`: the decision has the result and a reason, and nothing else changes. `require`: the decision is inconclusive. `end`: the same, and pre and super-pre end such a transaction as fast-inconclusive. A name that agrees in part, and one with nothing to compare with, never stops anybody.',
    parse: word('ignore', 'note', 'require', 'end'),
  },
  {
    name: 'link-days',
    column: 'link_days',
    bounds: '1 to 365',
    fallback: 30,
    purpose: 'Days within which the identities of a card, and the cards of an identity, are counted.',
    parse: wholeNumber(1, 365),
  },
  {
    name: 'identities-per-card',
    column: 'identities_per_card',
    bounds: '1 to 50',
    fallback: 3,
    purpose: 'Maximum identities that one card may be used with within link-days.',
    parse: wholeNumber(1, 50),
  },
  {
    name: 'many-identities',
    column: 'many_identities',
    bounds: FOLLOWS,
    fallback: 'ignore',
    purpose: `What happens with a card of more identities. ${MEANINGS}`,
    parse: word('ignore', 'note', 'end'),
  },
  {
    name: 'cards-per-identity',
    column: 'cards_per_identity',
    bounds: '1 to 50',
    fallback: 5,
    purpose: 'Maximum cards that one identity may be used with within link-days.',
    parse: wholeNumber(1, 50),
  },
  {
    name: 'many-cards',
    column: 'many_cards',
    bounds: FOLLOWS,
    fallback: 'ignore',
    purpose: `What happens with an identity of more cards. ${MEANINGS}`,
    parse: word('ignore', 'note', 'end'),
  },
];
