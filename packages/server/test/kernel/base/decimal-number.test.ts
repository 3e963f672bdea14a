import { describe, expect, test } from 'vitest';
import { withoutTrailingZeros } from '../../../src/kernel/base/decimal-number.ts';

describe('withoutTrailingZeros', () => {
  test.each([
    ['12.3400', '12.34'],
    ['12.0000', '12'],
    ['12.0405', '12.0405'],
    ['0.5000', '0.5'],
    ['0.0000', '0'],
    ['1200', '1200'],
    ['0', '0'],
    ['', ''],
  ])('writes %j as %j, the same number', (amount, short) => {
    expect(withoutTrailingZeros(amount)).toBe(short);
    expect(withoutTrailingZeros(short)).toBe(short);
  });
});
