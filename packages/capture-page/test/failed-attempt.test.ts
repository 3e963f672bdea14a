import { ATTEMPT_OUTCOMES, PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import { pageClockMs } from '../src/clock.ts';
import { USUAL_WAYS } from '../src/flow/ways.ts';
import { dictionaries } from '../src/i18n/all-languages.ts';
import { laterTexts } from '../src/i18n/later-texts.ts';
import type { LaterTexts } from '../src/i18n/messages.ts';
import { decideFailedWords, type FailedAttempt } from '../src/screens/camera/attempt-failed.ts';
import { retryCheckDelayMs } from '../src/service/retry.ts';
import { formatMoment, formatTimeOfDay } from '../src/time-of-day.ts';

const failures = ATTEMPT_OUTCOMES.filter(
  (outcome): outcome is Exclude<FailedAttempt, 'interrupted'> => outcome !== 'completed',
);

describe('a failed attempt', () => {
  test.each(PAGE_LANGUAGES)('has a sentence of its own for each outcome in %s', (language) => {
    const sentences = failures.map((reason) => dictionaries[language][decideFailedWords(reason, USUAL_WAYS)]);
    expect(new Set(sentences).size).toBe(failures.length);
  });

  test.each(PAGE_LANGUAGES)(
    'that happens again is told in other, more exact words in %s (D21)',
    (language) => {
      for (const reason of failures) {
        const first = dictionaries[language][decideFailedWords(reason, USUAL_WAYS)];
        const again = decideFailedWords(reason, USUAL_WAYS, true) as keyof LaterTexts;
        expect(laterTexts[language][again]).toMatch(/\p{L}/u);
        expect(laterTexts[language][again]).not.toBe(first);
      }
    },
  );

  test('that was interrupted says nothing of how it was made, so its words stay', () => {
    expect(decideFailedWords('interrupted', USUAL_WAYS, true)).toBe('failedInterrupted');
  });

  test('speaks of the movement that was made, and of more time only to who has not asked for it', () => {
    const distance = { movement: 'distance', unhurried: true, isChosen: true } as const;
    expect(decideFailedWords('challenge_missed', USUAL_WAYS)).toBe('failedChallengeMissed');
    expect(decideFailedWords('challenge_missed', distance)).toBe('failedDistanceMissed');
    expect(decideFailedWords('not_live', USUAL_WAYS)).toBe('failedNotLive');
    expect(decideFailedWords('not_live', distance)).toBe('failedDistanceNotLive');
    expect(decideFailedWords('timeout', USUAL_WAYS)).toBe('failedTimeout');
    expect(decideFailedWords('timeout', distance)).toBe('failedTimeoutUnhurried');
  });

  test.each(PAGE_LANGUAGES)('names the offer of more time in %s as the offer names itself', (language) => {
    const { failedTimeout, waysSummary } = dictionaries[language];
    expect(failedTimeout).toMatch(new RegExp(`(“|«\\u202f)${waysSummary}(”|\\u202f»)`, 'u'));
  });
});

describe('until when it can be tried again', () => {
  const iso = '2026-11-21T17:35:50.000Z';
  const local = (language: PageLanguage, preferred: string[]) =>
    formatTimeOfDay(iso, language, preferred).replace(/\s/g, ' ');
  const minutes = String(new Date(iso).getMinutes()).padStart(2, '0');

  test('is told as the local time of the minute begun, as the region of the browser writes it', () => {
    expect(local('pt', ['pt-BR'])).toBe(`${new Date(iso).getHours()}:${minutes}`.padStart(5, '0'));
    expect(local('en', ['de-DE', 'en-GB'])).not.toMatch(/M/);
    expect(local('en', ['pt-BR'])).toMatch(/[AP]M$/);
  });

  test('names the day with it unless that is today', () => {
    const nowMs = Date.parse(iso);
    expect(formatMoment(iso, nowMs, 'en', [])).toBe(formatTimeOfDay(iso, 'en', []));
    const weekdays: Readonly<Record<PageLanguage, RegExp>> = {
      pt: /^(segunda|terça|quarta|quinta|sexta|sábado|domingo)/,
      en: /^\w+day/,
      es: /^(lunes|martes|miércoles|jueves|viernes|sábado|domingo)/,
      fr: /^(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)/,
    };
    for (const language of PAGE_LANGUAGES) {
      const told = formatMoment(iso, nowMs - 172_800_000, language, []);
      expect(told).toMatch(weekdays[language]);
      expect(told.endsWith(formatTimeOfDay(iso, language, []))).toBe(true);
    }
  });

  test('decides when the server is asked what became of it: a little after, and never in haste', () => {
    const untilMs = Date.parse(iso);
    expect(retryCheckDelayMs(iso, untilMs - 300_000)).toBe(302_000);
    expect(retryCheckDelayMs(iso, untilMs - 1_000)).toBe(15_000);
    expect(retryCheckDelayMs(iso, untilMs + 900_000)).toBe(15_000);
    expect(retryCheckDelayMs(iso, 0)).toBe(3_600_000);
  });
});

test("the clock of the frames runs evenly on the device's time", () => {
  const before = pageClockMs();
  const after = pageClockMs();
  expect(after).toBeGreaterThanOrEqual(before);
  expect(Math.abs(after - Date.now())).toBeLessThan(60_000);
});
