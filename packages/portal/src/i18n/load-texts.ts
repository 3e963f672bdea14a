import type { Language } from './languages.ts';
import { addTexts, type Stage, type TextsOf } from './texts.ts';

type Files = { [S in Stage]: Readonly<Record<Language, () => Promise<TextsOf<S>>>> };

/** A file for each stage and language, so that a page fetches the words of one language alone. */
const files: Files = {
  early: {
    pt: () => import('./pt/early.ts').then(({ earlyTexts }) => earlyTexts),
    en: () => import('./en/early.ts').then(({ earlyTexts }) => earlyTexts),
    es: () => import('./es/early.ts').then(({ earlyTexts }) => earlyTexts),
  },
  app: {
    pt: () => import('./pt/app.ts').then(({ appTexts }) => appTexts),
    en: () => import('./en/app.ts').then(({ appTexts }) => appTexts),
    es: () => import('./es/app.ts').then(({ appTexts }) => appTexts),
  },
  lists: {
    pt: () => import('./pt/cases/list-stage.ts').then(({ listStageTexts }) => listStageTexts),
    en: () => import('./en/cases/list-stage.ts').then(({ listStageTexts }) => listStageTexts),
    es: () => import('./es/cases/list-stage.ts').then(({ listStageTexts }) => listStageTexts),
  },
  cases: {
    pt: () => import('./pt/cases/case-stage.ts').then(({ caseStageTexts }) => caseStageTexts),
    en: () => import('./en/cases/case-stage.ts').then(({ caseStageTexts }) => caseStageTexts),
    es: () => import('./es/cases/case-stage.ts').then(({ caseStageTexts }) => caseStageTexts),
  },
  developers: {
    pt: () => import('./pt/developer-texts.ts').then(({ developerTexts }) => developerTexts),
    en: () => import('./en/developer-texts.ts').then(({ developerTexts }) => developerTexts),
    es: () => import('./es/developer-texts.ts').then(({ developerTexts }) => developerTexts),
  },
};

const STAGES: readonly Stage[] = ['early', 'app', 'lists', 'cases', 'developers'];
const loaded = new Set<string>();
const used = new Set<Stage>();

/** Fetches the texts of a stage in a language, once; rejects where they are not to be had now. */
export async function loadTexts(language: Language, stage: Stage): Promise<void> {
  used.add(stage);
  const name = `${stage}.${language}`;
  if (loaded.has(name)) return;
  addTexts(language, await files[stage][language]());
  loaded.add(name);
}

/** Fetches every stage that the page has had so far, for a change of language. */
export const loadLanguage = async (language: Language): Promise<void> => {
  await Promise.all(STAGES.filter((stage) => used.has(stage)).map((stage) => loadTexts(language, stage)));
};
