import * as enApp from './en/app.ts';
import * as en from './en/early.ts';
import * as esApp from './es/app.ts';
import * as es from './es/early.ts';
import { LANGUAGES, type Language } from './languages.ts';
import * as ptApp from './pt/app.ts';
import * as pt from './pt/early.ts';
import { addTexts, type Stage, type TextsOf } from './texts.ts';

/** All texts in every language at once: for the tests, not for the page. */
export const dictionaries: Readonly<Record<Language, { [S in Stage]: TextsOf<S> }>> = {
  pt: { early: pt.earlyTexts, app: ptApp.appTexts },
  en: { early: en.earlyTexts, app: enApp.appTexts },
  es: { early: es.earlyTexts, app: esApp.appTexts },
};

for (const language of LANGUAGES) {
  addTexts(language, dictionaries[language].early);
  addTexts(language, dictionaries[language].app);
}
