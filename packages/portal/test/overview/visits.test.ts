import type { Figures } from '@titular/contract';
import { PAGE_EVENTS, PAGE_HURDLES, PAGE_STEPS } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { rankBrowsers, rankHurdles, sessionsOf } from '../../src/pages/overview/visits/visit-sums.ts';

const pages: Figures['pages'] = [
  { event: 'attempt_completed', browser: 'safari', sessions: 3 },
  { event: 'camera_denied', browser: 'chromium', sessions: 2 },
  { event: 'camera_denied', browser: 'safari', sessions: 4 },
  { event: 'low_light', browser: 'safari', sessions: 1 },
  { event: 'opened', browser: 'chromium', sessions: 5 },
  { event: 'opened', browser: 'safari', sessions: 9 },
  // A session that began the day before the period opened its page there.
  { event: 'low_light', browser: 'firefox', sessions: 1 },
];

describe('visits of pages (P12)', () => {
  test('are summed over browsers, or of one', () => {
    expect(sessionsOf(pages, 'opened')).toBe(14);
    expect(sessionsOf(pages, 'opened', 'safari')).toBe(9);
    expect(sessionsOf(pages, 'attempt_completed', 'chromium')).toBe(0);
  });

  test('rank browsers by pages opened, and leave out those that opened none in the period', () => {
    expect(rankBrowsers(pages).map(({ browser, steps }) => [browser, steps.opened])).toEqual([
      ['safari', 9],
      ['chromium', 5],
    ]);
    expect(rankBrowsers(pages)[0]?.steps.attempt_completed).toBe(3);
    expect(rankBrowsers([])).toEqual([]);
  });

  test('rank hurdles over all browsers, without those that nobody met', () => {
    expect(rankHurdles(pages)).toEqual([
      { hurdle: 'camera_denied', sessions: 6 },
      { hurdle: 'low_light', sessions: 2 },
    ]);
  });

  test('know each event as a step, a hurdle, or as neither and why', () => {
    const told: readonly string[] = [...PAGE_STEPS, ...PAGE_HURDLES];
    const neither = PAGE_EVENTS.filter((event) => !told.includes(event));
    // What helps a person on, and the end, which each visit may tell of several times.
    expect(neither).toEqual(['connection_back', 'handed_over', 'link_renewed', 'result_shown']);
    expect(new Set(told).size).toBe(told.length);
  });
});
