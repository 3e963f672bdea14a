import { describeBrowser } from '@titular/server/users/sessions/session.ts';
import { expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-texts.ts';
import { createTranslate } from '../src/i18n/texts.ts';
import { browserWords } from '../src/words/browser-words.ts';

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  'curl/8.5.0 (Windows)',
  undefined,
];

test.each([
  ['en', 'Firefox on Linux', 'Safari on iOS', 'Another browser on Windows', 'Another browser'],
  ['pt', 'Firefox em Linux', 'Safari em iOS', 'Outro navegador em Windows', 'Outro navegador'],
  ['es', 'Firefox en Linux', 'Safari en iOS', 'Otro navegador en Windows', 'Otro navegador'],
] as const)('the browser of a session is said in %s, as the server keeps it (P4)', (language, ...said) => {
  expect(Object.keys(dictionaries)).toContain(language);
  const t = createTranslate(language);
  expect(AGENTS.map((agent) => browserWords(describeBrowser(agent), t))).toEqual(said);
});
