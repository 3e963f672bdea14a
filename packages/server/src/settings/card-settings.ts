import { type Setting, word } from './setting.ts';

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
];
