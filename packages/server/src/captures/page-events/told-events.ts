import { PAGE_EVENTS, PAGE_STEPS, type PageEvent } from '@titular/contract';

const bitOf = (event: PageEvent): number => 1 << PAGE_EVENTS.indexOf(event);

/** Events with the steps that come before them. */
const withSteps = (event: PageEvent): readonly PageEvent[] => {
  const steps: readonly PageEvent[] = PAGE_STEPS;
  const place = steps.indexOf(event);
  return place < 0 ? [event] : steps.slice(0, place + 1);
};

/**
 * What a session has told of once it tells of these events too, and what it tells of for the first time. A step brings those before it along,
 * because a page that lost its connection may never tell of them: so no step counts fewer sessions than the next.
 */
export function tellEvents(
  toldBefore: number,
  events: readonly PageEvent[],
): { told: number; firsts: readonly PageEvent[] } {
  const all = new Set(events.flatMap(withSteps));
  const firsts = [...all].filter((event) => (toldBefore & bitOf(event)) === 0);
  return { told: firsts.reduce((told, event) => told | bitOf(event), toldBefore), firsts };
}
