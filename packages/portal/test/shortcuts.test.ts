import { describe, expect, test } from 'vitest';
import { sections } from '../src/shell/sections.ts';
import { createKeyMatcher, type KeyPress } from '../src/shortcuts/match-keys.ts';

const ENABLED = ['/', '?', 'g t', 'g d', 'r'];
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  hasModifier: false,
  isTyping: false,
  atMs: 0,
  ...more,
});

describe('single keys', () => {
  test.each(['/', '?', 'r', 'R'])('%s runs its shortcut', (key) => {
    expect(createKeyMatcher()(press(key), ENABLED)).toEqual({ kind: 'run', keys: key.toLowerCase() });
  });

  test('never fire in a field, and never with Ctrl, Alt or Meta (WCAG 2.2, 2.1.4)', () => {
    const match = createKeyMatcher();
    expect(match(press('r', { isTyping: true }), ENABLED)).toEqual({ kind: 'none' });
    expect(match(press('r', { hasModifier: true }), ENABLED)).toEqual({ kind: 'none' });
  });

  test('that nothing registered lead nowhere', () => {
    expect(createKeyMatcher()(press('x'), ENABLED)).toEqual({ kind: 'none' });
  });
});

describe('chords', () => {
  test('run on their second key', () => {
    const match = createKeyMatcher();
    expect(match(press('g'), ENABLED)).toEqual({ kind: 'pending', first: 'g' });
    expect(match(press('t', { atMs: 900 }), ENABLED)).toEqual({ kind: 'run', keys: 'g t' });
  });

  test('end when the second key comes late, is another one, or goes into a field', () => {
    for (const second of [
      press('t', { atMs: 1_501 }),
      press('x', { atMs: 100 }),
      press('t', { atMs: 100, isTyping: true }),
    ]) {
      const match = createKeyMatcher();
      match(press('g'), ENABLED);
      expect(match(second, ENABLED)).toEqual({ kind: 'none' });
      expect(match(press('t', { atMs: second.atMs + 1 }), ENABLED)).toEqual({ kind: 'none' });
    }
  });

  test('leave the second key its own shortcut where both make none', () => {
    const match = createKeyMatcher();
    match(press('g'), ENABLED);
    expect(match(press('r', { atMs: 10 }), ENABLED)).toEqual({ kind: 'run', keys: 'r' });
  });

  test('lead to each section by a key of its own', () => {
    const keys = sections.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
