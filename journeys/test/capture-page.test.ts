import {
  type AttemptView,
  CONSENT_VERSION,
  type SessionView,
  type StartAttemptRequest,
} from '@titular/contract';
import { drivePage } from '@titular/test-kit/browser/drive-page.ts';
import { type Camera, openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cameraFor,
  createTransaction,
  type Journey,
  openPhone,
  readStatus,
  startJourney,
} from './fixture.ts';
import { listen, on, press, speak, until } from './page-steps.ts';

const JOURNEY_MS = 540_000;

/** Marks the document when the camera is asked for, and again when it is turned off. */
const watchCamera = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const mark = (state: string) => document.documentElement.setAttribute('data-camera', state);
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      mark('asked');
      const stream = await ask(constraints);
      for (const track of stream.getTracks()) {
        const stop = track.stop.bind(track);
        track.stop = () => {
          stop();
          mark(track.readyState);
        };
      }
      return stream;
    };
  });

const cameraMark = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-camera');
const framesOf = (page: Page): Request[] => listen(page, 'PUT', /\/frames\/\d+$/);

describe("the page in a person's hand", () => {
  let journey: Journey;
  let camera: Camera;
  beforeAll(async () => {
    journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '5', TITULAR_MAXIMUM_ATTEMPTS: '2' });
    camera = await cameraFor(journey, { kind: 'still', person: 'a' });
  });
  afterAll(() => journey.close());

  async function withPage(locale: string, use: (page: Page, id: string) => Promise<void>): Promise<void> {
    const { id, link } = await createTransaction(journey);
    const browser = await openBrowser(camera);
    try {
      const { page, complaints } = await openPhone(browser, locale);
      await watchCamera(page);
      await page.goto(link);
      await on(page, 'consent');
      await use(page, id);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  }

  test(
    'the camera is asked for after the consent only, a refusal ends well, and each answer carries the version and language of the text (R94)',
    () =>
      withPage('pt-BR', async (page, id) => {
        const answers = listen(page, 'PUT', /\/consent$/);
        await press(page, 'decline');
        await on(page, 'declined');
        expect(await page.locator('[data-screen="declined"] [data-action]').count()).toBeGreaterThan(0);
        expect(await cameraMark(page)).toBeNull();
        expect((await readStatus(journey, id)).status).toBe('waiting');
        await press(page, 'try-again');
        await speak(page, 'es');
        await press(page, 'accept');
        await on(page, 'camera');
        expect(await cameraMark(page)).toBeNull();
        await press(page, 'start-camera');
        await page.locator('[data-phase="live"]').waitFor();
        expect(await cameraMark(page)).toBe('asked');
        expect(answers.map((request) => request.postDataJSON())).toEqual([
          { version: CONSENT_VERSION, language: 'pt', accepted: false },
          { version: CONSENT_VERSION, language: 'es', accepted: true },
        ]);
      }),
    JOURNEY_MS,
  );

  test(
    'who needs it another way says so by keyboard, in any language, and nothing of it stays on the device; what was seen of the camera goes along (R62)',
    () =>
      withPage('en-US', async (page) => {
        const starts = listen(page, 'POST', /\/attempts$/);
        await press(page, 'accept');
        const usual = await page.locator('.motions').innerText();
        await page.locator('[data-part="ways"] summary').focus();
        for (const key of ['Enter', 'Tab', ...Array(4).fill('ArrowDown'), 'Tab', 'Space'])
          await page.keyboard.press(key);
        expect(await page.locator('.motions').innerText()).not.toBe(usual);
        await speak(page, 'pt');
        expect(await page.locator('#way-distance').isChecked()).toBe(true);
        expect(await page.locator('#way-unhurried').isChecked()).toBe(true);
        await press(page, 'start-camera');
        await until(starts, 1);
        const sent: StartAttemptRequest[] = starts.map((request) => request.postDataJSON());
        const { camera: report, ...ways } = sent[0] ?? {};
        expect(ways).toEqual({ movement: 'distance', unhurried: true });
        expect(report).toMatchObject({ label: expect.stringMatching(/\.mjpeg$/), answersConstraints: true });
        expect(report?.frameIntervalsMs.length).toBeGreaterThan(0);
        expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
      }),
    JOURNEY_MS,
  );

  test(
    'who cannot make one of the movements chooses it by its own words, the page says at once what is left, and the service asks for no other',
    () =>
      withPage('en-US', async (page) => {
        const starts = page.waitForResponse((response) => response.url().endsWith('/attempts'));
        await press(page, 'accept');
        await page.locator('[data-part="ways"] summary').click();
        const left: Readonly<Record<string, string>> = {
          without_turns: 'Lift or lower your chin|Open your mouth wide',
          without_nods: 'Turn your head|Open your mouth wide',
          without_mouth: 'Turn your head|Lift or lower your chin',
        };
        for (const [movement, words] of Object.entries(left)) {
          await page.locator(`#way-${movement}`).check();
          expect((await page.locator('.motion').allInnerTexts()).join('|')).toBe(words);
        }
        await page.locator('#way-without_turns').check();
        await press(page, 'start-camera');
        const attempt: AttemptView = await (await starts).json();
        expect(attempt.movement).toBe('without_turns');
        expect(attempt.poses.filter((pose) => pose === 'left' || pose === 'right')).toEqual([]);
        await page.locator('[data-phase="live"]').waitFor();
      }),
    JOURNEY_MS,
  );

  test(
    'frames carry moments on one clock that goes on over a reload',
    () =>
      withPage('en-US', async (page) => {
        const frames = framesOf(page);
        await press(page, 'accept');
        await press(page, 'start-camera');
        await until(frames, 3);
        await page.reload();
        const before = frames.length;
        await press(page, 'start-camera');
        await until(frames, before + 3);
        const moments = frames.map((request) => Number(request.headers()['x-captured-at-ms']));
        const positions = frames.map((request) => Number(new URL(request.url()).pathname.split('/').at(-1)));
        expect(positions.at(-1)).toBeGreaterThanOrEqual(before);
        expect(moments.every((moment, at) => at === 0 || moment > (moments[at - 1] ?? 0))).toBe(true);
        expect(Math.abs((moments[0] ?? 0) - Date.now())).toBeLessThan(JOURNEY_MS);
      }),
    JOURNEY_MS,
  );

  test(
    'after an attempt that failed the page asks the server anew, says until when it can be tried again, and turns the camera off',
    async () => {
      const { link } = await createTransaction(journey);
      const browser = await openBrowser(camera);
      try {
        const { page } = await openPhone(browser);
        await watchCamera(page);
        const isRead = (request: Request) =>
          request.method() === 'GET' && request.url().endsWith('/capture/session');
        const read = page.waitForResponse((response) => isRead(response.request()), { timeout: JOURNEY_MS });
        const seen: string[] = [];
        const end = await drivePage(page, link, async ({ screen }) => {
          if (screen !== 'attempt-failed') return;
          const view: SessionView = await (await read).json();
          expect(view).toMatchObject({ stage: 'camera', attemptsLeft: 1 });
          const note = page.locator('[data-note="retry"]');
          expect(await note.count()).toBe(view.retryUntil === null ? 0 : 1);
          expect(await cameraMark(page)).toBe('ended');
          seen.push((await page.locator('[data-screen]').getAttribute('data-reason')) ?? '');
        });
        expect(end).toBe('not-approved');
        expect(seen).toEqual(['challenge_missed']);
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );
});
