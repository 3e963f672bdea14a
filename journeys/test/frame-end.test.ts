import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransaction, type Journey, openPhone, startJourney } from './fixture.ts';
import { frameOf, openBySdk, openShop, pageWithSdk, registerOrigins, type Shop, toldOf } from './shop.ts';

const TEST_MS = 60_000;
const OVERLAY = 'dialog[data-titular]';

let journey: Journey;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  journey = await startJourney({});
  shop = await openShop();
  await registerOrigins(journey, [shop.origin]);
  shop.files.set('/', { body: pageWithSdk(journey.service.url) });
  browser = await openBrowser({ kind: 'denied' });
});
afterAll(async () => {
  await browser.close();
  await shop.close();
  await journey.close();
});

const ERASURE = {
  requestedAt: null,
  picturesUntil: '2031-06-05T17:35:00.000Z',
  recordUntil: '2032-10-27T17:35:00.000Z',
  includesFace: true,
};

/** A frame that shows an approved check, without the selfie before it; the clock of both pages can be put forward. */
async function inApproved(use: (page: Page, frame: Frame) => Promise<void>): Promise<void> {
  const { page } = await openPhone(browser);
  try {
    await page.goto(shop.origin);
    const { token } = await createTransaction(journey);
    let view: object = {};
    await page.route('**/capture/session/consent', async (route) => {
      const response = await route.fetch();
      const approved = { stage: 'approved', status: 'approved', erasure: ERASURE };
      view = { ...((await response.json()) as object), ...approved };
      await route.fulfill({ response, json: view });
    });
    await page.route('**/capture/session/erasure', (route) =>
      route.fulfill({ json: { ...view, erasure: { ...ERASURE, requestedAt: '2031-05-06T17:35:00.000Z' } } }),
    );
    await page.clock.install();
    await openBySdk(page, { type: 'IFRAME', baseUrl: journey.service.url }, { token });
    const frame = await frameOf(page);
    await frame.locator('[data-action="accept"]').click();
    await frame.locator('[data-screen="approved"]').waitFor();
    await use(page, frame);
  } finally {
    await page.context().close();
  }
}

/** Waits until the shop's page has heard what the frame told it until now: messages come in their order. */
async function heard(page: Page, frame: Frame): Promise<void> {
  const mark = 'heard until here';
  const hearing = await page.evaluateHandle((text) => {
    const isHeard = new Promise<void>((resolve) => {
      addEventListener('message', ({ data }) => data === text && resolve());
    });
    return { isHeard };
  }, mark);
  await frame.evaluate((text) => parent.postMessage(text, '*'), mark);
  await hearing.evaluate(({ isHeard }) => isHeard);
}

const isFinished = async (page: Page): Promise<boolean> =>
  (await toldOf(page)).some(({ kind }) => kind === 'finish');

describe('an approved check in a frame', () => {
  test(
    'is left by itself, never before 20 seconds',
    () =>
      inApproved(async (page) => {
        await page.clock.fastForward(14_000);
        expect(await page.locator(OVERLAY).count()).toBe(1);
        await page.clock.fastForward(7_000);
        await expect.poll(() => isFinished(page)).toBe(true);
        expect(await page.locator(OVERLAY).count()).toBe(0);
      }),
    TEST_MS,
  );

  test(
    'stays for whoever asks for the deletion of their data, however long they read (R93, R94)',
    () =>
      inApproved(async (page, frame) => {
        await page.clock.fastForward(7_000);
        await frame.locator('[data-action="erase-data"]').click();
        await frame.locator('[data-screen="erase-data"]').waitFor();
        await heard(page, frame);
        await page.clock.fastForward('10:00');
        await frame.locator('[data-action="confirm"]').click();
        await frame.locator('[data-screen="erased"]').waitFor();
        await page.clock.fastForward('10:00');
        expect(await page.locator(OVERLAY).count()).toBe(1);
        await frame.locator('.leave-end [data-action="leave"]').click();
        await expect.poll(() => isFinished(page)).toBe(true);
      }),
    TEST_MS,
  );

  test.each([
    ['the button', (frame: Frame) => frame.locator('[data-action="stay-on-page"]').click()],
    ['a key', (frame: Frame) => frame.locator('h1').press('Tab')],
    ['a press anywhere', (frame: Frame) => frame.locator('h1').click()],
  ])(
    'stays by %s, says so, and is left by a button (WCAG 2.2.1)',
    (_how, stay) =>
      inApproved(async (page, frame) => {
        await stay(frame);
        await heard(page, frame);
        await page.clock.fastForward('10:00');
        expect(await page.locator(OVERLAY).count()).toBe(1);
        expect(await frame.locator('[data-part="leaving"]').innerText()).toContain(
          'Stay as long as you like',
        );
        await frame.locator('.leave-end [data-action="leave"]').click();
        await expect.poll(() => isFinished(page)).toBe(true);
      }),
    TEST_MS,
  );
});
