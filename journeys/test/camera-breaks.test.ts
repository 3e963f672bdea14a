import type { ReportPageEventsRequest } from '@titular/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  attemptsOf,
  type CameraFixture,
  expectEveryLanguage,
  LONG_MS,
  live,
  onProblem,
  openCameraFixture,
  PHONE,
  STEP_SECONDS,
} from './camera-fixture.ts';
import { FRONT, isOn, mute, openedOf, plug, setHidden, skip, unplug } from './fake-cameras.ts';
import { on, press, until } from './page-steps.ts';

let fixture: CameraFixture;
beforeAll(async () => {
  fixture = await openCameraFixture();
}, LONG_MS);
afterEach(() => fixture.leave());
afterAll(() => fixture.close());

describe('a camera in the middle of an attempt', () => {
  test(
    'one that is unplugged is waited for, and another one goes on with the same attempt',
    () =>
      fixture.counting('camera_unplugged', async () => {
        const page = await fixture.openPage();
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
      fixture.counting('camera_unplugged', async () => {
        const page = await fixture.start();
        await live(page);
        await unplug(page, []);
        await page.locator('[data-phase="opening"]').waitFor();
        await skip(page, STEP_SECONDS * 1_000);
        await onProblem(page, 'unplugged');
        await expectEveryLanguage(page);
        await plug(page, [FRONT]);
        await press(page, 'try-again');
        await live(page);
      }),
    LONG_MS,
  );

  test(
    'one whose picture another program takes away is opened again, and goes on with the same attempt',
    () =>
      fixture.counting('camera_unplugged', async () => {
        const page = await fixture.openPage();
        const attempts = attemptsOf(page);
        await press(page, 'start-camera');
        await until(attempts, 2);
        await mute(page);
        await expect.poll(() => openedOf(page), { timeout: LONG_MS }).toEqual(['front', 'front']);
        const before = attempts.length;
        await until(attempts, before + 2);
        expect(new Set(attempts).size).toBe(1);
      }),
    LONG_MS,
  );

  test(
    'in the background the camera is off and nothing is sent; back in time the same attempt goes on',
    () =>
      fixture.counting('sent_to_background', async () => {
        const page = await fixture.openPage();
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
      fixture.counting('sent_to_background', async () => {
        const page = await fixture.start();
        await live(page);
        await setHidden(page, true);
        // The page counts its absence from here, which comes after the camera is off.
        await page.locator('[data-phase="opening"]').waitFor();
        expect(await isOn(page)).toBe(false);
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
      const page = await fixture.openPage({ cameras });
      const attempts = attemptsOf(page);
      await press(page, 'start-camera');
      await until(attempts, 2);
      await press(page, 'other-camera');
      const before = attempts.length;
      await until(attempts, before + 2);
      expect(await openedOf(page)).toEqual(['front', 'desk']);
      expect(new Set(attempts).size).toBe(1);
      const alone = await fixture.start();
      await live(alone);
      expect(await alone.locator('[data-action="other-camera"]').count()).toBe(0);
    },
    LONG_MS,
  );

  test(
    'turning the device goes on with the whole picture in the layout of its side',
    () =>
      fixture.counting('turned_device', async () => {
        const page = await fixture.openPage();
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
      fixture.counting('connection_lost', () =>
        fixture.counting('connection_back', async () => {
          const page = await fixture.openPage();
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
      const page = await fixture.openPage();
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

describe('what a page tells', () => {
  test(
    'goes out when the page is left at once, and holds names of events and the family of the browser alone',
    () =>
      fixture.counting('consent_declined', async () => {
        const told: ReportPageEventsRequest[] = [];
        const page = await fixture.openPage({
          before: (opened) =>
            opened.on('request', (request) => {
              if (request.url().endsWith('/capture/session/events')) told.push(request.postDataJSON());
            }),
        });
        await press(page, 'start-camera');
        const eventsTold = () => told.flatMap(({ events }) => events).slice(0, 2);
        await expect.poll(eventsTold, { timeout: LONG_MS }).toEqual(['opened', 'consent_given']);
        for (const request of told) {
          expect(Object.keys(request).sort()).toEqual(['browser', 'events']);
          expect(request.browser).toBe('chromium');
        }
        const declined = await fixture.openPage({ decline: true });
        await declined.goto('about:blank');
      }),
    LONG_MS,
  );

  test(
    'disturbs nobody when it does not arrive',
    async () => {
      const page = await fixture.openPage({
        before: (opened) => opened.route('**/capture/session/events', (route) => route.abort()),
      });
      await press(page, 'start-camera');
      await live(page);
      expect(await page.locator('.connection').isHidden()).toBe(true);
    },
    LONG_MS,
  );
});
