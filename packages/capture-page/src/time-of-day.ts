import type { PageLanguage } from '@titular/contract/page';
import { languageFacts, parseLanguage } from './i18n/choose-language.ts';

const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };

function formatLocal(
  iso: string,
  language: PageLanguage,
  preferred: readonly string[],
  parts: Intl.DateTimeFormatOptions,
): string {
  const tag = preferred.find((candidate) => parseLanguage(candidate) === language);
  return new Intl.DateTimeFormat(tag ?? languageFacts[language].tag, parts).format(new Date(iso));
}

/**
 * The local time of day of an ISO instant, to the minute begun, as the language writes it. Texts name it after a colon, since an article
 * would depend on the hour. `preferred` are the browser's tags, whose region decides between 14:35 and 2:35 PM.
 */
export const formatTimeOfDay = (iso: string, language: PageLanguage, preferred: readonly string[]): string =>
  formatLocal(iso, language, preferred, TIME);

/** The local time of day of an ISO instant, and the day before it unless it is today's by `nowMs`, milliseconds since 1970. */
export function formatMoment(
  iso: string,
  nowMs: number,
  language: PageLanguage,
  preferred: readonly string[],
): string {
  const isToday = new Date(iso).toDateString() === new Date(nowMs).toDateString();
  return formatLocal(iso, language, preferred, isToday ? TIME : { ...DAY, ...TIME });
}
