import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatAmount } from '../src/moments.ts';

const inLanguage = (lang: string): void => {
  vi.stubGlobal('document', { documentElement: { lang } });
};
afterEach(() => vi.unstubAllGlobals());
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('an amount (D7)', () => {
  test.each([
    ['pt-BR', '1199.9', 'BRL', 'R$ 1.199,90'],
    ['en', '1199.9', 'BRL', 'R$1,199.90'],
    ['es', '1200', 'JPY', '1200 JPY'],
    ['en', '1200', 'JPY', '¥1,200'],
    ['en', '1.234', 'KWD', 'KWD 1.234'],
    ['pt-BR', '0', 'USD', 'US$ 0,00'],
  ])('in %s, %s %s is written %s', (lang, amount, currency, written) => {
    inLanguage(lang);
    expect(plain(formatAmount(amount, currency))).toBe(written);
  });

  test('keeps each decimal that was sent, where the browser would round', () => {
    inLanguage('en');
    expect(plain(formatAmount('10.0125', 'CLF'))).toContain('10.0125');
  });
});
