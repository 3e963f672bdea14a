import { containsCardNumber } from '@titular/server/http/card-number.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Appends the check digit (ISO/IEC 7812-1 annex B). */
function withCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

const cardNumbers = fc
  .tuple(
    fc.constantFrom('4', '51', '55', '2221', '34', '37', '36', '6011', '65'),
    fc.integer({ min: 13, max: 19 }),
  )
  .chain(([prefix, length]) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), {
        minLength: length - prefix.length - 1,
        maxLength: length - prefix.length - 1,
      })
      .map((rest) => withCheckDigit(prefix + rest.join(''))),
  );

describe('complete card numbers are seen (R29)', () => {
  test.each([
    ['16 digits', '4111111111111111'],
    ['15 digits', '378282246310005'],
    ['14 digits', '30569309025904'],
    ['13 digits', '4222222222222'],
    ['19 digits', withCheckDigit('650000000000000000')],
    ['groups of four', '4111 1111 1111 1111'],
    ['hyphens', '4111-1111-1111-1111'],
    ['full stops', '4111.1111.1111.1111'],
    ['underlines', '4111_1111_1111_1111'],
    ['two spaces between', '4111  1111  1111  1111'],
    ['no-break spaces', '4111\u00a01111\u00a01111\u00a01111'],
    ['en dashes', '4111–1111–1111–1111'],
    ['zero-width spaces', '4111\u200b1111\u200b1111\u200b1111'],
    ['soft hyphens', '4111\u00ad1111\u00ad1111\u00ad1111'],
    ['a mark on each digit', [...'4111111111111111'].join('\u0332')],
    ['full-width digits', '４１１１１１１１１１１１１１１１'],
    ['Arabic-Indic digits', '٤١١١١١١١١١١١١١١١'],
    ['Devanagari digits', '४१११११११११११११११'],
    ['mathematical digits', '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏'],
    ['words around', 'order 4111111111111111 paid'],
    ['letters around', 'A4111111111111111B'],
    ['a number before', '7 4111111111111111'],
    ['a long number before', '12345-4111111111111111'],
    ['a date after', '4111111111111111 12 39'],
    ['the security code after', '4111 1111 1111 1111 123'],
  ])('%s', (_what, text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  test('every number of a network, however its digits are grouped', () => {
    fc.assert(
      fc.property(
        cardNumbers,
        fc.constantFrom('', ' ', '-', '.'),
        fc.integer({ min: 1, max: 6 }),
        (pan, gap, size) => {
          const grouped = (pan.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(gap);
          expect(containsCardNumber(`no. ${grouped}`)).toBe(true);
        },
      ),
    );
  });
});

describe('what is none is let through', () => {
  test.each([
    ['an order number', 'order-1001'],
    ['a wrong check digit', '4111111111111112'],
    ['12 digits', '411111111111'],
    ['20 digits', '41111111111111111111'],
    ['a prefix of no network', withCheckDigit('100000000000000')],
    ['first 8 and last 4', '41111111 1111'],
    ['a date and a counter', '2026-11-20-000123'],
    ['a UUID', '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e'],
    ['a name', 'Maria da Silva'],
    ['nothing', ''],
  ])('%s', (_what, text) => {
    expect(containsCardNumber(text)).toBe(false);
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

  test('any text whatever is judged, and one without 13 digits holds none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const count = (text.normalize('NFKC').match(/\p{Nd}/gu) ?? []).length;
        const seen = containsCardNumber(text);
        if (count < 13) expect(seen).toBe(false);
      }),
    );
  });

  test.each(['4', '4 ', '4-', '41111111 1111 ', '٤', '\u200b4'])(
    'the largest body of %j is judged',
    (piece) => {
      expect(containsCardNumber(piece.repeat(32_768 / Buffer.byteLength(piece)))).toBeTypeOf('boolean');
    },
  );
});
