import { RECEIVER_ANSWERS, TRANSACTION_STATUSES } from '@titular/contract';
import { dictionaries } from '../../packages/portal/src/i18n/all-texts.ts';
import { LANGUAGES, type Language } from '../../packages/portal/src/i18n/languages.ts';

const FIRST_WORDS = [
  'why',
  'check',
  'result',
  'step',
  'event',
  'outcome',
  'pose',
  'delivery',
  'staff',
  'verdict',
  'field',
  'opened',
  'fault',
  'explainRule',
];
const SINGLE = [
  'linkIssued',
  'linkRevoked',
  'linkOpened',
  'pageOpened',
  'pageConsented',
  'pageEnded',
  'explainRuleOther',
];
const STATUSES = [
  ...[...TRANSACTION_STATUSES, 'identity_changed'].flatMap((status) => [
    `status_${status}`,
    `status_${status}_why`,
  ]),
  ...RECEIVER_ANSWERS.map((answer) => `status_${answer}`),
];

/** Whether a case file says the text of this key. */
function isSaid(key: string): boolean {
  if (STATUSES.includes(key) || SINGLE.includes(key)) return true;
  const [first = ''] = key.split('_', 1);
  return FIRST_WORDS.includes(first) && key.includes('_') && !/_(advice|meaning)$/.test(key);
}

/** What the module of a company checks, as its setting says it. */
const isModule = (key: string): boolean => ['option_post', 'option_pre', 'option_super-pre'].includes(key);

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fileOf(language: Language): string {
  const { lists, cases, settings } = dictionaries[language];
  const modules = Object.entries(settings).filter(([key]) => isModule(key));
  const lines = [...Object.entries({ ...lists, ...cases }), ...modules].flatMap(([key, text]) =>
    (isSaid(key) || isModule(key)) && typeof text === 'string' ? [`  ${quote(key)}: ${quote(text)},`] : [],
  );
  return [
    '// biome-ignore-all format: generated from the texts of the portal by npm run generate.',
    `/** Words of a case file (${language}), by the keys of the portal's texts. */`,
    `export const words: Readonly<Record<string, string>> = {`,
    ...lines.toSorted(),
    '};',
    '',
  ].join('\n');
}

/** The words of case files, from the texts of the portal: page and file say the same. */
export const caseFileWords = (): Record<string, string> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [`packages/server/src/cases/file/words/${language}.ts`, fileOf(language)]),
  );
