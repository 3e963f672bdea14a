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
  settings: {
    pt: () => import('./pt/settings/setting-stage.ts').then(({ settingStageTexts }) => settingStageTexts),
    en: () => import('./en/settings/setting-stage.ts').then(({ settingStageTexts }) => settingStageTexts),
    es: () => import('./es/settings/setting-stage.ts').then(({ settingStageTexts }) => settingStageTexts),
  },
  team: {
    pt: () => import('./pt/team-texts.ts').then(({ teamTexts }) => teamTexts),
    en: () => import('./en/team-texts.ts').then(({ teamTexts }) => teamTexts),
    es: () => import('./es/team-texts.ts').then(({ teamTexts }) => teamTexts),
  },
  me: {
    pt: () => import('./pt/me-texts.ts').then(({ meTexts }) => meTexts),
    en: () => import('./en/me-texts.ts').then(({ meTexts }) => meTexts),
    es: () => import('./es/me-texts.ts').then(({ meTexts }) => meTexts),
  },
  permissions: {
    pt: () => import('./pt/permission-texts.ts').then(({ permissionTexts }) => permissionTexts),
    en: () => import('./en/permission-texts.ts').then(({ permissionTexts }) => permissionTexts),
    es: () => import('./es/permission-texts.ts').then(({ permissionTexts }) => permissionTexts),
  },
  deployment: {
    pt: () => import('./pt/deployment-texts.ts').then(({ deploymentTexts }) => deploymentTexts),
    en: () => import('./en/deployment-texts.ts').then(({ deploymentTexts }) => deploymentTexts),
    es: () => import('./es/deployment-texts.ts').then(({ deploymentTexts }) => deploymentTexts),
  },
  verify: {
    pt: () => import('./pt/verify-texts.ts').then(({ verifyTexts }) => verifyTexts),
    en: () => import('./en/verify-texts.ts').then(({ verifyTexts }) => verifyTexts),
    es: () => import('./es/verify-texts.ts').then(({ verifyTexts }) => verifyTexts),
  },
};

const STAGES: readonly Stage[] = [
  'early',
  'app',
  'lists',
  'cases',
  'settings',
  'team',
  'me',
  'permissions',
  'deployment',
  'verify',
];
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
