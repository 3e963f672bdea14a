import { randomInt } from 'node:crypto';
import { containsCardNumber } from '@titular/server/kernel/base/card-numbers/card-number.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AMBIGUOUS_FORM, drawFrom, ORDER_FORMS } from './order-numbers.ts';
import { AMBIGUOUS_SPELLINGS, FIVES_AND_FOURS, NUMBER_OF_13, SPELLINGS, TEST_NUMBERS } from './spellings.ts';

const OTHER_CARD = { binDigits: '51051051', lastDigits: '5100' };
const cardOf = (number: string) => ({ binDigits: number.slice(0, 8), lastDigits: number.slice(-4) });

/** Appends the check digit (ISO/IEC 7812-1 annex B). */
function withCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

describe('complete card numbers are seen in every spelling (C2, C8, R29)', () => {
  test.each([...SPELLINGS, ...AMBIGUOUS_SPELLINGS])(
    '%s, by the digits of the card at hand',
    (_name, write) => {
      for (const [network, number] of [...TEST_NUMBERS, ['Visa of 13 digits', NUMBER_OF_13] as const]) {
        expect(containsCardNumber(write(number), cardOf(number)), network).toBe(true);
        expect(containsCardNumber(`ref ${write(number)} z`, cardOf(number)), network).toBe(true);
      }
    },
  );

  test.each(SPELLINGS)('%s, in a text without a card and beside another card', (_name, write) => {
    for (const [network, number] of TEST_NUMBERS) {
      expect(containsCardNumber(write(number)), network).toBe(true);
      expect(containsCardNumber(write(number), OTHER_CARD), network).toBe(true);
    }
  });

  const seed = randomInt(2 ** 31);
  test(`every number of a network, however its digits are grouped (seed ${seed})`, () => {
    const draw = drawFrom(seed);
    const lengths = { 4: 16, 51: 16, 55: 16, 2221: 16, 34: 15, 37: 15, 36: 14, 6011: 16, 65: 16, 62: 19 };
    const all = Object.entries(lengths);
    for (let round = 0; round < 5_000; round += 1) {
      const [prefix = '4', length = 16] = all[draw(all.length)] ?? [];
      const rest = Array.from({ length: length - prefix.length - 1 }, () => draw(10)).join('');
      const number = withCheckDigit(prefix + rest);
      const size = 1 + draw(6);
      const grouped = (number.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(' -./:|,'[draw(8)]);
      expect(containsCardNumber(grouped, cardOf(number)), grouped).toBe(true);
      expect(containsCardNumber(number), number).toBe(true);
    }
  });
});

const hidden = randomInt(2 ** 31);
test(`every number in base64, wherever in it and in either order of UTF-16 (R29, seed ${hidden})`, () => {
  const draw = drawFrom(hidden);
  for (let round = 0; round < 2_000; round += 1) {
    const number = withCheckDigit(`4${Array.from({ length: 14 }, () => draw(10)).join('')}`);
    const grouped = (number.match(new RegExp(`.{1,${3 + draw(4)}}`, 'g')) ?? []).join(' -.,'[draw(4)]);
    const text = `${'ref'.slice(0, draw(4))}${grouped}`;
    const wide = Buffer.from(text, 'utf16le');
    for (const bytes of [Buffer.from(text), wide, Buffer.from(wide).swap16()])
      for (const form of ['base64', 'base64url'] as const)
        expect(containsCardNumber(bytes.toString(form), cardOf(number)), `${text} in ${form}`).toBe(true);
  }
});

test.each([
  '4a61'.repeat(12) + '4a60'.repeat(4),
  '04c1'.repeat(12) + '04c0'.repeat(4),
  '0401'.repeat(12) + '0400'.repeat(4),
])(
  'a number in digits of another script, in base64 that looks like an id in hexadecimal digits: %s (R29)',
  (text) => expect(containsCardNumber(text)).toBe(true),
);

test('every sign with the numeric value of a digit is a digit (R29)', () => {
  const groups = '5555 5555 5555 4444';
  for (const [five, four] of FIVES_AND_FOURS) {
    const written = groups.replaceAll('5', five).replaceAll('4', four);
    expect(containsCardNumber(written), `${five} ${four}`).toBe(true);
  }
});

describe('what is none is let through', () => {
  test.each([
    ['an order number', 'order-1001'],
    ['a wrong check digit', '4111111111111112'],
    ['12 digits', '411111111111'],
    ['13 digits, which are no longer issued', NUMBER_OF_13],
    ['a zero and 13 digits', `0${NUMBER_OF_13}`],
    ['13 digits in groups', '4222 2222 2222 2'],
    ['the id of an order of 13 digits', '4501500528651'],
    ['such an id in base64', Buffer.from('gid://shopify/Order/4501500528651').toString('base64')],
    ['a number behind what is no moment', '202611222533445555555555554444'],
    ['20 digits', '41111111111111111111'],
    ['a prefix of no network', withCheckDigit('100000000000000')],
    ['a length of no card', withCheckDigit('4111111111111111')],
    ['14 digits of a day', withCheckDigit('2611221234567')],
    ['first 8 and last 4', '41111111 1111'],
    ['a date and a counter', '2026-11-20-000123'],
    ['a UUID', '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e'],
    ['a moment', '2026-11-22T16:30:05.123456-03:00'],
    ['a name', 'Maria da Silva'],
    ['nothing', ''],
  ])('%s', (_what, text) => {
    expect(containsCardNumber(text)).toBe(false);
    expect(containsCardNumber(text, OTHER_CARD)).toBe(false);
  });

  const seed = randomInt(2 ** 31);
  test.each(ORDER_FORMS)(`20,000 order numbers, %s (C3, A-21, seed ${seed})`, (form, make) => {
    const draw = drawFrom(seed);
    const refused = Array.from({ length: 20_000 }, () => make(draw)).filter((one) =>
      containsCardNumber(one, OTHER_CARD),
    );
    expect(refused.length, `${form}: ${refused.slice(0, 5).join(' ')}`).toBeLessThan(20);
  });

  test(`the way out that the refusal names: groups of seven digits (C3, seed ${seed})`, () => {
    const draw = drawFrom(seed);
    const orders = Array.from({ length: 20_000 }, () => AMBIGUOUS_FORM(draw));
    expect(orders.filter((one) => containsCardNumber(one)).length).toBeGreaterThan(1_000);
    const grouped = orders.map((one) => (one.match(/.{1,7}/g) ?? []).join('-'));
    expect(grouped.filter((one) => containsCardNumber(one, OTHER_CARD))).toEqual([]);
  });

  test('a UUID, alone or in a longer text, whatever digits it is made of (R29)', () => {
    const digitsOnly = fc
      .tuple(fc.stringMatching(/^[0-9]{8}-[0-9]{4}-[1-8][0-9]{3}-[89][0-9]{3}-[0-9]{12}$/))
      .map(([uuid]) => uuid);
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), digitsOnly), (uuid) => {
        for (const text of [
          uuid,
          `order-${uuid}`,
          `https://shop.example/back/${uuid}?x=1`,
          uuid.toUpperCase(),
        ])
          expect(containsCardNumber(text)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('but a card number beside a UUID is seen', () => {
    expect(containsCardNumber('019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e 4111111111111111')).toBe(true);
    expect(containsCardNumber('4111-1111-1111-1111-019aa3c5')).toBe(true);
  });

  test('first and last digits of the card at hand, with words and numbers between them', () => {
    const card = cardOf('5555555555554444');
    for (const text of ['55555555-4444', '55555555 and 1 order, then 4444', 'bin=55555555&n=17&last=4444'])
      expect(containsCardNumber(text, card), text).toBe(false);
  });

  test('any text whatever is judged, and one without encodings and 13 digits holds none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const count = (text.normalize('NFKC').match(/\p{N}|[零-龠]/gu) ?? []).length;
        const seen = containsCardNumber(text);
        if (count < 13 && !/[%&\\=+]/.test(text)) expect(seen).toBe(false);
      }),
    );
  });

  test.each([
    '4',
    '4 ',
    '4-',
    '41111111 1111 ',
    '٤',
    '\u200b4',
    '%34',
    '%2534',
    '&#52;',
    '=34',
    'NDEx',
    'VFVV',
    'ABCDEFGHI',
    '+/',
    'MAAx',
    '//8w',
  ])('the largest body of %j is judged', (piece) => {
    const text = piece.repeat(32_768 / Buffer.byteLength(piece));
    expect(containsCardNumber(text, cardOf('4111111111111111'))).toBeTypeOf('boolean');
  });
});
