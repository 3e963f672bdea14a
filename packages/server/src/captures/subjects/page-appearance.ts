import { PAGE_LANGUAGES, PAGE_THEMES, type PageLanguage, type PageTheme } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';

/** How the merchant wishes the page to look; undefined leaves it to the person's browser. */
export type PageAppearance = { language: PageLanguage | undefined; theme: PageTheme | undefined };

/** Reads both from a create request; refuses with 40002 a language that the page does not speak. */
export function parsePageAppearance({
  language: tag,
  theme,
}: {
  language?: string;
  theme?: PageTheme;
}): PageAppearance {
  const primary = tag?.toLowerCase().split('-')[0];
  const language = PAGE_LANGUAGES.find((one) => one === primary);
  if (tag !== undefined && language === undefined)
    throw new Refusal(
      '40002',
      `language must be one of ${PAGE_LANGUAGES.join(', ')}, with or without a region.`,
    );
  return { language, theme };
}

/** What the columns hold of them, as the page is told; a word of a later release counts as none. */
export const toPageAppearance = (row: {
  language: string | undefined;
  theme: string | undefined;
}): { language: PageLanguage | null; theme: PageTheme } => ({
  language: PAGE_LANGUAGES.find((one) => one === row.language) ?? null,
  theme: PAGE_THEMES.find((one) => one === row.theme) ?? 'auto',
});
