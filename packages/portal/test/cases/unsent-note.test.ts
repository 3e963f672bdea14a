import { describe, expect, test } from 'vitest';
import { unsentOf } from '../../src/pages/case/notes/note-words.ts';

describe('a note form whose note was sent', () => {
  const sent = { text: 'Rang twice.', verdict: 'none' } as const;

  test.each([
    ['nothing since', sent, { text: '', verdict: 'none' }],
    ['more words', { text: 'Rang twice. Nobody.', verdict: 'none' }, { text: 'Nobody.', verdict: 'none' }],
    ['other words', { text: 'Another', verdict: 'none' }, { text: 'Another', verdict: 'none' }],
    ['a verdict', { text: 'Rang twice.', verdict: 'fraud' }, { text: '', verdict: 'fraud' }],
  ] as const)('keeps what was typed while it was sent, and nothing that was: %s', (_what, now, rest) => {
    expect(unsentOf<{ text: string; verdict: 'none' | 'fraud' }>(sent, now)).toEqual(rest);
  });

  test('takes back a verdict that was sent', () => {
    const judged = { text: '', verdict: 'fraud' } as const;
    expect(unsentOf(judged, judged)).toEqual({ text: '', verdict: 'none' });
  });
});
