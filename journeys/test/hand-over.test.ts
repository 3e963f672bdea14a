import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, type DesktopFixture, openDesktop } from './desktop-fixture.ts';
import {
  createTransaction,
  expireLinks,
  type Journey,
  openPhone,
  personBefore,
  readStatus,
  readStatuses,
} from './fixture.ts';
import { choose, goOn, listen, offered, on, press, WILLING } from './page-steps.ts';
import { readCode } from './read-code.ts';

const JOURNEY_MS = 540_000;

const stateOf = (page: Page): Promise<string | null> =>
  page.locator('[data-screen="hand-over"]').getAttribute('data-state', { timeout: JOURNEY_MS });

/** Opens the link and agrees; until then and until the person says so after it the camera is not asked for. */
async function agreeUnfilmed(page: Page, link: string): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) => {
      document.documentElement.setAttribute('data-camera', 'asked');
      return ask(constraints);
    };
  });
  const mark = () => page.locator('html').getAttribute('data-camera');
  await page.goto(link);
  await on(page, 'consent');
  expect(await mark()).toBeNull();
  await press(page, 'accept');
  await on(page, 'camera');
  expect(await mark()).toBeNull();
}

/** Reads the code off the screen, and the colour of its edge. */
const scan = async (page: Page) => readCode(await page.locator('.qr').screenshot());

