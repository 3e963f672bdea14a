import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, type DesktopFixture, openDesktop } from './desktop-fixture.ts';
import { createTransaction, type Journey } from './fixture.ts';
import { choose, on, press } from './page-steps.ts';

const JOURNEY_MS = 540_000;
const REDIRECT = 'https://aurora.example/back';

let journey: Journey;
let fixture: DesktopFixture;

beforeAll(async () => {
  fixture = await openDesktop();
  ({ journey } = fixture);
});
afterAll(() => fixture.close());

const setCompany = (settings: Record<string, unknown>) =>
  journey.service.service.database.db
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', journey.tenant.companyId)
    .execute();
/** Opens what is folded behind a line of the consent. */
const unfold = (page: Page, part: 'details' | 'legal'): Promise<void> =>
  page.locator(`[data-part="${part}"] > summary`).click();
const create = (more: object, redirectUrl?: string) =>
  createTransaction(journey, undefined, redirectUrl, more);

describe('the consent', () => {
  test(
    'names who answers for the data, the days they are kept, the amount in the words of the language, the day and the shop (D6, D7)',
    async () => {
      await setCompany({
        controller_name: 'Aurora S.A.',
        privacy_url: 'https://aurora.example/privacidade',
        support_phone: '+551140028922',
        capture_retention_days: 12,
        person_retention_days: 345,
      });
      const { link } = await create({ value: 1199.9, currency: 'BRL' }, REDIRECT);
      const page = await fixture.open(link, { ...DESKTOP, locale: 'pt-BR' });
      await on(page, 'consent');
      for (const part of ['details', 'legal'] as const) await unfold(page, part);
      const words = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
      for (const part of [
        'R$ 1.199,90',
        'aurora.example',
        'Aurora S.A.',
        '12 dias',
        '345 dias',
        '1.095 dias',
      ])
        expect(words).toContain(part);
      expect(await page.locator('[data-part="legal"] a[href="tel:+551140028922"]').count()).toBe(1);
      await choose(page, 'unknown-purchase');
      await on(page, 'objection');
      expect((await page.locator('main').innerText()).replaceAll('\u00a0', ' ')).toContain('R$ 1.199,90');
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'opens the privacy notice in a tab of its own, which learns neither the page nor its address (D6)',
    async () => {
      const heard: IncomingHttpHeaders[] = [];
      const server = createServer(({ headers }, response) => {
        heard.push(headers);
        response.setHeader('content-type', 'text/html').end('<title>notice</title>');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const { link } = await create({});
      const page = await fixture.open(link);
      await on(page, 'consent');
      await unfold(page, 'legal');
      const anchor = page.locator('[data-part="legal"] a[target="_blank"]').first();
      await anchor.evaluate(
        (element, href) => element.setAttribute('href', href),
        `http://127.0.0.1:${port}/`,
      );
      const [tab] = await Promise.all([page.context().waitForEvent('page'), anchor.click()]);
      await tab.waitForLoadState();
      expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
      expect(heard[0]?.referer).toBeUndefined();
      await on(page, 'consent');
      server.close();
      await page.context().close();
    },
    JOURNEY_MS,
  );
});

describe('language and colours', () => {
  const languageOf = (page: Awaited<ReturnType<DesktopFixture['open']>>) =>
    page.evaluate(() => document.documentElement.lang);

  test(
    "the merchant's language comes before the browser's, that of the address before both, and the person's choice before all, also after a reload (D30)",
    async () => {
      const { link } = await create({ language: 'es' });
      const page = await fixture.open(link, { ...DESKTOP, locale: 'pt-BR' });
      await on(page, 'consent');
      expect(await languageOf(page)).toBe('es');
      await page.locator('#language').selectOption('en');
      await page.reload();
      await on(page, 'consent');
      expect(await languageOf(page)).toBe('en');
      await page.context().close();
      const other = await create({ language: 'es' });
      const asked = await fixture.open(`${other.link}?lang=pt`, { ...DESKTOP, locale: 'en-US' });
      await on(asked, 'consent');
      expect(await languageOf(asked)).toBe('pt-BR');
      await asked.context().close();
    },
    JOURNEY_MS,
  );

  test.each([
    ['dark', 'light', 'rgb(19, 32, 42)'],
    ['light', 'dark', 'rgb(255, 255, 255)'],
    ['auto', 'dark', 'rgb(19, 32, 42)'],
  ] as const)(
    'theme %s on a device that is %s: the colours are those that the merchant wishes (W19)',
    async (theme, colorScheme, ground) => {
      const { link } = await create({ theme });
      const page = await fixture.open(link, { ...DESKTOP, colorScheme });
      await on(page, 'consent');
      const colour = () =>
        page
          .locator('[data-screen="consent"]')
          .evaluate((screen) => getComputedStyle(screen).backgroundColor);
      expect(await colour()).toBe(ground);
      await page.context().close();
    },
    JOURNEY_MS,
  );
});

describe('who has disowned a purchase', () => {
  test(
    'reads what to do about the card first, and is never led back to the shop (D22)',
    async () => {
      const { link } = await create({}, REDIRECT);
      const page = await fixture.open(link);
      await on(page, 'consent');
      await choose(page, 'unknown-purchase');
      await press(page, 'confirm');
      await on(page, 'ended');
      expect(await page.locator('main p').first().innerText()).toContain('bank');
      const actions = page.locator('main [data-action]');
      expect(await actions.evaluateAll((all) => all.map((one) => one.getAttribute('data-action')))).toEqual([
        'close-page',
      ]);
      await press(page, 'close-page');
      await page.context().close();
    },
    JOURNEY_MS,
  );
});
