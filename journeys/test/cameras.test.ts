import type { PageEvent } from '@titular/contract';
import { type Camera, launchBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { sql } from 'kysely';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  allow,
  type FakeCamera,
  FRONT,
  giveCameras,
  isOn,
  openedOf,
  plug,
  setHidden,
  skip,
  unplug,
} from './fake-cameras.ts';
import { cameraFor, createTransaction, type Journey, startJourney } from './fixture.ts';

const PHONE = { width: 390, height: 844 };
const LONG_MS = 60_000;
const STEP_SECONDS = 20;
const ANDROID_APP =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36 Instagram 350.0.0.0 Android';
const APPLE_APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A3354 [FBAN/FBIOS;FBAV/480.0]';

let journey: Journey;
let browser: Browser;

beforeAll(async () => {
  journey = await startJourney({
    TITULAR_CHALLENGE_STEP_SECONDS: String(STEP_SECONDS),
    TITULAR_MAXIMUM_ATTEMPTS: '3',
  });
  const camera: Camera = await cameraFor(journey, { kind: 'still', person: 'a' });
  browser = await launchBrowser(camera);
}, LONG_MS);
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  await journey.close();
});

const on = (page: Page, screen: string): Promise<void> => page.locator(`[data-screen="${screen}"]`).waitFor();
const press = (page: Page, action: string): Promise<void> =>
  page.locator(`[data-action="${action}"]`).click();
const live = (page: Page): Promise<void> => page.locator('[data-phase="live"]').waitFor();
const onProblem = (page: Page, problem: string): Promise<void> =>
  page.locator(`[data-screen="camera-problem"][data-problem="${problem}"]`).waitFor();

type Opening = {
  cameras?: readonly FakeCamera[];
  context?: BrowserContextOptions;
  before?: (page: Page) => unknown;
};

/** Opens a page with these cameras and goes up to the button that starts one. */
async function openPage({ cameras = [FRONT], context = {}, before }: Opening = {}): Promise<Page> {
  const { link } = await createTransaction(journey);
  const own = await browser.newContext({ viewport: PHONE, locale: 'en-US', ...context });
  await giveCameras(own, cameras);
  const page = await own.newPage();
  await before?.(page);
  await page.goto(link);
  await on(page, 'consent');
  await press(page, 'accept');
  await on(page, 'camera');
  return page;
}

/** The same, and starts the camera. */
async function start(opening: Opening = {}): Promise<Page> {
  const page = await openPage(opening);
  await press(page, 'start-camera');
  return page;
}

async function countOf(event: PageEvent, browserFamily = '%'): Promise<number> {
  const { rows } = await sql<{ seen: string | null }>`
    SELECT sum(seen) AS seen FROM page_event_counts
    WHERE tenant_id = ${journey.tenant.tenantId} AND event = ${event} AND browser LIKE ${browserFamily}`.execute(
    journey.service.service.database.db,
  );
  return Number(rows[0]?.seen ?? 0);
}

/** Does something, and then sees the event counted. */
async function counting<Result>(
  event: PageEvent,
  work: () => Promise<Result>,
  times = 1,
  browserFamily = '%',
): Promise<Result> {
  const before = await countOf(event, browserFamily);
  const result = await work();
  await expect
    .poll(() => countOf(event, browserFamily), { timeout: LONG_MS, message: event })
    .toBe(before + times);
  return result;
}

/** The attempts that the page sent frames of, in order. */
function attemptsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const id = /\/attempts\/([^/]+)\/frames\/\d+$/.exec(request.url())?.[1];
    if (id && request.method() === 'PUT') seen.push(id);
  });
  return seen;
}

const until = (heard: readonly unknown[], count: number): Promise<void> =>
  expect.poll(() => heard.length, { timeout: LONG_MS }).toBeGreaterThanOrEqual(count);

