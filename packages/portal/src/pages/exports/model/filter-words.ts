import type { TextKey } from '../../../i18n/texts.ts';

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
