import type { Translate } from '../i18n/texts.ts';

const FAMILY = /^(.+?)(?: on (.+))?$/;

/** Says a browser of a session, kept as `Firefox on Linux`, in the language of the page. */
export function browserWords(kept: string, t: Translate): string {
  const [, name = kept, system] = FAMILY.exec(kept) ?? [];
  const browser = name === 'Another browser' ? t('browserOther') : name;
  return system === undefined ? browser : t('browserOn', { browser, system });
}
