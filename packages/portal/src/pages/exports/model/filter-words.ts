import type { ExportFilter } from '@titular/contract';
import { isReasonCode } from '@titular/contract/main-reason';
import type { TextKey } from '../../../i18n/texts.ts';
import type { useTexts } from '../../../i18n/use-texts.ts';
import { absoluteTime } from '../../../ui/time-words.ts';
import { transactionStatuses } from '../../../words/code-lists.ts';
import { actionWords } from '../../audit/model/action-words.ts';

type Translate = ReturnType<typeof useTexts>;

const WORDS: Readonly<Record<string, TextKey>> = {
  status: 'exportFilter_status',
  company: 'exportFilter_company',
  module: 'exportFilter_module',
  createdFrom: 'exportFilter_createdFrom',
  createdBefore: 'exportFilter_createdBefore',
  reason: 'exportFilter_reason',
  identityChanged: 'exportFilter_identityChanged',
  actor: 'exportFilter_actor',
  action: 'exportFilter_action',
  subject: 'exportFilter_subject',
  from: 'exportFilter_from',
  before: 'exportFilter_before',
};

/** Texts of the filters that a list was narrowed by. */
export const filterKeys = (names: readonly string[]): TextKey[] => names.flatMap((name) => WORDS[name] ?? []);

const TIMES: readonly string[] = ['createdFrom', 'createdBefore', 'from', 'before'];

const statusOf = (value: string) => transactionStatuses.find((status) => status === value);

function valueWord(name: string, value: string, t: Translate, tag: string): string {
  if (TIMES.includes(name)) return absoluteTime(value, tag);
  if (name === 'identityChanged') return t(value === 'true' ? 'filterIsChanged' : 'filterIsSame');
  if (name === 'action') return actionWords(t, value);
  const status = name === 'status' ? statusOf(value) : undefined;
  if (status) return t(`status_${status}`);
  return name === 'reason' && isReasonCode(value) ? t(`reason_${value}`) : value;
}

/** What a list was narrowed by, each filter with the values that were chosen. */
export const filterWords = (filters: readonly ExportFilter[], t: Translate, tag: string): string[] =>
  filters.flatMap(({ name, values }) => {
    const key = WORDS[name];
    const chosen = values.map((value) => valueWord(name, value, t, tag));
    return key ? [`${t(key)}: ${chosen.join(', ')}`] : [];
  });
