import type { PageLanguage } from '@titular/contract/page';
import { languageFacts, parseLanguage } from './i18n/choose-language.ts';

/** The local time of day of an ISO instant, to the minute begun, as the language writes it. `preferred` are the browser's tags, whose region decides between 14:35 and 2:35 PM. */
export function formatTimeOfDay(iso: string, language: PageLanguage, preferred: readonly string[]): string {
  const tag = preferred.find((candidate) => parseLanguage(candidate) === language);
  const format = new Intl.DateTimeFormat(tag ?? languageFacts[language].tag, {
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(new Date(iso));
}

/** The local time of day of an ISO instant, and the day before it unless it is today's by `nowMs`, milliseconds since 1970. */
export function formatMoment(
  iso: string,
  nowMs: number,
  language: PageLanguage,
  preferred: readonly string[],
): string {
  const time = formatTimeOfDay(iso, language, preferred);
  const day = new Date(iso);
  if (day.toDateString() === new Date(nowMs).toDateString()) return time;
  const format = new Intl.DateTimeFormat(languageFacts[language].tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return `${format.format(day)}, ${time}`;
}
