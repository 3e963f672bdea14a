import { describe, expect, test } from 'vitest';
import { isTooShortPassword, isUserName } from '../src/session/code-form.ts';

describe('what is typed to sign in is counted as the service counts it: by characters, not by UTF-16 units', () => {
  test('a password of fourteen characters with one outside the basic plane is too short, one of fifteen is not', () => {
    expect(isTooShortPassword(`${'x'.repeat(13)}🦊`)).toBe(true);
    expect(isTooShortPassword(`${'x'.repeat(14)}🦊`)).toBe(false);
  });

  test.each([
    ['x🦊', false],
    ['xy🦊', true],
    ['🦊'.repeat(64), true],
    ['🦊'.repeat(65), false],
    [' xyz ', true],
    [' xy ', false],
  ])('%s as a name: %s', (name, isName) => {
    expect(isUserName(name)).toBe(isName);
  });
});
