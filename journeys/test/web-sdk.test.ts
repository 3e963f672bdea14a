import { readFile } from 'node:fs/promises';
import { driveView } from '@titular/test-kit/browser/drive-page.ts';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTransaction,
  type Journey,
  openPhone,
  personBefore,
  readStatus,
  startJourney,
  type Watched,
} from './fixture.ts';
import { frameOf, openBySdk, openShop, pageWithSdk, registerOrigins, type Shop, toldOf } from './shop.ts';

const JOURNEY_MS = 540_000;

describe('a shop that embeds the web SDK', () => {
  let journey: Journey;
  let shop: Shop;
  let init: { type: string; baseUrl: string };
  beforeAll(async () => {
    journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '20' });
    shop = await openShop();
    await registerOrigins(journey, [shop.origin]);
    init = { type: 'IFRAME', baseUrl: journey.service.url };
    shop.files.set('/', { body: pageWithSdk(journey.service.url) });
  });
  afterAll(async () => {
    await shop.close();
    await journey.close();
  });

  async function inShop(use: (watched: Watched) => Promise<void>, person?: 'a' | 'b'): Promise<void> {
    const browser = await openBrowser(person ? await personBefore(person) : { kind: 'denied' });
    try {
      const watched = await openPhone(browser);
      await watched.page.goto(shop.origin);
      await use(watched);
    } finally {
      await browser.close();
    }
  }

  const ending = (page: Page) =>
    expect
      .poll(async () => (await toldOf(page)).filter(({ kind }) => kind !== 'event'), { timeout: 60_000 })
      .toHaveLength(1);

  test(
    'a person is approved in a frame over the shop, which hears the course and the end; no token and no code stands in an address (R54)',
    () =>
      inShop(async ({ page, complaints }) => {
        const { id, token } = await createTransaction(journey);
        const addresses: string[] = [];
        page.on('request', (request) => addresses.push(request.url()));
        const opened = page.waitForResponse((response) => response.url().endsWith('/capture/openings'));
        await page.locator('#pay').focus();
        await openBySdk(page, { ...init, language: 'pt' }, { token, transactionId: id });
        const { code } = (await (await opened).json()) as { code: string };
        const frame = await frameOf(page);
        expect(await frame.locator('html').getAttribute('lang')).toBe('pt-BR');
        const dialog = page.locator('dialog[role="dialog"][aria-modal="true"]');
        expect(await dialog.getAttribute('aria-label')).toBe('Confirmação de identidade');
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
        expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden');
        expect(await driveView(frame)).toBe('approved');
        await ending(page);
        const told = await toldOf(page);
        expect(told.at(-1)).toMatchObject({ kind: 'finish', status: 'approved', concluded: true });
        const names = told.filter(({ kind }) => kind === 'event').map(({ name }) => name);
        expect(names).toEqual([
          ...['opened', 'consent_given', 'camera_opened', 'attempt_started'],
          ...['attempt_completed', 'result_shown', 'finished'],
        ]);
        expect((await readStatus(journey, id)).status).toBe('approved');
        expect(await dialog.count()).toBe(0);
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('pay');
        expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('');
        expect(addresses.filter((address) => address.includes(token) || address.includes(code))).toEqual([]);
        expect(complaints).toEqual([]);
      }, 'a'),
    JOURNEY_MS,
  );

  test(
    'the sample page for plain HTML opens, and says what became of it',
    async () => {
      const sample = (name: string): Promise<string> => readFile(`examples/plain-html/${name}`, 'utf8');
      const body = (await sample('index.html')).replace('https://verify.bank.example', journey.service.url);
      shop.files.set('/sample/', { body });
      shop.files.set('/sample/checkout.js', { body: await sample('checkout.js'), type: 'text/javascript' });
      const created = await createTransaction(journey);
      shop.files.set('/checkout/transaction', { body: JSON.stringify(created), type: 'application/json' });
      await inShop(async ({ page }) => {
        await page.goto(`${shop.origin}/sample/`);
        await page.locator('#pay').click();
        expect(await driveView(await frameOf(page))).toBe('approved');
        await expect
          .poll(() => page.locator('#message').innerText(), { timeout: JOURNEY_MS })
          .toBe('Thank you, your card is confirmed.');
      }, 'b');
    },
    JOURNEY_MS,
  );

  test(
    'the sample page for plain HTML leads to the order where no selfie is needed, and opens nothing',
    async () => {
      const body = await readFile('examples/plain-html/index.html', 'utf8');
      const code = await readFile('examples/plain-html/checkout.js', 'utf8');
      const own = body.replace('https://verify.bank.example', journey.service.url);
      const ended = { id: crypto.randomUUID(), status: 'fast-inconclusive' };
      shop.files.set('/sample/', { body: own });
      shop.files.set('/sample/checkout.js', { body: code, type: 'text/javascript' });
      shop.files.set('/checkout/transaction', { body: JSON.stringify(ended), type: 'application/json' });
      shop.files.set(`/orders/${ended.id}`, { body: '<h1>Another way to pay</h1>' });
      await inShop(async ({ page }) => {
        await page.goto(`${shop.origin}/sample/`);
        await page.locator('#pay').click();
        await page.getByText('Another way to pay').waitFor();
      });
    },
    JOURNEY_MS,
  );

  test(
    'with REDIRECT the page comes in place of the shop, at its clean address, and opens once',
    () =>
      inShop(async ({ page }) => {
        const { id, token } = await createTransaction(journey);
        await openBySdk(page, { ...init, type: 'REDIRECT' }, { token, transactionId: id });
        await page.locator('[data-screen="consent"]').waitFor();
        expect(page.url()).toBe(`${journey.service.url}/capture/`);
      }),
    JOURNEY_MS,
  );

  test(
    'Escape asks before it leaves, staying leaves all as it was, and leaving tells the shop that nothing was concluded',
    () =>
      inShop(async ({ page }) => {
        const { id, token } = await createTransaction(journey);
        await openBySdk(page, init, { token });
        const frame = await frameOf(page);
        await frame.locator('h1').focus();
        await page.keyboard.press('Escape');
        await frame.locator('[data-action="stay"]').click();
        expect(await frame.locator('dialog').count()).toBe(0);
        await frame.locator('[data-action="close-frame"]').click();
        await frame.locator('[data-action="leave"]').click();
        await ending(page);
        expect((await toldOf(page)).at(-1)).toMatchObject({ kind: 'finish', concluded: false });
        expect(await page.locator('dialog').count()).toBe(0);
        expect((await readStatus(journey, id)).status).toBe('waiting');
        await openBySdk(page, init, { token });
        await (await frameOf(page)).locator('[data-action="accept"]').waitFor();
        await page.evaluate(() => (window as unknown as { Titular: { close(): void } }).Titular.close());
        await ending(page);
        expect((await toldOf(page)).at(-1)).toMatchObject({ kind: 'finish', concluded: false });
      }),
    JOURNEY_MS,
  );

  test(
    'a frame that is loaded again opens again with a new code, and goes on from there with the consent that was given (R58)',
    () =>
      inShop(async ({ page }) => {
        const { token } = await createTransaction(journey);
        await openBySdk(page, init, { token });
        const frame = await frameOf(page);
        await frame.locator('[data-action="accept"]').click();
        await frame.locator('[data-screen="camera"]').waitFor();
        await frame.evaluate(() => window.location.reload());
        const again = await frameOf(page);
        await again.locator('[data-screen="camera"]').waitFor();
        expect((await toldOf(page)).filter(({ kind }) => kind === 'error')).toEqual([]);
        const stored = await frame.evaluate(
          () => localStorage.length + sessionStorage.length + document.cookie.length,
        );
        expect(stored).toBe(0);
      }),
    JOURNEY_MS,
  );

  test(
    'a code whose answer is lost on the way is replaced by another, and the person notices nothing (R58)',
    () =>
      inShop(async ({ page }) => {
        const { token } = await createTransaction(journey);
        let lost = 0;
        await page.route('**/capture/session', async (route) => {
          if (route.request().method() !== 'POST' || lost > 0) return route.continue();
          lost += 1;
          await route.fetch();
          await route.abort();
        });
        await openBySdk(page, init, { token });
        await (await frameOf(page)).locator('[data-screen="consent"]').waitFor();
        expect(lost).toBe(1);
        expect(await toldOf(page)).toMatchObject([{ kind: 'event', name: 'opened' }]);
      }),
    JOURNEY_MS,
  );

  test(
    'a page with a strict policy, isolated from others, opens with what the documentation asks for and nothing else',
    async () => {
      const { url } = journey.service;
      const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; frame-src ${url}`;
      const headers = {
        'content-security-policy': `${policy}; require-trusted-types-for 'script'; trusted-types 'none'`,
        'permissions-policy': `camera=(self "${url}")`,
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      };
      const body = `<!doctype html><title>Shop</title><script src="${url}/sdk/titular.js"></script>`;
      shop.files.set('/strict', { body, headers });
      await inShop(async ({ page, complaints }) => {
        await page.goto(`${shop.origin}/strict`);
        const { token } = await createTransaction(journey);
        await openBySdk(page, { type: 'IFRAME' }, { token });
        await (await frameOf(page)).locator('[data-screen="consent"]').waitFor();
        expect(complaints.filter((text) => !/Unrecognized feature|favicon/.test(text))).toEqual([]);
      });
    },
    JOURNEY_MS,
  );

  test(
    'a person who waits for the page can leave, by Escape, by the button or as the browser closes dialogs, and the shop hears of it',
    () =>
      inShop(async ({ page }) => {
        const { token } = await createTransaction(journey);
        await page.route('**/capture/frame/**', () => undefined);
        for (const leave of ['Escape', 'Enter']) {
          await openBySdk(page, init, { token });
          await page.locator('dialog button').waitFor();
          expect(await page.locator('dialog button').getAttribute('aria-label')).toBe('Close');
          await page.keyboard.press(leave);
          await ending(page);
          expect((await toldOf(page)).at(-1)).toMatchObject({ kind: 'finish', concluded: false });
          expect(await page.locator('dialog').count()).toBe(0);
        }
        await openBySdk(page, init, { token });
        await page.locator('dialog button').waitFor();
        await page.evaluate(() => document.querySelector('dialog')?.close());
        await ending(page);
        expect(await page.locator('dialog').count()).toBe(0);
      }),
    JOURNEY_MS,
  );

  test(
    'what is called out of turn is a typed error, and one that nobody listens for is not silent',
    () =>
      inShop(async ({ page, complaints }) => {
        const { token } = await createTransaction(journey);
        const codeOf = (given: object): Promise<string> =>
          page.evaluate((options) => {
            type Sdk = { open(options: object): Promise<unknown> };
            const { Titular } = window as unknown as { Titular: Sdk };
            return Titular.open(options).then(
              () => 'opened',
              (error: { code: string }) => error.code,
            );
          }, given);
        expect(await codeOf({ token })).toBe('not_initialised');
        await openBySdk(page, init, { token });
        await frameOf(page);
        expect(await codeOf({ token })).toBe('already_open');
        expect(await codeOf({})).toBe('invalid_options');
        expect(complaints.filter((text) => /invalid_options|token has to be/.test(text))).toEqual([]);
        await page.evaluate(() => {
          const { Titular } = window as unknown as { Titular: { open(options: object): void } };
          Titular.open({});
        });
        await expect.poll(() => complaints.some((text) => text.includes('token has to be'))).toBe(true);
      }),
    JOURNEY_MS,
  );

  test(
    'the web component opens and tells the same by its events',
    () =>
      inShop(async ({ page }) => {
        const { token } = await createTransaction(journey);
        await page.evaluate(
          ([baseUrl, given]) => {
            const element = document.createElement('titular-check');
            const shopWindow = window as unknown as { told: unknown[] };
            shopWindow.told = [];
            for (const name of ['finish', 'error', 'event'])
              element.addEventListener(name, (event) =>
                shopWindow.told.push({ kind: name, ...(event as CustomEvent<object>).detail }),
              );
            element.setAttribute('base-url', baseUrl ?? '');
            document.body.append(element);
            void (element as HTMLElement & { open(options: object): void }).open({ token: given });
          },
          [journey.service.url, token] as const,
        );
        await frameOf(page);
        await page.evaluate(() => document.querySelector('titular-check')?.remove());
        await ending(page);
        const told = await toldOf(page);
        expect(told[0]).toMatchObject({ kind: 'event', name: 'opened' });
        expect(told.at(-1)).toMatchObject({ kind: 'finish', concluded: false });
      }),
    JOURNEY_MS,
  );
});
