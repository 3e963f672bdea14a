import type { IncomingHttpHeaders } from 'node:http';
import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract';

/** Ranges beyond these are not read: no browser sends so many. */
const MAX_RANGES = 20;

const parseLanguage = (tag: string | undefined): PageLanguage | undefined => {
  const primary = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0];
  return PAGE_LANGUAGES.find((language) => language === primary);
};

/** The ranges of Accept-Language by weight, those that are not wanted left out (RFC 9110, section 12.5.4). */
function rangesOf(header: string): string[] {
  return header
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';');
      const weight = parameters.map((one) => /^\s*q=([0-9.]+)\s*$/i.exec(one)?.[1]).find((one) => one);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** Chooses the language of the first words as the page's script does: as the address asks, else as the browser prefers, else English. */
export function chooseLanguage(
  query: Readonly<Record<string, string>>,
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): PageLanguage {
  for (const tag of [query['lang'], ...rangesOf(headers['accept-language'] ?? '')]) {
    const language = parseLanguage(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}
