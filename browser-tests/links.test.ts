import { PAGE_LANGUAGES } from '@titular/contract/page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTransaction,
  expireLinks,
  type Journey,
  readStatus,
  startJourney,
} from '../journeys/test/fixture.ts';
import { readCode } from '../journeys/test/read-code.ts';
import type { BrowserPage } from './browser.ts';
import { findBrowsers } from './browsers.ts';
import { findOverflow, findViolations } from './check-page.ts';
import { withBrowser } from './open-browser.ts';
import { choose, on, press, readShown, speak } from './page-steps.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({});
});
afterAll(() => journey.close());

/** Reads the code off the screen as a phone would. */
async function scan(page: BrowserPage): Promise<string> {
  const box = await page.run(() => {
    const code = document.querySelector('.qr');
    code?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = code?.getBoundingClientRect() ?? new DOMRect();
    const scale = window.devicePixelRatio;
    return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
  });
  const area = Object.fromEntries(Object.entries(box).map(([side, pixels]) => [side, Math.round(pixels)]));
  return (await readCode(await page.screenshot(), area as typeof box)).text;
}

const SCHEMES = ['light', 'dark'] as const;

/** Nothing is against WCAG 2.2 A and AA or best practice, nothing is wider than the window, and the browser complained of nothing. */
async function expectSound(page: BrowserPage): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await findOverflow(page)).toBeLessThanOrEqual(0);
  expect(await page.readComplaints()).toEqual([]);
}

describe.each(findBrowsers())('in %s', (name) => {
  test('a link that has expired says so, and no consent is asked for (R40, D5)', async () => {
    const { id, link } = await createTransaction(journey);
    await expireLinks(journey, id);
    await withBrowser(name, {}, async (page) => {
      await page.goto(link);
      await on(page, { screen: 'link-expired' });
      expect(await findViolations(page)).toEqual([]);
    });
  });

  // WebKitGTK takes its language from the system's locale, and a plain Debian has none but that without a country.
  test.each(name === 'webkit' ? (['en'] as const) : PAGE_LANGUAGES)(
    'the page speaks the language of the browser, %s, and every other by its list (R40)',
    async (language) => {
      const { link } = await createTransaction(journey);
      await withBrowser(name, { language }, async (page) => {
        await page.goto(link);
        await on(page, { screen: 'consent' });
        expect(await page.run(() => document.documentElement.lang)).toMatch(language);
        const titles = new Set<string>();
        for (const next of PAGE_LANGUAGES) {
          await speak(page, next);
          await expect.poll(() => page.run(() => document.documentElement.lang)).toMatch(next);
          titles.add((await readShown(page)).title);
        }
        expect(titles.size).toBe(PAGE_LANGUAGES.length);
        expect(await page.readComplaints()).toEqual([]);
      });
    },
  );

  test.each(SCHEMES)(
    'consent, hand-over and end are sound on the %s screen, the code reads off it, and the phone goes on (R40, R54)',
    async (scheme) => {
      const { id, link } = await createTransaction(journey);
      await withBrowser(name, { scheme }, async (page) => {
        await page.goto(link);
        await on(page, { screen: 'consent' });
        expect(await page.run(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(
          scheme === 'dark',
        );
        await expectSound(page);
        await choose(page, 'phone');
        await on(page, { screen: 'hand-over', state: 'sent' });
        await expectSound(page);
        const code = await scan(page);
        expect(new URL(code).origin).toBe(journey.service.url);
        await withBrowser(name, { scheme }, async (phone) => {
          await phone.goto(code);
          await on(phone, { screen: 'consent' });
          await on(page, { screen: 'hand-over', state: 'opened' });
          await choose(phone, 'unknown-purchase');
          await press(phone, 'end-request');
          await press(phone, 'confirm');
          await on(phone, { screen: 'ended' });
          await expectSound(phone);
        });
        await on(page, { screen: 'ended' });
        await expectSound(page);
        expect((await readStatus(journey, id)).status).toBe('unknown-share');
      });
    },
  );

  test('who declines can come back to the consent, and a reload keeps the page (R40)', async () => {
    const { link } = await createTransaction(journey);
    await withBrowser(name, {}, async (page) => {
      await page.goto(link);
      await on(page, { screen: 'consent' });
      await press(page, 'decline');
      await on(page, { screen: 'declined' });
      await expectSound(page);
      const address = await page.run(() => location.href);
      expect(new URL(address).pathname).toBe('/capture/');
      await page.goto(address);
      await on(page, { screen: 'consent' });
      await press(page, 'accept');
      await on(page, { screen: 'camera', phase: 'primer' });
      await expectSound(page);
    });
  });
});
