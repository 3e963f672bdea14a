import { dictionaries } from '@titular/capture-page/i18n/all-languages.ts';
import { CONSENT_VERSION } from '@titular/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt, openViewer, type Viewer } from './open-viewer.ts';
import { type Reply, viewWith } from './screen-state.ts';
import { looks, type ScreenState } from './screen-states.ts';

const LEFT_MS = 90_000;
const WORDS = dictionaries.en;

let viewer: Viewer;
beforeAll(async () => {
  viewer = await openViewer();
});
afterAll(() => viewer.close());

const waiting = (leftMs: number, mayProlongRetry: boolean) =>
  viewWith(CONSENT_VERSION, {
    stage: 'camera',
    attemptsLeft: 2,
    retryUntil: new Date(Date.now() + leftMs).toISOString(),
    mayProlongRetry,
  });

function primer(retry: Reply = waiting(10 * LEFT_MS, false)): ScreenState {
  const look = looks.find(({ name }) => name === 'camera-primer');
  if (!look) throw new Error('there is no look camera-primer');
  return { ...look, wire: { session: waiting(LEFT_MS, true), retry } };
}

test('a person hears of the end a minute before it, and takes more time with one press that keeps the focus on the page (D10)', async () => {
  await lookAt(
    viewer,
    primer(),
    async (page) => {
      const more = page.locator('[data-action="more-time"]');
      const soon = page.locator('.note-soon');
      const spoken = page.locator('body [aria-live="polite"]:not(main *)');
      expect([await more.innerText(), await soon.count()]).toEqual([WORDS.retryMore, 0]);
      const before = await page.locator('[data-note="retry"] strong').innerText();
      await page.clock.fastForward(LEFT_MS / 2);
      await soon.waitFor();
      expect(await soon.innerText()).toBe(WORDS.retrySoon);
      await expect.poll(() => spoken.textContent()).toBe(WORDS.retrySoon);
      await more.click();
      await soon.waitFor({ state: 'detached' });
      await expect.poll(() => spoken.textContent()).toBe(WORDS.retryLonger);
      expect(await page.locator('[data-note="retry"] strong').innerText()).not.toBe(before);
      // There is no more to be had.
      expect(await more.count()).toBe(0);
      expect(await page.locator('[data-action="start-camera"]').isEnabled()).toBe(true);
    },
    ['en'],
  );
});

test('a person whose wish for more time did not get through is told so, and can press again (D10)', async () => {
  await lookAt(
    viewer,
    primer('lost'),
    async (page) => {
      const more = page.locator('[data-action="more-time"]');
      const note = page.locator('.note-soon');
      await more.click();
      for (let rounds = 0; rounds < 100 && !(await note.isVisible()); rounds += 1)
        await page.clock.fastForward(1_000);
      expect(await note.innerText()).toBe(WORDS.retryNotTaken);
      const spoken = page.locator('body [aria-live="assertive"]:not(main *)');
      await expect.poll(() => spoken.textContent()).toBe(WORDS.retryNotTaken);
      expect(await more.isEnabled()).toBe(true);
    },
    ['en'],
  );
});
