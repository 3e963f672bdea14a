import { PAGE_EVENTS, PAGE_HURDLES, PAGE_STEPS, type PageEvent } from '@titular/contract';
import { tellEvents } from '@titular/server/captures/page-events/told-events.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const EVENTS = fc.array(fc.constantFrom(...PAGE_EVENTS), { maxLength: 30 });
const steps: readonly PageEvent[] = PAGE_STEPS;

/** What the first of several calls of a session tell, each with what those before left. */
function firstsOf(calls: readonly (readonly PageEvent[])[]): PageEvent[] {
  let told = 0;
  return calls.flatMap((events) => {
    const after = tellEvents(told, events);
    told = after.told;
    return after.firsts;
  });
}

describe('what a session tells of for the first time (P12)', () => {
  test('is told once, however often a page is loaded and in how many calls', () => {
    fc.assert(
      fc.property(fc.array(EVENTS, { maxLength: 6 }), (calls) => {
        const firsts = firstsOf(calls);
        expect(new Set(firsts).size).toBe(firsts.length);
        expect(new Set(firsts)).toEqual(new Set(firstsOf([calls.flat()])));
        for (const event of calls.flat()) expect(firsts).toContain(event);
      }),
    );
  });

  test('no step has fewer sessions than the next, whatever pages leave out', () => {
    fc.assert(
      fc.property(fc.array(fc.array(EVENTS, { maxLength: 4 }), { maxLength: 12 }), (sessions) => {
        const firsts = sessions.flatMap(firstsOf);
        const counts = steps.map((step) => firsts.filter((event) => event === step).length);
        expect(counts).toEqual(counts.toSorted((one, other) => other - one));
      }),
    );
  });

  test('a hurdle brings no step along', () => {
    for (const hurdle of PAGE_HURDLES) expect(tellEvents(0, [hurdle]).firsts).toEqual([hurdle]);
  });

  test('events keep their bits: a session may be told of by two releases', () => {
    const bits = PAGE_EVENTS.map((event) => [event, tellEvents(0, [event]).told]);
    expect(Object.fromEntries(bits)).toMatchObject({
      opened: 1,
      consent_given: 0b11,
      consent_declined: 0b100,
      camera_opened: 0b1011,
      camera_denied: 0b1_0000,
      camera_blocked: 0b10_0000,
      camera_missing: 0b100_0000,
      camera_busy: 0b1000_0000,
      in_app_browser: 1 << 12,
      low_light: 1 << 13,
      connection_back: 1 << 17,
      result_shown: 1 << 24,
    });
    expect(PAGE_EVENTS.length).toBeLessThanOrEqual(31);
  });
});
