import { namesAny } from '@titular/server/kernel/base/safe-text.ts';
import { describe, expect, test } from 'vitest';

const CPF = '52998224725';
const NAMES = [CPF, 'Ana', 'João da Silva Santos'];

describe('a text names the person', () => {
  test.each([
    'for Ana',
    'ANA asked for it',
    'she (Ána) asked',
    'a n a asked',
    'A.N.A.',
    'An\u200ba asked',
    'joao da silva santos',
    'of JOAODASILVASANTOS2',
    'J-o-ã-o da Silva/Santos',
    `about ${CPF}`,
    'cpf529.982.247-25',
    'about ٥٢٩٩٨٢٢٤٧٢٥',
    [...CPF].map((digit) => `&#x3${digit};`).join(''),
  ])('%j', (text) => {
    expect(namesAny(NAMES, text)).toBe(true);
  });
});

test.each(['manual analysis of a fraud', 'banana', 'João da Silva', 'about 529.982.247-26', 'an army', ''])(
  '%j names nobody',
  (text) => {
    expect(namesAny(NAMES, text)).toBe(false);
  },
);

test('a name of which nothing can be read is in no text', () => {
  expect(namesAny(['', ' ', '\u200b', '-'], 'ticket 4711 -')).toBe(false);
});
