import { languageOf, OWN_NAMES, originalOf } from '../browser/languages.ts';
import { linkTo, type Page } from './page.ts';

const translationOf = (at: Page, pages: readonly Page[]): Page | undefined =>
  pages.find(({ address }) => address !== at.address && originalOf(address) === originalOf(at.address));

/** Links for the head of a page that is there in two languages: one to each, itself among them. */
export function renderAlternates(at: Page, pages: readonly Page[]): string {
  const other = translationOf(at, pages);
  if (other === undefined) return '';
  return [at, other]
    .map(
      ({ address }) =>
        `<link rel="alternate" hreflang="${languageOf(address)}" href="${linkTo(at.address, address)}">\n`,
    )
    .toSorted()
    .join('');
}

/** The link above a page to its other language, named in that language. */
export function renderLanguageLink(at: Page, pages: readonly Page[]): string {
  const other = translationOf(at, pages);
  if (other === undefined) return '';
  const language = languageOf(other.address);
  const href = linkTo(at.address, other.address);
  return `<p class="language"><a href="${href}" lang="${language}" hreflang="${language}">${OWN_NAMES[language]}</a></p>\n`;
}

/** The attribute of a part of a page whose words are in another language than the page. */
export const langOf = (part: string, page: string): string => (part === page ? '' : ` lang="${part}"`);
