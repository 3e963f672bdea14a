import { PAGE_LANGUAGES } from '@titular/contract/page';
import { expect, test } from 'vitest';
import { dictionaries } from '../../capture-page/src/i18n/all-languages.ts';
import { OVERLAY_WORDS } from '../src/frame/overlay.ts';

test.each(PAGE_LANGUAGES)('the overlay is named in %s as its page is, and speaks of no card', (language) => {
  const { title, close, waiting } = OVERLAY_WORDS[language];
  expect(title).toBe(dictionaries[language].documentTitle);
  expect(waiting).toBe(dictionaries[language].loadingTitle);
  expect([title, close, waiting].join(' ')).not.toMatch(/card|cart|tarjeta|compra|purchase/i);
});
