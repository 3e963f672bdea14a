import type { Page, Request } from 'playwright-core';
import type { Desk } from '../portal-fixture.ts';

/** Chooses by a number that goes on with each choice. */
export function chooserOf(seed: number): <Value>(values: readonly Value[]) => Value {
  let state = seed;
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[(state >>> 8) % values.length] as (typeof values)[number];
  };
}

/** A page that is watched: what the service refused, and how many of its requests are under way. */
export type Watched = { desk: Desk; refused: string[]; underWay: Set<Request> };

/** Begins to watch. */
export function watch(desk: Desk): Watched {
  const watched: Watched = { desk, refused: [], underWay: new Set() };
  desk.page.on('request', (request) => watched.underWay.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    desk.page.on(end as 'requestfinished', (request) => watched.underWay.delete(request));
  desk.page.on('response', (answer) => {
    if (answer.status() >= 400) watched.refused.push(`${answer.status()} ${answer.url().slice(0, 200)}`);
  });
  return watched;
}

/** Opens an address within the page that is open, as its links would; what was typed by hand differs in the loading alone. */
export const openWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);

/** Frames in a row without a request under way or a skeleton, after which a page has all that it asks for. */
const QUIET_FRAMES = 6;
const MAX_FRAMES = 1_500;

/** Whether a page came to have all that it asks for. */
export async function isWhole({ desk: { page }, underWay }: Watched): Promise<boolean> {
  let quiet = 0;
  for (let frames = 0; quiet < QUIET_FRAMES && frames < MAX_FRAMES; frames += 1) {
    const waits = await page.evaluate(
      () =>
        new Promise<boolean>((tell) =>
          requestAnimationFrame(() => tell(document.querySelector('main .skeleton') !== null)),
        ),
    );
    quiet = underWay.size === 0 && !waits ? quiet + 1 : 0;
  }
  return quiet === QUIET_FRAMES;
}
