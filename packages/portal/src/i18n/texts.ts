import type { accountTexts } from './en/accounts/account-texts.ts';
import type { appTexts } from './en/app.ts';
import type { auditStageTexts } from './en/audit/audit-stage.ts';
import type { callStageTexts } from './en/calls/call-stage.ts';
import type { caseStageTexts } from './en/cases/case-stage.ts';
import type { listStageTexts } from './en/cases/list-stage.ts';
import type { dataTexts } from './en/data/data-texts.ts';
import type { deploymentTexts } from './en/deployment-texts.ts';
import type { developerStageTexts } from './en/developers/developer-stage.ts';
import type { earlyTexts } from './en/early.ts';
import type { enrolmentTexts } from './en/enrolment-texts.ts';
import type { errorTexts } from './en/error-texts.ts';
import type { exportTexts } from './en/exports/export-texts.ts';
import type { limitTexts } from './en/limits/limit-texts.ts';
import type { meTexts } from './en/me-texts.ts';
import type { operatorStageTexts } from './en/operators/operator-stage.ts';
import type { stayTexts } from './en/operators/stay-texts.ts';
import type { permissionTexts } from './en/permission-texts.ts';
import type { receiverTexts } from './en/receivers/receiver-texts.ts';
import type { replayTexts } from './en/replay/replay-texts.ts';
import type { fillTexts } from './en/sandbox/fill-texts.ts';
import type { sandboxStageTexts } from './en/sandbox/sandbox-stage.ts';
import type { settingStageTexts } from './en/settings/setting-stage.ts';
import type { teamTexts } from './en/team-texts.ts';
import type { verifyTexts } from './en/verify-texts.ts';
import { type Language, languageFacts } from './languages.ts';
import type { Text, TextsLike } from './texts-like.ts';

/**
 * Stages of the texts, each a file of its own for each language. `early` comes with the sign-in, and `app` with the first page after it.
 * `errors` comes when the browser is idle then, or with the first refusal; `lists` with the first list, and `cases` with the first open case.
 * `enrolment` comes with a link that was given and wherever somebody adds a way to sign in.
 * `operators` comes with the operators' pages about tenants, people and queues; `stays` with what tells of an operator in a tenant.
 * `receivers` comes with the page of an endpoint, and with that of its receiver.
 * `settings`, `team`, `me` and `deployment` come with the first page of that name, and `permissions` with the first that lists them.
 */
type StageTexts = {
  early: typeof earlyTexts;
  app: typeof appTexts;
  enrolment: typeof enrolmentTexts;
  errors: typeof errorTexts;
  lists: typeof listStageTexts;
  cases: typeof caseStageTexts;
  settings: typeof settingStageTexts;
  team: typeof teamTexts;
  me: typeof meTexts;
  permissions: typeof permissionTexts;
  deployment: typeof deploymentTexts;
  verify: typeof verifyTexts;
  developers: typeof developerStageTexts;
  accounts: typeof accountTexts;
  calls: typeof callStageTexts;
  limits: typeof limitTexts;
  audit: typeof auditStageTexts;
  data: typeof dataTexts;
  exports: typeof exportTexts;
  sandbox: typeof sandboxStageTexts;
  operators: typeof operatorStageTexts;
  stays: typeof stayTexts;
  fill: typeof fillTexts;
  replay: typeof replayTexts;
  receivers: typeof receiverTexts;
};
/** Name of a stage. */
export type Stage = keyof StageTexts;
/** Texts of one stage in any language. */
export type TextsOf<S extends Stage> = TextsLike<StageTexts[S]>;
/** Name of one text. */
export type TextKey = { [S in Stage]: keyof StageTexts[S] }[Stage];
/** What fills the placeholders of a text: words as they are, numbers as the language writes them; `count` chooses the form of a counted text. */
type TextValues = Readonly<Record<string, string | number>>;
/** Says a text in the chosen language, with `{name}` placeholders filled in; an unknown placeholder stays visible. */
export type Translate = (key: TextKey, values?: TextValues) => string;

const fetched: Record<Language, Partial<Record<TextKey, Text>>> = { pt: {}, en: {}, es: {} };

/** Joins fetched texts to those of the language. */
export function addTexts(language: Language, texts: Readonly<Partial<Record<TextKey, Text>>>): void {
  fetched[language] = { ...fetched[language], ...texts };
}

function chooseForm(text: Text, count: string | number | undefined, tag: string): string {
  if (typeof text === 'string') return text;
  if (count === 0 && text.none !== undefined) return text.none;
  return text[new Intl.PluralRules(tag).select(Number(count))] ?? text.other;
}

/** Letters and controls that put text in the order from right to left (UAX 9). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u202a-\u202e]/;

/** Makes the translator of one language; a text that has not been fetched is empty. */
export function createTranslate(language: Language): Translate {
  const { tag } = languageFacts[language];
  return (key, values = {}) => {
    const chosen = chooseForm(fetched[language][key] ?? '', values['count'], tag);
    return chosen.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name] ?? whole;
      if (typeof value === 'number') return new Intl.NumberFormat(tag).format(value);
      // Isolated, so that it puts the words beside it in no other order.
      return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
    });
  };
}
