import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopFixture, openDesktop } from './desktop-fixture.ts';
import { createTransaction } from './fixture.ts';
import { choose, listen, on, press } from './page-steps.ts';

const JOURNEY_MS = 540_000;
const TOUCHED = { viewport: { width: 1024, height: 768 }, hasTouch: true, locale: 'en-US' };

describe('a computer is offered the phone first (D9)', () => {
  let fixture: DesktopFixture;
  beforeAll(async () => {
    fixture = await openDesktop();
  });
  afterAll(() => fixture.close());

  /** What a page is told now: a change is felt within seconds. */
  async function readSetting(): Promise<unknown> {
    const { link } = await createTransaction(fixture.journey);
    const response = await fetch(`${fixture.journey.service.url}/capture/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: link.split('/').at(-1) }),
    });
    return ((await response.json()) as { phoneFirst?: unknown }).phoneFirst;
  }

  async function set(phoneFirst: 'off' | 'offer' | 'first'): Promise<void> {
    const { db } = fixture.journey.service.service.database;
    await db.updateTable('companies').set({ phone_first: phoneFirst }).execute();
    await expect.poll(readSetting, { timeout: JOURNEY_MS }).toBe(phoneFirst);
  }

  async function scan(page: Page): Promise<string> {
    await page.locator('.qr').waitFor();
    const { data, info } = await sharp(await page.locator('.qr').screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return decodeQR({ width: info.width, height: info.height, data });
  }

  test(
    'offer: a code stands beside the consent; who opens it on a phone goes on there, and the computer follows',
    async () => {
      const { page } = await fixture.begin();
      const phone = await fixture.open(await scan(page), TOUCHED);
      await on(phone, 'consent');
      expect(await phone.locator('[data-part="phone-panel"]').count()).toBe(0);
      await page.locator('[data-screen="hand-over"][data-state="opened"]').waitFor({ timeout: JOURNEY_MS });
      for (const used of [page, phone]) await used.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'offer: who goes on at the computer is asked about no phone after a reload, and no second link is made',
    async () => {
      const { page } = await fixture.begin();
      await page.locator('.qr').waitFor();
      const links = listen(page, 'POST', /\/links$/);
      await page.reload();
      await page.locator('[data-action="show-code"]').waitFor();
      await on(page, 'consent');
      await press(page, 'accept');
      await page.locator('[data-phase="primer"]').waitFor();
      await page.reload();
      await page.locator('[data-phase="primer"]').waitFor();
      expect(links).toEqual([]);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'offer: a second tab of the same browser shows the consent, not a code that it does not have',
    async () => {
      const { page } = await fixture.begin();
      await page.locator('.qr').waitFor();
      const again = await page.context().newPage();
      await again.goto(page.url());
      await on(again, 'consent');
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'first: the code stands before the consent, and one press leads to the consent here',
    async () => {
      await set('first');
      const { link } = await createTransaction(fixture.journey);
      const page = await fixture.open(link);
      await on(page, 'hand-over');
      expect(await scan(page)).toMatch(/\/c\//);
      await press(page, 'stay-here');
      await on(page, 'consent');
      await page.context().close();
      await set('offer');
    },
    JOURNEY_MS,
  );

  test(
    'off, or on a device with touch: no code and no link, and the phone is called another device where one is in hand (D23)',
    async () => {
      const { link: touched } = await createTransaction(fixture.journey);
      const tablet = await fixture.open(touched, TOUCHED);
      await on(tablet, 'consent');
      expect(await tablet.locator('[data-part="phone-panel"]').count()).toBe(0);
      await tablet.locator('[data-part="choices"] summary').click();
      expect(await tablet.locator('[data-action="phone"] .choice-name').innerText()).toBe(
        'Continue on another device',
      );
      await choose(tablet, 'phone');
      await on(tablet, 'hand-over');
      expect(await tablet.locator('h1').innerText()).toBe('Continue on another device');
      await set('off');
      const { page } = await fixture.begin();
      expect(await page.locator('[data-part="phone-panel"], .qr').count()).toBe(0);
      await set('offer');
      for (const used of [tablet, page]) await used.context().close();
    },
    JOURNEY_MS,
  );
});
