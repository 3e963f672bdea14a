import type { SessionView } from '@titular/contract/page';
import { el } from '../../dom.ts';
import { parseLanguage } from '../../i18n/choose-language.ts';

/** What of the company stands on every screen. */
export type Brand = Pick<SessionView, 'logoPath' | 'companyName'>;

/** The company's logo, named as the company; undefined where it has none. */
export const companyLogo = ({ logoPath, companyName }: Brand): HTMLElement | undefined =>
  logoPath === null
    ? undefined
    : el('div', { class: 'logo' }, el('img', { class: 'logo-picture', src: logoPath, alt: companyName }));

/** The company's own words in the language of the page; undefined where it has none in that language. */
export function companyIntroduction({ introduction }: SessionView): HTMLElement | undefined {
  const language = parseLanguage(document.documentElement.lang);
  const words = language && introduction[language];
  return words ? el('p', { class: 'introduction', dir: 'auto' }, words) : undefined;
}
