import { holdsDocumentNumber } from '@titular/server/identity/index.ts';
import { describe, expect, test } from 'vitest';

const CPF = '52998224725';
const inDigitsFrom = (zero: number): string =>
  [...CPF].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');

describe('a text holds the number of a document', () => {
  test.each([
    ['as it is', `asked about ${CPF} today`],
    ['with its punctuation', 'asked about 529.982.247-25 today'],
    ['in pieces', '529 982 247 25'],
    ['with an en dash', '529.982.247–25'],
    ['with a minus sign', '529−982−247−25'],
    ['with a non-breaking hyphen', '529‑982‑247‑25'],
    ['with commas and underscores', '529,982,247_25'],
    ['within more digits', `order 7${CPF}7`],
    ['in full-width digits', `of ${inDigitsFrom(0xff10)}`],
    ['in Arabic-Indic digits', `of ${inDigitsFrom(0x660)}`],
    ['in Devanagari digits', `of ${inDigitsFrom(0x966)}`],
    ['with characters that nobody sees', [...CPF].join('\u200b')],
    ['percent-encoded', [...CPF].map((digit) => `%3${digit}`).join('')],
    ['of a company', 'for 12.ABC.345/01DE-35'],
  ])('%s', (_how, text) => {
    expect(holdsDocumentNumber(text)).toBe(true);
  });
});

test.each([
  'a webhook fails since 2026-03-01 14:05, ticket 4711',
  'asked about 529.982.247-26 today',
  'order 123456 of 10 000,00 BRL',
  '',
])('%j holds none', (text) => {
  expect(holdsDocumentNumber(text)).toBe(false);
});