/** Every language has its own words for what is shown, and something to do. */
async function expectThreeLanguages(page: Page): Promise<void> {
  const titles = new Set<string>();
  for (const language of ['pt', 'en', 'es']) {
    await page.locator('#language').selectOption(language);
    titles.add(await page.locator('h1').innerText());
    expect(await page.locator('.actions [data-action]').count()).toBeGreaterThan(0);
  }
  expect(titles.size).toBe(3);
}

describe('a camera that cannot be had', () => {
  test.each([
    ['denied', 'NotAllowedError', 'camera_denied'],
    ['busy', 'NotReadableError', 'camera_busy'],
    ['busy', 'AbortError', 'camera_busy'],
    ['missing', 'NotFoundError', 'camera_missing'],
  ] as const)(
    '%s (%s) has a screen in three languages and is counted; once it can be had the page goes on',
    (problem, fault, event) =>
      counting(event, async () => {
        const page = await start({ cameras: [{ ...FRONT, fault }] });
        await onProblem(page, problem);
        await expectThreeLanguages(page);
        await plug(page, [FRONT]);
        await press(page, 'try-again');
        await live(page);
      }),
    LONG_MS,
  );

  test(
    'one that is allowed in the settings goes on without a reload and without a button',
    async () => {
      const page = await start({ cameras: [{ ...FRONT, fault: 'NotAllowedError' }] });
      await onProblem(page, 'denied');
      expect(await page.locator('.steps .step').count()).toBeGreaterThan(1);
      await allow(page, [FRONT]);
      await live(page);
    },
    LONG_MS,
  );

  test(
    'one that the page around keeps away is told as that, and the person goes on in a tab of its own',
    () =>
      counting('camera_blocked', async () => {
        const page = await start({
          before: (opened) =>
            opened.route('**/c/*', async (route) => {
              const response = await route.fetch();
              const headers = { ...response.headers(), 'permissions-policy': 'camera=()' };
              await route.fulfill({ response, headers });
            }),
        });
        await onProblem(page, 'blocked');
        expect(await openedOf(page)).toEqual([]);
        await expectThreeLanguages(page);
        await counting('handed_over', () => press(page, 'make-link'));
        const link = (await page.locator('[data-action="follow-link"]').getAttribute('href')) ?? '';
        expect(await page.locator('.link-field').inputValue()).toBe(link);
        const other = await browser.newContext({ viewport: PHONE });
        await giveCameras(other, [FRONT]);
        const tab = await other.newPage();
        await tab.goto(link);
        await on(tab, 'consent');
      }),
    LONG_MS,
  );

  test(
    "an app's browser that refuses it is left with a link of its own, by copy and, on Android, by the browser that opens links",
    () =>
      counting(
        'in_app_browser',
        async () => {
          const page = await start({
            cameras: [{ ...FRONT, fault: 'NotAllowedError' }],
            context: { userAgent: ANDROID_APP, permissions: ['clipboard-read', 'clipboard-write'] },
          });
          await onProblem(page, 'in_app');
          await expectThreeLanguages(page);
          await press(page, 'make-link');
          const link = await page.locator('.link-field').inputValue();
          expect(link).toMatch(/\/c\/[\w-]{22,}$/);
          const intent = (await page.locator('[data-action="follow-link"]').getAttribute('href')) ?? '';
          const { host, pathname } = new URL(link);
          expect(intent).toMatch(/^intent:\/\/.*#Intent;scheme=http;.*;end$/);
          expect(intent).toContain(`//${host}${pathname}#`);
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
          expect(page.url()).not.toContain(new URL(link).pathname);
        },
        1,
        'in_app',
      ),
    LONG_MS,
  );

  test(
    "an app's browser without any camera says how to leave it, and where nothing can be passed on asks for a new link",
    () =>
      counting('camera_unsupported', async () => {
        const page = await start({
          context: { userAgent: APPLE_APP },
          before: (opened) =>
            opened.addInitScript(() =>
              Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
            ),
        });
        await onProblem(page, 'in_app');
        expect(await page.locator('.steps .step').count()).toBe(3);
        await press(page, 'make-link');
        expect(await page.locator('.link-field').inputValue()).toMatch(/\/c\//);
        expect(await page.locator('[data-action="follow-link"]').count()).toBe(0);
      }),
    LONG_MS,
  );
});

describe('a picture that is none', () => {
  test(
    'a covered lens is told after a while, and goes on once it is free',
    () =>
      counting('camera_black', async () => {
        const page = await start({ cameras: [{ ...FRONT, picture: 'black' }] });
        await expect.poll(() => openedOf(page)).toEqual(['front']);
        await skip(page, 6_500);
        await onProblem(page, 'black');
        expect(await isOn(page)).toBe(false);
        await expectThreeLanguages(page);
        await plug(page, [FRONT]);
        await press(page, 'try-again');
        await live(page);
      }),
    LONG_MS,
  );

  test(
    'a camera in the dark of a closed lid is given up for the other one',
    () =>
      counting('camera_black', async () => {
        const lid = { deviceId: 'lid', label: 'Built-in', picture: 'black' } as const;
        const page = await start({ cameras: [lid, FRONT] });
        await expect.poll(() => openedOf(page)).toEqual(['lid']);
        await skip(page, 6_500);
        await live(page);
        expect(await openedOf(page)).toEqual(['lid', 'front']);
      }),
    LONG_MS,
  );

  test.each([
    ['by its name', 'Integrated IR Camera'],
    ['by a picture without colours', 'Camera 1'],
  ])(
    'a camera of infrared light, known %s, is given up for one that sees colours',
    (_how, label) =>
      counting('camera_infrared', async () => {
        const page = await start({ cameras: [{ deviceId: 'ir', label, picture: 'grey' }, FRONT] });
        await live(page);
        expect(await openedOf(page)).toEqual(['ir', 'front']);
      }),
    LONG_MS,
  );

  test(
    'where there is no other than one of infrared light, the page says so',
    () =>
      counting('camera_infrared', async () => {
        const page = await start({ cameras: [{ deviceId: 'ir', label: 'HP IR Camera', picture: 'grey' }] });
        await onProblem(page, 'infrared');
        await expectThreeLanguages(page);
      }),
    LONG_MS,
  );

  test(
    'in low light the screen lights the face, the words say so, and it is counted once',
    () =>
      counting('low_light', async () => {
        const page = await start({ cameras: [{ ...FRONT, picture: 'dark' }] });
        await page.locator('.stage-lit').waitFor();
        await live(page);
        await page.locator('.instruction', { hasText: 'It is dark' }).waitFor();
      }),
    LONG_MS,
  );
});

describe('a camera in the middle of an attempt', () => {
  test(
    'one that is unplugged is waited for, and another one goes on with the same attempt',
    () =>
      counting('camera_unplugged', async () => {
        const page = await openPage();
        const attempts = attemptsOf(page);
        await press(page, 'start-camera');
        await until(attempts, 2);
        await unplug(page, []);
        await page.locator('[data-phase="opening"]').waitFor();
        await plug(page, [{ ...FRONT, deviceId: 'second' }]);
        const before = attempts.length;
        await until(attempts, before + 2);
        expect(await openedOf(page)).toEqual(['front', 'second']);
        expect(new Set(attempts).size).toBe(1);
      }),
    LONG_MS,
  );

  test(
    'one that does not come back is told, and the attempt can be begun anew',
    () =>
      counting('camera_unplugged', async () => {
        const page = await start();
        await live(page);
        await unplug(page, []);
        await page.locator('[data-phase="opening"]').waitFor();
        await skip(page, STEP_SECONDS * 1_000);
        await onProblem(page, 'unplugged');
        await expectThreeLanguages(page);
        await plug(page, [FRONT]);
        await press(page, 'try-again');
        await live(page);
      }),
    LONG_MS,
  );

  test(
    'in the background the camera is off and nothing is sent; back in time the same attempt goes on',
    () =>
      counting('sent_to_background', async () => {
        const page = await openPage();
        const attempts = attemptsOf(page);
        await press(page, 'start-camera');
        await until(attempts, 2);
        await setHidden(page, true);
        await expect.poll(() => isOn(page)).toBe(false);
        const before = attempts.length;
        await setHidden(page, false);
        await until(attempts, before + 2);
        expect(new Set(attempts).size).toBe(1);
      }),
    LONG_MS,
  );

  test(
    'who comes back too late is told that the attempt was interrupted',
    () =>
      counting('sent_to_background', async () => {
        const page = await start();
        await live(page);
        await setHidden(page, true);
        await expect.poll(() => isOn(page)).toBe(false);
        await skip(page, STEP_SECONDS * 1_000 + 500);
        await setHidden(page, false);
        await on(page, 'attempt-failed');
        expect(await page.locator('[data-reason="interrupted"]').count()).toBe(1);
      }),
    LONG_MS,
  );

  test(
    'another camera is offered where there is one that faces the person, and goes on with the same attempt',
    async () => {
      const cameras = [
        FRONT,
        { ...FRONT, deviceId: 'back', label: 'camera 0, facing back' },
        { ...FRONT, deviceId: 'desk', label: 'Desk' },
      ];
      const page = await openPage({ cameras });
      const attempts = attemptsOf(page);
      await press(page, 'start-camera');
      await until(attempts, 2);
      await press(page, 'other-camera');
      const before = attempts.length;
      await until(attempts, before + 2);
      expect(await openedOf(page)).toEqual(['front', 'desk']);
      expect(new Set(attempts).size).toBe(1);
      const alone = await start();
      await live(alone);
      expect(await alone.locator('[data-action="other-camera"]').count()).toBe(0);
    },
    LONG_MS,
  );

  test(
    'turning the device goes on with the whole picture in the layout of its side',
    () =>
      counting('turned_device', async () => {
        const page = await openPage();
        const attempts = attemptsOf(page);
        await press(page, 'start-camera');
        await until(attempts, 1);
        await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
        const before = attempts.length;
        await until(attempts, before + 1);
        for (const part of ['.oval', '.instruction', '[data-action="stop-camera"]']) {
          const box = await page.locator(part).boundingBox();
          expect(box?.y, part).toBeGreaterThanOrEqual(0);
          expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThanOrEqual(PHONE.width);
        }
      }),
    LONG_MS,
  );
});

describe('the network under a picture', () => {
  test(
    'one that was lost on the way is sent again, the same at the same place, and both ends are counted (R58)',
    () =>
      counting('connection_lost', () =>
        counting('connection_back', async () => {
          const page = await openPage();
          const sent: { path: string; body: Buffer | null }[] = [];
          let failures = 3;
          await page.route(/\/frames\/\d+$/, async (route) => {
            const request = route.request();
            sent.push({ path: new URL(request.url()).pathname, body: request.postDataBuffer() });
            if (sent.length > 1 && failures > 0) {
              failures -= 1;
              await route.abort('connectionfailed');
            } else await route.continue();
          });
          await press(page, 'start-camera');
          await page.locator('.connection:not([hidden])').waitFor();
          await until(sent, 6);
          const [, lost, ...again] = sent;
          for (const { path, body } of again.slice(0, 3)) {
            expect(path).toBe(lost?.path);
            expect(body?.equals(lost?.body ?? Buffer.of())).toBe(true);
          }
          expect(sent[5]?.path).not.toBe(lost?.path);
          await page.locator('.connection').waitFor({ state: 'hidden' });
        }),
      ),
    LONG_MS,
  );

  test(
    'on a slow way up the page shows how much of it has left',
    async () => {
      const page = await openPage();
      const devtools = await page.context().newCDPSession(page);
      await press(page, 'start-camera');
      await live(page);
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 50,
        downloadThroughput: 50_000,
        uploadThroughput: 8_000,
      });
      await page.locator('.sending:not([hidden])').waitFor();
      await expect
        .poll(() => page.locator('.sending-bar').evaluate((bar: HTMLProgressElement) => bar.value), {
          timeout: LONG_MS,
        })
        .toBeGreaterThan(0);
    },
    LONG_MS,
  );
});
