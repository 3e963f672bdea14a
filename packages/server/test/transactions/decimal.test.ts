import { numberSource, parseStrictJson } from '@titular/server/kernel/http/body/strict-json.ts';
import { isGreater, parseAmount } from '@titular/server/transactions/create/decimal.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const amounts = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 9_999_999_999_999n }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 4 }),
  )
  .map(([whole, decimals]) => (decimals ? `${whole}.${decimals}` : `${whole}`));

const inTenThousandths = (amount: string): bigint => {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, '0'));
};

describe('amounts (R31)', () => {
  test.each(['0', '0.1', '10', '199.9', '0.3000', '9999999999999.9999', '1.10'])(
    '%s is kept as written',
    (source) => {
      expect(parseAmount(source)).toBe(source);
    },
  );

  test.each([
    'NaN',
    'Infinity',
    '1e400',
    '1e13',
    '1e-5',
    '1.00001e0',
    '-1e2',
    '1e',
    '1e+',
    '1.e2',
    '.1e2',
    '01e2',
    '1e2.5',
    '1e1000000000',
    `1e-${'9'.repeat(30)}`,
    '-0',
    '-1',
    '+1',
    '0.30000000000000004',
    '10000000000000',
    '9007199254740993.5',
    '0.12345',
    `0.${'1'.repeat(30)}`,
    '01',
    '.5',
    '5.',
    '1,5',
    ' 1',
    '1\n',
    '٣',
    '0x10',
    '',
  ])('%j is refused', (source) => {
    expect(parseAmount(source)).toBeUndefined();
  });

  test.each([
    ['1E2', '100'],
    ['1e+2', '100'],
    ['1e3', '1000'],
    ['1E-2', '0.01'],
    ['1.25E7', '12500000'],
    ['1.0E-4', '0.0001'],
    ['1e-04', '0.0001'],
    ['9.9999999999999999E12', '9999999999999.9999'],
    ['99999999999999999e-4', '9999999999999.9999'],
    ['1.50e1', '15'],
    ['0e0', '0'],
    ['0.0E5', '0'],
    ['12.345e0', '12.345'],
  ])('%s is kept as the exact decimal %s (C6)', (source, kept) => {
    expect(parseAmount(source)).toBe(kept);
  });

  test('an amount is the same however its point is moved by an exponent (C6)', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: -30, max: 20 }), (amount, exponent) => {
        const [whole = '', decimals = ''] = amount.split('.');
        const kept = parseAmount(`${BigInt(whole + decimals)}e-${decimals.length}`);
        expect(kept === undefined ? undefined : inTenThousandths(kept)).toBe(inTenThousandths(amount));
        const moved = parseAmount(`${whole}e${exponent}`);
        if (moved !== undefined) expect(Number(moved)).toBe(Number(`${whole}e${exponent}`));
      }),
    );
  });

  test('from the bytes of a body to the text that is kept no digit is lost', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const body = parseStrictJson(Buffer.from(`{"value":${amount}}`));
        expect(parseAmount(numberSource(body, 'value') ?? '')).toBe(amount);
      }),
    );
  });

  test('any number whatever that JSON can write is kept exactly or refused', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const kept = parseAmount(JSON.stringify(value));
        if (kept !== undefined) expect(Number(kept) === value).toBe(true);
      }),
    );
  });
});

describe('comparison', () => {
  test('is the comparison of exact ten-thousandths', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(isGreater(a, b)).toBe(inTenThousandths(a) > inTenThousandths(b));
      }),
    );
  });

  test('sees a difference that a double does not', () => {
    expect(isGreater('9999999999999.9999', '9999999999999.9998')).toBe(true);
    expect(isGreater('0.3', '0.3000')).toBe(false);
  });
});
