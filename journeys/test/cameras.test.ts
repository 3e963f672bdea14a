import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type CameraFixture,
  expectEveryLanguage,
  LONG_MS,
  live,
  onProblem,
  openCameraFixture,
  PHONE,
} from './camera-fixture.ts';
import { allow, FRONT, giveCameras, isOn, openedOf, plug, skip } from './fake-cameras.ts';
import { on, press } from './page-steps.ts';

const ANDROID_APP =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36 Instagram 350.0.0.0 Android';
const APPLE_APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A3354 [FBAN/FBIOS;FBAV/480.0]';

let fixture: CameraFixture;
beforeAll(async () => {
  fixture = await openCameraFixture();
}, LONG_MS);
afterEach(() => fixture.leave());
afterAll(() => fixture.close());

describe('a camera that cannot be had', () => {
  test.each([
    ['denied', 'NotAllowedError', 'camera_denied'],
    ['busy', 'NotReadableError', 'camera_busy'],
    ['busy', 'AbortError', 'camera_busy'],
    ['missing', 'NotFoundError', 'camera_missing'],
  ] as const)(
    '%s (%s) has a screen in every language and is counted; once it can be had the page goes on',
    (problem, fault, event) =>
      fixture.counting(event, async () => {
        const page = await fixture.start({ cameras: [{ ...FRONT, fault }] });
        await onProblem(page, problem);
        await expectEveryLanguage(page);
        await plug(page, [FRONT]);
        await press(page, 'try-again');
        await live(page);
      }),
    LONG_MS,
  );

  test(
    'one that is allowed in the settings goes on without a reload and without a button',
    async () => {
      const page = await fixture.start({ cameras: [{ ...FRONT, fault: 'NotAllowedError' }] });
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
      fixture.counting('camera_blocked', async () => {
        const page = await fixture.start({
          before: (opened) =>
            opened.route('**/c/*', async (route) => {
              const response = await route.fetch();
              const headers = { ...response.headers(), 'permissions-policy': 'camera=()' };
              await route.fulfill({ response, headers });
            }),
        });
        await onProblem(page, 'blocked');
        expect(await openedOf(page)).toEqual([]);
        await expectEveryLanguage(page);
        await fixture.counting('handed_over', () => press(page, 'make-link'));
        const link = (await page.locator('[data-action="follow-link"]').getAttribute('href')) ?? '';
        expect(await page.locator('.link-field:focus').inputValue()).toBe(link);
        const other = await fixture.browser.newContext({ viewport: PHONE });
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
      fixture.counting(
        'in_app_browser',
        async () => {
          const page = await fixture.start({
            cameras: [{ ...FRONT, fault: 'NotAllowedError' }],
            context: { userAgent: ANDROID_APP, permissions: ['clipboard-read', 'clipboard-write'] },
          });
          await onProblem(page, 'in_app');
          await expectEveryLanguage(page);
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
        'in_app',
      ),
    LONG_MS,
  );

  test(
    "where an app's browser lets no page copy, the link is selected for the person and nothing says that it was copied",
    async () => {
      const page = await fixture.start({
        cameras: [{ ...FRONT, fault: 'NotAllowedError' }],
        context: { userAgent: ANDROID_APP },
        before: (opened) =>
          opened.addInitScript(() => {
            const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
            Object.defineProperty(navigator.clipboard, 'writeText', { value: refuse });
            Object.defineProperty(document, 'execCommand', { value: () => false });
          }),
      });
      await onProblem(page, 'in_app');
      expect(await page.locator('.steps').innerText()).not.toContain('copied');
      await press(page, 'make-link');
      const note = page.locator('[data-note="copied"]');
      const link = await page.locator('.link-field:focus').inputValue();
      const selected = () => page.evaluate(() => window.getSelection()?.toString());
      await expect.poll(selected).toBe(link);
      expect(await note.innerText()).toBe('Touch the link to select it, then copy it.');
      await page.locator('.link-field').blur();
      await press(page, 'copy-link');
      await expect.poll(selected).toBe(link);
      expect(await note.innerText()).toBe('Touch the link to select it, then copy it.');
    },
    LONG_MS,
  );

  test(
    "where an app's browser has only the old way to copy, the link is copied by it",
    async () => {
      const page = await fixture.start({
        cameras: [{ ...FRONT, fault: 'NotAllowedError' }],
        context: { userAgent: ANDROID_APP },
        before: (opened) =>
          opened.addInitScript(() => {
            Object.defineProperty(navigator, 'clipboard', { value: undefined });
            document.addEventListener('copy', () =>
              document.documentElement.setAttribute('data-copied', `${window.getSelection()}`),
            );
          }),
      });
      await onProblem(page, 'in_app');
      await press(page, 'make-link');
      const link = await page.locator('.link-field').inputValue();
      await page.getByText('The link is copied.').waitFor();
      expect(await page.locator('html').getAttribute('data-copied')).toBe(link);
    },
    LONG_MS,
  );

  test(
    "an app's browser without any camera says how to leave it, also where a link for the phone was opened in it",
    async () => {
      const context = { userAgent: APPLE_APP, viewport: PHONE };
      const before = (opened: Page) =>
        opened.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
      const consumeLink = async (page: Page): Promise<string> => {
        await onProblem(page, 'in_app');
        expect(await page.locator('.steps .step').count()).toBe(3);
        await press(page, 'make-link');
        const link = await page.locator('.link-field').inputValue();
        expect(await page.locator('[data-action="follow-link"]').count()).toBe(0);
        expect(await page.locator('[data-action="try-again"]').isEnabled()).toBe(true);
        return link;
      };
      const link = await fixture.counting('camera_unsupported', async () =>
        consumeLink(await fixture.start({ context, before })),
      );
      const handed = await (await fixture.browser.newContext(context)).newPage();
      await before(handed);
      await handed.goto(link);
      await press(handed, 'accept');
      await press(handed, 'start-camera');
      const onward = await consumeLink(handed);
      expect(onward).not.toBe(link);
      const own = await (await fixture.browser.newContext({ viewport: PHONE })).newPage();
      await own.goto(onward);
      await on(own, 'consent');
    },
    LONG_MS,
  );

  test(
    'where no link can be had, an app is left by asking for a new one, without a word of what can be touched',
    async () => {
      const page = await fixture.start({
        context: { userAgent: APPLE_APP },
        before: async (opened) => {
          await opened.addInitScript(() =>
            Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
          );
          await opened.route('**/capture/session/consent', async (route) => {
            const response = await route.fetch();
            const view = (await response.json()) as Record<string, unknown>;
            await route.fulfill({ response, json: { ...view, choices: [] } });
          });
        },
      });
      await onProblem(page, 'in_app');
      expect(await page.locator('.steps .step').allInnerTexts()).toEqual([
        'Ask for a new link and open it in your phone’s own browser.',
      ]);
      expect(await page.locator('[data-action="make-link"]').count()).toBe(0);
    },
    LONG_MS,
  );
});

describe('a picture that is none', () => {
  test(
    'a covered lens is told after a while, and goes on once it is free',
    () =>
      fixture.counting('camera_black', async () => {
        const page = await fixture.start({ cameras: [{ ...FRONT, picture: 'black' }] });
        await expect.poll(() => openedOf(page)).toEqual(['front']);
        await skip(page, 6_500);
        await onProblem(page, 'black');
        expect(await isOn(page)).toBe(false);
        await expectEveryLanguage(page);
        await plug(page, [FRONT]);
        await press(page, 'try-again');
        await live(page);
      }),
    LONG_MS,
  );

  test(
    'a camera in the dark of a closed lid is given up for the other one',
    () =>
      fixture.counting('camera_black', async () => {
        const lid = { deviceId: 'lid', label: 'Built-in', picture: 'black' } as const;
        const page = await fixture.start({ cameras: [lid, FRONT] });
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
      fixture.counting('camera_infrared', async () => {
        const page = await fixture.start({ cameras: [{ deviceId: 'ir', label, picture: 'grey' }, FRONT] });
        await live(page);
        expect(await openedOf(page)).toEqual(['ir', 'front']);
      }),
    LONG_MS,
  );

  test(
    'where there is no other than one of infrared light, the page says so',
    () =>
      fixture.counting('camera_infrared', async () => {
        const page = await fixture.start({
          cameras: [{ deviceId: 'ir', label: 'HP IR Camera', picture: 'grey' }],
        });
        await onProblem(page, 'infrared');
        await expectEveryLanguage(page);
      }),
    LONG_MS,
  );

  test(
    'in low light the screen lights the face, the words say so, and it is counted once',
    () =>
      fixture.counting('low_light', async () => {
        const page = await fixture.start({ cameras: [{ ...FRONT, picture: 'dark' }] });
        await page.locator('.stage-lit').waitFor();
        await live(page);
        await page.locator('.instruction', { hasText: 'It is dark' }).waitFor();
      }),
    LONG_MS,
  );
});
