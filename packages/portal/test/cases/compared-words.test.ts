import { expect, test } from 'vitest';
import '../../src/i18n/all-texts.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';
import { createTranslate } from '../../src/i18n/texts.ts';
import { comparedWords } from '../../src/pages/case/decision/compared-words.ts';

const date = '2026-03-01';
const FACES = [
  { kind: 'operator', isProven: true, source: 'branch 7', date },
  { kind: 'operator', isProven: true, date },
  { kind: 'capture', isProven: true, source: 'branch 7', date },
  { kind: 'capture', isProven: false, date },
] as const;

test.each(LANGUAGES)(
  'each kind of enrolled face that was compared has a sentence of its own, with its day, in %s',
  (language) => {
    const said = FACES.map((face) => comparedWords(face, createTranslate(language)));
    expect(new Set(said).size).toBe(FACES.length);
    expect(said.every((words) => words.includes(date) && !words.includes('{'))).toBe(true);
    expect(said[0]).toContain('branch 7');
  },
);

test('a face of an earlier capture that nothing proves is said to be unproven', () => {
  expect(comparedWords(FACES[3], createTranslate('en'))).toContain('No reference proves');
});
