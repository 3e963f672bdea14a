import { PAGE_LANGUAGES } from '@titular/contract/page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransaction, type Journey, startJourney } from '../journeys/test/fixture.ts';
import type { BrowserPage, LaunchOptions } from './browser.ts';
import { type BrowserName, findBrowsers } from './browsers.ts';
import { withBrowser } from './open-browser.ts';
import { on, press, speak } from './page-steps.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '40' });
});
afterAll(() => journey.close());

async function atCamera(
  name: BrowserName,
  options: Partial<LaunchOptions>,
  use: (page: BrowserPage) => Promise<void>,
): Promise<void> {
  const { link } = await createTransaction(journey);
  await withBrowser(name, options, async (page) => {
    await page.goto(link);
    await on(page, { screen: 'consent' });
    await press(page, 'accept');
    await on(page, { screen: 'camera', phase: 'primer' });
    await use(page);
  });
}

// Runs in the page: the driver of WebKitGTK allows every camera and has no command that refuses one.
function refuseCamera(): void {
  const { mediaDevices } = navigator;
  Object.assign(window, { heldDevices: mediaDevices });
  mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
}

// Runs in the page: counts the pictures that the preview shows from now on.
function countPictures(): void {
  const counted = Object.assign(window, { shownPictures: 0 });
  const video = document.querySelector('video');
  const count = (): void => {
    counted.shownPictures += 1;
    video?.requestVideoFrameCallback(count);
  };
  video?.requestVideoFrameCallback(count);
}

async function inEveryLanguage(page: BrowserPage): Promise<void> {
  const titles = new Set<string>();
  for (const language of PAGE_LANGUAGES) {
    await speak(page, language);
    await expect.poll(() => page.run(() => document.documentElement.lang)).toMatch(language);
    titles.add(await page.run(() => document.querySelector('h1')?.textContent ?? ''));
    expect(await page.run(() => document.querySelectorAll('.actions [data-action]').length)).toBeGreaterThan(
      0,
    );
  }
  expect(titles.size).toBe(PAGE_LANGUAGES.length);
}

describe.each(findBrowsers())('the camera in %s', (name) => {
  test('that the person does not allow has a screen in every language, with the steps of this browser (R40)', () =>
    atCamera(name, { camera: 'denied' }, async (page) => {
      if (name === 'webkit') await page.run(refuseCamera);
      await press(page, 'start-camera');
      await on(page, { screen: 'camera-problem', problem: 'denied' });
      expect(await page.run(() => document.querySelectorAll('.steps .step').length)).toBeGreaterThan(1);
      await inEveryLanguage(page);
    }));

  test('that is not there has a screen in every language, from which the person goes on (R40)', () =>
    atCamera(name, { camera: 'none' }, async (page) => {
      await press(page, 'start-camera');
      await on(page, { screen: 'camera-problem', problem: 'missing' });
      await inEveryLanguage(page);
      await press(page, 'try-again');
      await on(page, { screen: 'camera-problem', problem: 'missing' });
    }));

  test('that the browser makes itself is opened and shown, its pictures are judged, and it is let go at the end', () =>
    atCamera(name, {}, async (page) => {
      await press(page, 'start-camera');
      await on(page, { screen: 'camera', phase: 'live' });
      await page.run(countPictures);
      const pictures = (): Promise<number> =>
        page.run(() => (window as unknown as { shownPictures: number }).shownPictures);
      await expect.poll(pictures).toBeGreaterThan(5);
      const hint = (): Promise<string> =>
        page.run(() => document.querySelector('.instruction')?.textContent ?? '');
      // There is no face in it.
      await expect.poll(hint).not.toBe('Look straight ahead');
      await page.run(() => {
        const stream = document.querySelector('video')?.srcObject as MediaStream;
        Object.assign(window, { heldTracks: stream.getTracks() });
      });
      await press(page, 'stop-camera');
      const states = (): Promise<string[]> =>
        page.run(() =>
          (window as unknown as { heldTracks: MediaStreamTrack[] }).heldTracks.map(
            (track) => track.readyState,
          ),
        );
      await expect.poll(states).toEqual(['ended']);
    }));

  test('complains, where something is wrong, so that these tests hear of it', () =>
    atCamera(name, {}, async (page) => {
      expect(await page.readComplaints()).toEqual([]);
      await page.run(() => console.error('something is wrong'));
      await expect.poll(async () => (await page.readComplaints()).join()).toContain('something is wrong');
    }));
});
