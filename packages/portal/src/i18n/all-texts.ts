import * as enApp from './en/app.ts';
import * as enCases from './en/cases/case-stage.ts';
import * as enLists from './en/cases/list-stage.ts';
import * as enDevelopers from './en/developer-texts.ts';
import * as en from './en/early.ts';
import * as esApp from './es/app.ts';
import * as esCases from './es/cases/case-stage.ts';
import * as esLists from './es/cases/list-stage.ts';
import * as esDevelopers from './es/developer-texts.ts';
import * as es from './es/early.ts';
import { LANGUAGES, type Language } from './languages.ts';
import * as ptApp from './pt/app.ts';
import * as ptCases from './pt/cases/case-stage.ts';
import * as ptLists from './pt/cases/list-stage.ts';
import * as ptDevelopers from './pt/developer-texts.ts';
import * as pt from './pt/early.ts';
import { addTexts, type Stage, type TextsOf } from './texts.ts';

/** All texts in every language at once: for the tests, not for the page. */
export const dictionaries: Readonly<Record<Language, { [S in Stage]: TextsOf<S> }>> = {
  pt: {
    early: pt.earlyTexts,
    app: ptApp.appTexts,
    lists: ptLists.listStageTexts,
    cases: ptCases.caseStageTexts,
    developers: ptDevelopers.developerTexts,
  },
  en: {
    early: en.earlyTexts,
    app: enApp.appTexts,
    lists: enLists.listStageTexts,
    cases: enCases.caseStageTexts,
    developers: enDevelopers.developerTexts,
  },
  es: {
    early: es.earlyTexts,
    app: esApp.appTexts,
    lists: esLists.listStageTexts,
    cases: esCases.caseStageTexts,
    developers: esDevelopers.developerTexts,
  },
};

for (const language of LANGUAGES) {
  addTexts(language, dictionaries[language].early);
  addTexts(language, dictionaries[language].app);
  addTexts(language, dictionaries[language].lists);
  addTexts(language, dictionaries[language].cases);
  addTexts(language, dictionaries[language].developers);
}
