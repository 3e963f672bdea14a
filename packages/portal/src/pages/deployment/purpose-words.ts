import type { ConfiguredSetting } from '@titular/contract';
import type { Language } from '../../i18n/languages.ts';

/** What a setting of the process is for; in English where an earlier release answers, which has no other. */
export const purposeIn = (
  { purpose, purposes }: Pick<ConfiguredSetting, 'purpose' | 'purposes'>,
  language: Language,
): string => (language === 'en' ? purpose : (purposes?.[language] ?? purpose));
