import { shareOut } from '@titular/server/evidence/fit-sections.ts';
import { toLatin } from '@titular/server/evidence/latin.ts';
import { wrapText } from '@titular/server/evidence/wrap-text.ts';
import { describe, expect, test } from 'vitest';

const bounds = { width: 10, signs: 1_000, lines: 100 };
const wrap = (text: string, changes: Partial<typeof bounds> = {}) =>
  wrapText(text, (drawn) => drawn.length, { ...bounds, ...changes });

describe('the words of a document', () => {
  test('are drawn in all of Windows-1252, composed, and any other sign as its code point', () => {
    const windows = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡ÿ';
    expect(toLatin(windows)).toBe(windows);
    expect(toLatin('Ac\u0327a\u0303o')).toBe('Ação');
    expect(toLatin('山\n😀')).toBe('\\u{5c71}\\u{a}\\u{1f600}');
  });

  test('that look like a code point are told from one: no two texts are drawn alike', () => {
    expect(toLatin('\\u{5c71}')).toBe('\\u{5c}u{5c71}');
    expect(toLatin('C:\\users \\u')).toBe('C:\\users \\u');
    const texts = ['山', '\\u{5c71}', '\\u{5c}u{5c71}'];
    expect(new Set(texts.map(toLatin)).size).toBe(texts.length);
  });

  test('break at spaces of the second half of a line and at line breaks, else within a word, and lose no character', () => {
    expect(wrap('aaaa bbbbb ccc')).toEqual({ lines: ['aaaa bbbbb', 'ccc'], leftOut: 0 });
    expect(wrap('a bbbbbbbbbbbbb')).toEqual({ lines: ['a bbbbbbbb', 'bbbbb'], leftOut: 0 });
    expect(wrap('one\n\ntwo\tx')).toEqual({ lines: ['one', '', 'two x'], leftOut: 0 });
    expect(wrap('山山')).toEqual({ lines: ['\\u{5c71}', '\\u{5c71}'], leftOut: 0 });
  });

  test('beyond the bounds are counted in characters of the text, however each is drawn', () => {
    expect(wrap('山山山', { lines: 2 })).toMatchObject({ leftOut: 1 });
    expect(wrap('山山山', { signs: 17 })).toEqual({ lines: ['\\u{5c71}', '\\u{5c71}'], leftOut: 1 });
    expect(wrap('x'.repeat(35), { lines: 3 })).toMatchObject({ leftOut: 5 });
  });
});

test('room is shared evenly, and what a section does not need goes to the others', () => {
  expect(shareOut([1, 100, 5, 100], 60)).toEqual([1, 27, 5, 27]);
  expect(shareOut([10, 20], 60)).toEqual([10, 20]);
  expect(shareOut([], 60)).toEqual([]);
});
