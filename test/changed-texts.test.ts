import { expect, test } from 'vitest';
import { compareTexts, flatten } from '../scripts/figures/count-words.ts';

test('texts of a language are compared by key, and their words by the longest sequence that both have', () => {
  const before = flatten({
    kept: 'one two',
    changed: 'press the red button',
    gone: 'good bye',
    plural: 'You have 2.',
  });
  const now = flatten({
    kept: 'one two',
    changed: 'press the big red button',
    plural: { one: 'You have one.', other: 'You have 2.' },
    added: 'three new words',
  });
  expect(compareTexts(before, now)).toEqual({
    texts: { before: 4, now: 5 },
    changed: 2,
    added: 1,
    removed: 1,
    words: { before: 11, now: 16 },
    newWords: 1 + 1 + 3,
    goneWords: 1 + 2,
  });
});

test('a language that was not there before is new as a whole', () => {
  const changes = compareTexts(new Map(), flatten({ hello: 'Bonjour', wait: { none: 'Un instant' } }));
  expect(changes).toMatchObject({ changed: 0, added: 2, newWords: 3, goneWords: 0 });
});
