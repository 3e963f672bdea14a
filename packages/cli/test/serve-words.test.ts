import { readServeWords } from '@titular/cli/frame/serve-words.ts';
import { expect, test } from 'vitest';

test.each([
  [[], {}],
  [['--role', 'worker'], { TITULAR_ROLE: 'worker' }],
  [['--role=api'], { TITULAR_ROLE: 'api' }],
  // Whether it is a role, the setting says.
  [['--role', 'wrker'], { TITULAR_ROLE: 'wrker' }],
  [['--role', ''], undefined],
  [['--role', ' '], undefined],
  [['--role'], undefined],
  [['--rolle', 'worker'], undefined],
  [['worker'], undefined],
  [['--help'], undefined],
])('the words after serve %j are read as %j', (words, expected) => {
  expect(readServeWords(words)).toEqual(expected);
});
