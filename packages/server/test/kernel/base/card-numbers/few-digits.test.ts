import { decodedForms } from '@titular/server/kernel/base/card-numbers/decoded-forms.ts';
import { hasFewDigits } from '@titular/server/kernel/base/card-numbers/few-digits.ts';
import { holdsForeignNumber } from '@titular/server/kernel/base/card-numbers/foreign-number.ts';
import { holdsOwnNumber } from '@titular/server/kernel/base/card-numbers/own-number.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AMBIGUOUS_SPELLINGS, NUMBER_OF_13, SPELLINGS, TEST_NUMBERS } from './spellings.ts';

const pieces = fc.constantFrom(
  ...[
    '4',
    '1',
    '0',
    'o',
    'O',
    'l',
    'I',
    'a',
    'Z',
    ' ',
    '-',
    '.',
    ',',
    '+',
    '/',
    '_',
    '%',
    '%34',
    '&',
    '&#52;',
  ],
  ...[
    '<',
    '\\',
    '\\u0034',
    '=',
    '=34',
    'u',
    'U',
    'U+0034',
    'u+0034',
    '0x34',
    '34',
    '3',
    'NDEx',
    'é',
    '４',
    '\t',
  ],
  ...['\u{e0034}', '㉑', '½', '\u200b'],
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 24 }).map((found) => found.join('')),
  fc.string(),
);
const digits = (length: number) => fc.stringMatching(new RegExp(`^[014]{${length}}$`));

describe('a text that one look finds to have few digits (R29)', () => {
  test('holds no number in any form, of no card', () => {
    fc.assert(
      fc.property(texts, digits(6), digits(4), (text, binDigits, lastDigits) => {
        fc.pre(hasFewDigits(text));
        expect(decodedForms(text)).toEqual([text]);
        expect(holdsForeignNumber(text) || holdsOwnNumber(text, { binDigits, lastDigits })).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([...SPELLINGS, ...AMBIGUOUS_SPELLINGS])('is not a card number spelt as %s', (_name, write) => {
    for (const number of [...TEST_NUMBERS.map(([, one]) => one), NUMBER_OF_13])
      expect(hasFewDigits(write(number))).toBe(false);
  });

  test.each(['Maria da Silva', 'JOAO SILVA DO NASCIMENTO', 'order 100023-A', '2026-11-30/0042', ''])(
    'is %o, so that it is not decoded',
    (text) => {
      expect(hasFewDigits(text)).toBe(true);
    },
  );
});
