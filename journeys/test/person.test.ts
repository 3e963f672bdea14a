import { drivePage } from '@titular/test-kit/browser/drive-page.ts';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTransaction,
  goThrough,
  type Journey,
  openPhone,
  personBefore,
  readStatus,
  startJourney,
} from './fixture.ts';
import { listen, on, press } from './page-steps.ts';

const JOURNEY_MS = 540_000;

describe('a person before a camera', () => {
  let journey: Journey;
  beforeAll(async () => {
    journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '20' });
  });
  afterAll(() => journey.close());

  test(
    'a living person is approved, the merchant hears it by a signed webhook, and the page keeps to itself (R40, R52, R54)',
    async () => {
      const { id, link } = await createTransaction(journey, newCpf(), 'https://shop.example/thanks?cart=7');
      const browser = await openBrowser(await personBefore('a'));
      try {
        const { page, origins, complaints } = await openPhone(browser);
        await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'thanks' }));
        const end = await drivePage(page, link);
        expect({ end, complaints }).toEqual({ end: 'approved', complaints: [] });
        await page
          .locator('[data-action="continue"]')
          .click()
          .catch(() => undefined);
        await page.waitForURL('https://shop.example/**', { timeout: JOURNEY_MS });
        const event = await journey.webhooks.next(id);
        expect(event).toMatchObject({
          type: 'transaction.finished',
          status: 'approved',
          environment: 'test',
        });
        expect(await readStatus(journey, id)).toEqual({ status: 'approved', hasIdentityChanged: false });
        const target = new URL(page.url());
        expect(Object.fromEntries(target.searchParams)).toEqual({ cart: '7', id, status: 'approved' });
        expect([...origins].sort()).toEqual([journey.service.url, 'https://shop.example'].sort());
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );

  test(
    'a person says on the page that the card is theirs under another identity, is verified as that one, and the merchant learns of it',
    async () => {
      const own = newCpf();
      const first = await personBefore('c');
      expect((await goThrough(journey, first, own)).end).toBe('approved');
      const { id, link } = await createTransaction(journey, newCpf());
      const browser = await openBrowser(await personBefore('c', 1));
      try {
        const { page, complaints } = await openPhone(browser);
        await page.goto(link);
        await page.locator('[data-action="another-identity"]').click();
        await page.locator('#identity-value').fill(`${own.slice(0, -1)}${(Number(own.at(-1)) + 1) % 10}`);
        await page.locator('[data-action="state-identity"]').click();
        await page.locator('#identity-problem').waitFor();
        await page.locator('#identity-value:focus').waitFor();
        expect(await page.locator('#identity-value').getAttribute('aria-describedby')).toBe(
          'identity-problem',
        );
        await page.locator('#identity-value').fill(own);
        await page.locator('#identity-value').press('Enter');
        await page.locator('[data-screen="consent"]').waitFor();
        expect(await page.locator('[data-part="details"]').textContent()).toContain(
          `•••.${own.slice(3, 6)}.•••-••`,
        );
        expect(await drivePage(page, link)).toBe('approved');
        expect((await journey.webhooks.next(id)).status).toBe('approved');
        expect(await readStatus(journey, id)).toEqual({ status: 'approved', hasIdentityChanged: true });
        expect(complaints.filter((text) => !/400/.test(text))).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    2 * JOURNEY_MS,
  );

  test(
    'the enrolled person is recognised, and another person with the same identity is not approved (R65)',
    async () => {
      const cpf = newCpf();
      for (const take of [0, 1]) {
        const own = await personBefore('b', take);
        expect((await goThrough(journey, own, cpf)).end).toBe('approved');
      }
      const stranger = await personBefore('c', 2);
      const other = await goThrough(journey, stranger, cpf);
      expect(other.end).toBe('not-approved');
      expect((await journey.webhooks.next(other.id)).status).toBe('inconclusive');
      expect((await readStatus(journey, other.id)).status).toBe('inconclusive');
    },
    2 * JOURNEY_MS,
  );

  test(
    'a link opens once: another browser is refused, the same browser goes on after a reload (R53)',
    async () => {
      const { id, link } = await createTransaction(journey);
      const browser = await openBrowser({ kind: 'denied' });
      try {
        const first = await openPhone(browser);
        await first.page.goto(link);
        await first.page.locator('[data-screen="consent"]').waitFor();
        expect(new URL(first.page.url()).pathname).toBe('/capture/');
        await first.page.reload();
        await first.page.locator('[data-screen="consent"]').waitFor();
        const second = await openPhone(browser);
        await second.page.goto(link);
        await second.page.locator('[data-screen="link-used"]').waitFor();
        expect((await readStatus(journey, id)).status).toBe('waiting');
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );

  test(
    'a browser that keeps no cookies is told so before its link is used up, and the link it gives opens in another one (R53)',
    async () => {
      const { id, link } = await createTransaction(journey);
      const browser = await openBrowser({ kind: 'denied' });
      try {
        const { page } = await openPhone(browser, 'en-US');
        const asked = listen(page, 'POST', /^\/capture\//);
        const line = await page.context().newCDPSession(page);
        await line.send('Emulation.setDocumentCookieDisabled', { disabled: true });
        await page.goto(link);
        await on(page, 'no-cookies');
        await press(page, 'make-link');
        expect(await page.locator('.link-field').inputValue()).toBe(link);
        await press(page, 'try-again');
        await page.locator('[data-screen="no-cookies"] [data-action="make-link"]').waitFor();
        const other = await openPhone(browser);
        await other.page.goto(link);
        await on(other.page, 'consent');
        expect(asked).toEqual([]);
        expect((await readStatus(journey, id)).status).toBe('waiting');
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );

  test(
    'once cookies are allowed, trying again opens the link in the same browser (R53)',
    async () => {
      const { link } = await createTransaction(journey);
      const browser = await openBrowser({ kind: 'denied' });
      try {
        const { page } = await openPhone(browser);
        const line = await page.context().newCDPSession(page);
        await line.send('Emulation.setDocumentCookieDisabled', { disabled: true });
        await page.goto(link);
        await on(page, 'no-cookies');
        await line.send('Emulation.setDocumentCookieDisabled', { disabled: false });
        await press(page, 'try-again');
        await on(page, 'consent');
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );

  test.each(['denied', 'none'] as const)(
    'a camera that is %s has its own screen and leaves the transaction open',
    async (kind) => {
      const { id, end } = await goThrough(journey, { kind });
      expect(end).toBe('camera-problem');
      expect((await readStatus(journey, id)).status).toBe('waiting');
    },
    JOURNEY_MS,
  );

  test(
    'a person who does not agree is not filmed and may come back (R94)',
    async () => {
      const { id, link } = await createTransaction(journey);
      const browser = await openBrowser(await personBefore('a'));
      try {
        const { page } = await openPhone(browser);
        const frames: string[] = [];
        page.on('request', (request) => {
          if (request.url().includes('/frames/')) frames.push(request.url());
        });
        await page.goto(link);
        await page.locator('[data-action="decline"]').click();
        await page.locator('[data-screen="declined"]').waitFor();
        expect(frames).toEqual([]);
        expect((await readStatus(journey, id)).status).toBe('waiting');
        await page.reload();
        await page.locator('[data-screen="consent"]').waitFor();
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );

  test.each([
    ['pt-BR', 'pt', 390],
    ['en-US', 'en', 1280],
    ['es-MX', 'es', 390],
    ['fr-FR', 'fr', 390],
  ] as const)(
    'speaks the language of a browser in %s without scrolling sideways',
    async (locale, language, width) => {
      const { link } = await createTransaction(journey);
      const browser = await openBrowser({ kind: 'denied' });
      try {
        const { page } = await openPhone(browser, locale);
        await page.setViewportSize({ width, height: 800 });
        await page.goto(link);
        await page.locator('[data-screen="consent"] h1').waitFor();
        expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language}`));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );
});
