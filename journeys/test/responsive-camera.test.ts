import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { FrameFor } from '@titular/test-kit/browser/responsive-camera.ts';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const PAGE = 'https://camera.test/';
const COLOURS: Readonly<Record<string, { r: number; g: number; b: number }>> = {
  front: { r: 200, g: 0, b: 0 },
  up: { r: 0, g: 200, b: 0 },
};

/** A flat colour for each pose, with a blue square of a quarter of its size in the middle. */
async function paint(pose: string): Promise<Buffer> {
  const square = { width: 160, height: 120, channels: 3, background: { r: 0, g: 0, b: 200 } } as const;
  const input = await sharp({ create: square }).png().toBuffer();
  return sharp({ create: { width: 640, height: 480, channels: 3, background: COLOURS[pose] ?? 'white' } })
    .composite([{ input, left: 240, top: 180 }])
    .jpeg()
    .toBuffer();
}

/** The colour that the video shows at a place, each channel as full or empty; places are parts of its width and height. */
const colourAt = (page: Page, x: number, y: number): Promise<string> =>
  page.evaluate(
    ([right, down]) => {
      const video = document.querySelector('video') as HTMLVideoElement;
      const canvas = Object.assign(document.createElement('canvas'), {
        width: video.videoWidth,
        height: video.videoHeight,
      });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(video, 0, 0);
      const { data } = context.getImageData(right * canvas.width, down * canvas.height, 1, 1);
      return [...data.slice(0, 3)].map((level) => Math.round(level / 200)).join('');
    },
    [x, y] as const,
  );

const sizeOf = (page: Page): Promise<number[]> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight]);

const ask = (page: Page, constraints: object): Promise<unknown> =>
  page.locator('video').evaluate(async (video: HTMLVideoElement, wished) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks();
    return track?.applyConstraints(wished).then(
      () => track.getSettings(),
      (error: Error) => error.name,
    );
  }, constraints);

describe('the camera of a person who does what is asked', () => {
  let browser: Browser;
  let page: Page;
  const given: [pose: string, msSinceAsked: number][] = [];
  const frameFor: FrameFor = (pose, msSinceAsked) => {
    given.push([pose, msSinceAsked]);
    return paint(pose);
  };
  beforeAll(async () => {
    browser = await openBrowser({ kind: 'person', frameFor });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await browser.newPage();
    await page.route(PAGE, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<video autoplay muted></video><section data-screen="camera" data-pose="front"></section>',
      }),
    );
    await page.goto(PAGE);
    await page.evaluate(async () => {
      const video = document.querySelector('video') as HTMLVideoElement;
      const size = { width: { ideal: 640 }, height: { ideal: 480 } };
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user', ...size } });
    });
    await expect.poll(() => colourAt(page, 0.1, 0.1)).toBe('100');
    return () => page.close();
  });

  test('shows the pose that the page asks for, and how long ago it was asked', async () => {
    given.length = 0;
    await page.locator('[data-screen]').evaluate((screen) => screen.setAttribute('data-pose', 'up'));
    await expect.poll(() => colourAt(page, 0.1, 0.1)).toBe('010');
    const times = given.filter(([pose]) => pose === 'up').map(([, ms]) => ms);
    expect(times[0]).toBeLessThan(20_000);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  test('has the name and the settings of an ordinary one, and follows what it is asked for in its pixels', async () => {
    const track = await page.locator('video').evaluate((video: HTMLVideoElement) => {
      const [one] = (video.srcObject as MediaStream).getVideoTracks();
      return { label: one?.label, settings: one?.getSettings(), can: one?.getCapabilities() };
    });
    const [device] = await page.evaluate(() => navigator.mediaDevices.enumerateDevices());
    expect(track).toMatchObject({
      label: device?.label,
      settings: { width: 640, height: 480, frameRate: 24, zoom: 1, deviceId: device?.deviceId },
      can: { frameRate: { max: 30 }, width: { max: 1280 }, zoom: { max: 4 } },
    });
    expect(await ask(page, { width: 320, height: 240 })).toMatchObject({ width: 320, frameRate: 24 });
    await expect.poll(() => sizeOf(page)).toEqual([320, 240]);
    expect(await ask(page, { width: { ideal: 640 }, height: { ideal: 480 } })).toMatchObject({ width: 640 });
    await expect.poll(() => sizeOf(page)).toEqual([640, 480]);
    expect(await ask(page, { frameRate: 10 })).toMatchObject({ frameRate: 10, width: 640 });
  });

  test('grows about the middle when it is asked to zoom, and says no to what it cannot', async () => {
    expect(await colourAt(page, 0.3, 0.5)).toBe('100');
    expect(await ask(page, { advanced: [{ zoom: 2 }] })).toMatchObject({ zoom: 2 });
    await expect.poll(() => colourAt(page, 0.3, 0.5)).toBe('001');
    expect(await ask(page, { width: { exact: 4000 } })).toBe('OverconstrainedError');
  });

  test('gives no picture twice the same, and none once it is off', async () => {
    const read = (): Promise<string> =>
      page.locator('video').evaluate((video: HTMLVideoElement) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
        canvas.getContext('2d')?.drawImage(video, 0, 0, 64, 48, 0, 0, 64, 48);
        return canvas.toDataURL();
      });
    const first = await read();
    await expect.poll(read).not.toBe(first);
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      for (const track of (video.srcObject as MediaStream).getTracks()) track.stop();
    });
    await expect
      .poll(async () => {
        const before = given.length;
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        return given.length - before;
      })
      .toBe(0);
  });
});
