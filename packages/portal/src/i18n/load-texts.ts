import type { Language } from './languages.ts';
import { addTexts, type Stage, type TextsOf } from './texts.ts';

/** A file of texts exports them, and nothing else. */
type Files = {
  [S in Stage]: Readonly<Record<Language, () => Promise<Readonly<Record<string, TextsOf<S>>>>>>;
};

/** A file for each stage and language, so that a page fetches the words of one language alone. */
const files: Files = {
  early: {
    pt: () => import('./pt/early.ts'),
    en: () => import('./en/early.ts'),
    es: () => import('./es/early.ts'),
  },
  app: {
    pt: () => import('./pt/app.ts'),
    en: () => import('./en/app.ts'),
    es: () => import('./es/app.ts'),
  },
  enrolment: {
    pt: () => import('./pt/enrolment-texts.ts'),
    en: () => import('./en/enrolment-texts.ts'),
    es: () => import('./es/enrolment-texts.ts'),
  },
  errors: {
    pt: () => import('./pt/error-texts.ts'),
    en: () => import('./en/error-texts.ts'),
    es: () => import('./es/error-texts.ts'),
  },
  lists: {
    pt: () => import('./pt/cases/list-stage.ts'),
    en: () => import('./en/cases/list-stage.ts'),
    es: () => import('./es/cases/list-stage.ts'),
  },
  cases: {
    pt: () => import('./pt/cases/case-stage.ts'),
    en: () => import('./en/cases/case-stage.ts'),
    es: () => import('./es/cases/case-stage.ts'),
  },
  settings: {
    pt: () => import('./pt/settings/setting-stage.ts'),
    en: () => import('./en/settings/setting-stage.ts'),
    es: () => import('./es/settings/setting-stage.ts'),
  },
  team: {
    pt: () => import('./pt/team-texts.ts'),
    en: () => import('./en/team-texts.ts'),
    es: () => import('./es/team-texts.ts'),
  },
  me: {
    pt: () => import('./pt/me-texts.ts'),
    en: () => import('./en/me-texts.ts'),
    es: () => import('./es/me-texts.ts'),
  },
  permissions: {
    pt: () => import('./pt/permission-texts.ts'),
    en: () => import('./en/permission-texts.ts'),
    es: () => import('./es/permission-texts.ts'),
  },
  deployment: {
    pt: () => import('./pt/deployment-texts.ts'),
    en: () => import('./en/deployment-texts.ts'),
    es: () => import('./es/deployment-texts.ts'),
  },
  verify: {
    pt: () => import('./pt/verify-texts.ts'),
    en: () => import('./en/verify-texts.ts'),
    es: () => import('./es/verify-texts.ts'),
  },
  developers: {
    pt: () => import('./pt/developers/developer-stage.ts'),
    en: () => import('./en/developers/developer-stage.ts'),
    es: () => import('./es/developers/developer-stage.ts'),
  },
  accounts: {
    pt: () => import('./pt/accounts/account-texts.ts'),
    en: () => import('./en/accounts/account-texts.ts'),
    es: () => import('./es/accounts/account-texts.ts'),
  },
  calls: {
    pt: () => import('./pt/calls/call-stage.ts'),
    en: () => import('./en/calls/call-stage.ts'),
    es: () => import('./es/calls/call-stage.ts'),
  },
  limits: {
    pt: () => import('./pt/limits/limit-texts.ts'),
    en: () => import('./en/limits/limit-texts.ts'),
    es: () => import('./es/limits/limit-texts.ts'),
  },
  audit: {
    pt: () => import('./pt/audit/audit-stage.ts'),
    en: () => import('./en/audit/audit-stage.ts'),
    es: () => import('./es/audit/audit-stage.ts'),
  },
  data: {
    pt: () => import('./pt/data/data-texts.ts'),
    en: () => import('./en/data/data-texts.ts'),
    es: () => import('./es/data/data-texts.ts'),
  },
  exports: {
    pt: () => import('./pt/exports/export-texts.ts'),
    en: () => import('./en/exports/export-texts.ts'),
    es: () => import('./es/exports/export-texts.ts'),
  },
  sandbox: {
    pt: () => import('./pt/sandbox/sandbox-stage.ts'),
    en: () => import('./en/sandbox/sandbox-stage.ts'),
    es: () => import('./es/sandbox/sandbox-stage.ts'),
  },
  receivers: {
    pt: () => import('./pt/receivers/receiver-texts.ts'),
    en: () => import('./en/receivers/receiver-texts.ts'),
    es: () => import('./es/receivers/receiver-texts.ts'),
  },
  operators: {
    pt: () => import('./pt/operators/operator-stage.ts'),
    en: () => import('./en/operators/operator-stage.ts'),
    es: () => import('./es/operators/operator-stage.ts'),
  },
  stays: {
    pt: () => import('./pt/operators/stay-texts.ts'),
    en: () => import('./en/operators/stay-texts.ts'),
    es: () => import('./es/operators/stay-texts.ts'),
  },
  replay: {
    pt: () => import('./pt/replay/replay-texts.ts'),
    en: () => import('./en/replay/replay-texts.ts'),
    es: () => import('./es/replay/replay-texts.ts'),
  },
  fill: {
    pt: () => import('./pt/sandbox/fill-texts.ts'),
    en: () => import('./en/sandbox/fill-texts.ts'),
    es: () => import('./es/sandbox/fill-texts.ts'),
  },
};

const loaded = new Set<string>();
const used = new Set<Stage>();

/** Fetches the texts of a stage in a language, once; rejects where they are not to be had now. */
export async function loadTexts(language: Language, stage: Stage): Promise<void> {
  used.add(stage);
  const name = `${stage}.${language}`;
  if (loaded.has(name)) return;
  for (const texts of Object.values(await files[stage][language]())) addTexts(language, texts);
  loaded.add(name);
}

/** Fetches every stage that the page has had so far, for a change of language. */
export const loadLanguage = async (language: Language): Promise<void> => {
  await Promise.all([...used].map((stage) => loadTexts(language, stage)));
};