describe('a link that is passed on', () => {
  let journey: Journey;
  let desktop: Browser;
  let fixture: DesktopFixture;
  beforeAll(async () => {
    fixture = await openDesktop();
    ({ journey, browser: desktop } = fixture);
  });
  afterAll(() => fixture.close());

  const open: DesktopFixture['open'] = (link, options) => fixture.open(link, options);
  const begin: DesktopFixture['begin'] = (options) => fixture.begin(options);

  async function passOn(page: Page, purpose: string): Promise<string> {
    // The code beside the consent has asked for a link of its own before.
    await page.locator('[data-part="phone-panel"][data-state="making"]').waitFor({ state: 'detached' });
    const answered = page.waitForResponse((response) => response.url().endsWith('/capture/session/links'));
    await choose(page, purpose);
    const { link } = (await (await answered).json()) as { link: string };
    await on(page, 'hand-over');
    return link;
  }

  test(
    'a link sent to the cardholder makes the transaction shared, opens for them alone, and the page that sent it follows to the end and keeps nothing of it (R54)',
    async () => {
      const { id, page } = await begin();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const link = await passOn(page, 'cardholder');
      expect((await readStatus(journey, id)).status).toBe('shared');
      await press(page, 'copy-link');
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      expect(await stateOf(page)).toBe('sent');
      const cardholder = await open(link);
      await on(cardholder, 'consent');
      expect(await offered(cardholder)).toEqual(['unknown-purchase', 'phone']);
      await expect.poll(() => stateOf(page), { timeout: JOURNEY_MS }).toBe('opened');
      expect(await page.getByRole('status').innerText()).toBe('The cardholder has opened the link.');
      expect(await page.locator('.qr').count()).toBe(0);
      expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
      expect(new URL(page.url()).pathname).toBe('/capture/');
      await page.reload();
      await expect.poll(() => stateOf(page), { timeout: JOURNEY_MS }).toBe('opened');
      const stranger = await open(link);
      await on(stranger, 'link-used');
      await choose(cardholder, 'unknown-purchase');
      await press(cardholder, 'confirm');
      await on(cardholder, 'ended');
      await on(page, 'ended');
      expect((await journey.webhooks.next(id)).status).toBe('unknown-share');
      for (const used of [page, cardholder, stranger]) await used.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'where the browser has a sheet to share with, the link goes there; where it lets no page copy, the link is selected for the person',
    async () => {
      const { link: first } = await createTransaction(journey);
      const page = await (await desktop.newContext(DESKTOP)).newPage();
      await page.addInitScript(() => {
        const share = async (data: ShareData): Promise<void> =>
          document.documentElement.setAttribute('data-shared', `${data.text} ${data.url}`);
        Object.defineProperty(navigator, 'share', { value: share });
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        Object.defineProperty(document, 'execCommand', { value: () => false });
      });
      await page.goto(first);
      await on(page, 'consent');
      const link = await passOn(page, 'cardholder');
      await press(page, 'share-link');
      const shared = page.locator('html[data-shared]');
      await shared.waitFor();
      expect(await shared.getAttribute('data-shared')).toBe(
        `Test Shop asks you to confirm that a card is yours: ${link}`,
      );
      await press(page, 'copy-link');
      await page.locator('#hand-over-link:focus').waitFor();
      expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(link);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test.each(['light', 'dark'] as const)(
    'the code reads off the %s screen, stands on white, has a name, and none of it is loaded before it is wanted',
    async (colorScheme) => {
      const { link: first } = await createTransaction(journey);
      const viewport = { width: 800, height: 800 };
      const page = await (await desktop.newContext({ ...DESKTOP, viewport, colorScheme })).newPage();
      const files = listen(page, 'GET', /\/assets\/qr.*\.js$/);
      await page.goto(first);
      await on(page, 'consent');
      expect(files).toEqual([]);
      const link = await passOn(page, 'phone');
      await page.getByRole('img', { name: 'QR code with the link' }).waitFor();
      expect(await scan(page)).toEqual({ text: link, edge: [255, 255, 255] });
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'once no further link can be made the last one stays on the screen and opens',
    async () => {
      const { page } = await begin();
      let link = await passOn(page, 'phone');
      // One more stood beside the consent.
      for (let made = 2; made < 10; made += 1) link = await passOn(page, 'new-link');
      await press(page, 'new-link');
      await page.getByText('No more links can be made').waitFor();
      await expect.poll(async () => (await scan(page)).text).toBe(link);
      const phone = await open(link);
      await on(phone, 'consent');
      await press(page, 'stay-here');
      await choose(page, 'phone');
      await page.getByText('No more links can be made').waitFor();
      for (const used of [page, phone]) await used.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'a new link ends the one before, one that nobody opened in time is said to have expired, and the person can stay here',
    async () => {
      const { id, page } = await begin();
      const old = await passOn(page, 'phone');
      const link = await passOn(page, 'new-link');
      const late = await open(old);
      await on(late, 'link-replaced');
      await expireLinks(journey, id);
      await expect.poll(() => stateOf(page), { timeout: JOURNEY_MS }).toBe('expired');
      const later = await open(link);
      await on(later, 'link-expired');
      await press(page, 'stay-here');
      await on(page, 'consent');
      await press(page, 'accept');
      await on(page, 'camera');
      for (const used of [page, late, later]) await used.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'a desktop without a camera hands over to the phone by its code, no camera opens before the consent on either, and the desktop follows to the end and goes back to the shop, not the phone (R94)',
    async () => {
      const phone = await openBrowser(await personBefore('a'));
      try {
        const shop = 'https://shop.example/thanks';
        const { id, link } = await createTransaction(journey, newCpf(), shop);
        const { page } = await openPhone(desktop);
        await page.route(`${shop}**`, (route) => route.fulfill({ body: 'thanks' }));
        await page.setViewportSize({ width: 1280, height: 800 });
        await agreeUnfilmed(page, link);
        await press(page, 'start-camera');
        await on(page, 'camera-problem');
        expect(await page.locator('.button-primary').getAttribute('data-action')).toBe('phone');
        await press(page, 'phone');
        await on(page, 'hand-over');
        await page.locator('.qr').waitFor();
        const { page: held } = await openPhone(phone);
        const calls = listen(held, 'PUT', /\/(consent|frames\/\d+)$/);
        const followed = page.locator('[data-state="busy"]').waitFor({ timeout: JOURNEY_MS });
        await agreeUnfilmed(held, (await scan(page)).text);
        await goOn(held, held.url(), (screen) => WILLING[screen], JOURNEY_MS);
        await followed;
        expect(calls.findIndex((call) => call.url().endsWith('/consent'))).toBe(0);
        expect(await held.locator('[data-screen="approved"]').innerText()).toContain('where you started');
        await page.waitForURL(`${shop}?id=${id}&status=approved`, { timeout: JOURNEY_MS });
        await on(held, 'approved');
        expect((await journey.webhooks.next(id)).status).toBe('approved');
        expect(await readStatuses(journey, id)).toEqual(['waiting', 'processing', 'approved']);
        await page.context().close();
      } finally {
        await phone.close();
      }
    },
    2 * JOURNEY_MS,
  );
});
