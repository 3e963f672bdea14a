import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Browser, Frame, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTransaction,
  expireSessions,
  type Journey,
  openPhone,
  readStatus,
  startJourney,
} from './fixture.ts';
import { speak } from './page-steps.ts';
import { frameOf, openBySdk, openShop, pageWithSdk, registerOrigins, type Shop, toldOf } from './shop.ts';

const TEST_MS = 60_000;
const OVERLAY = 'dialog[data-titular]';

let journey: Journey;
let shop: Shop;
let browser: Browser;
let init: { type: string; baseUrl: string };
beforeAll(async () => {
  journey = await startJourney({});
  shop = await openShop();
  await registerOrigins(journey, [shop.origin]);
  shop.files.set('/', { body: pageWithSdk(journey.service.url) });
  init = { type: 'IFRAME', baseUrl: journey.service.url };
  browser = await openBrowser({ kind: 'denied' });
});
afterAll(async () => {
  await browser.close();
  await shop.close();
  await journey.close();
});

async function inShop(use: (page: Page) => Promise<void>): Promise<void> {
  const { page } = await openPhone(browser);
  try {
    await page.goto(shop.origin);
    await use(page);
  } finally {
    await page.context().close();
  }
}

const endsOf = async (page: Page) => (await toldOf(page)).filter(({ kind }) => kind !== 'event');

async function endOf(page: Page) {
  await expect.poll(() => endsOf(page), { timeout: TEST_MS }).toHaveLength(1);
  expect(await page.locator('dialog').count()).toBe(0);
  return (await endsOf(page))[0];
}

async function choose(frame: Frame, action: string): Promise<void> {
  await frame.locator('[data-part="choices"] summary').click();
  await frame.locator(`[data-action="${action}"]`).click();
}

function openingsOf(page: Page): Request[] {
  const heard: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/capture/openings')) heard.push(request);
  });
  return heard;
}

const close = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { Titular: { close(): void } }).Titular.close());

describe('an end that the person has to read of', () => {
  test(
    'stays until they close it, while the shop knows of it at once and hears onFinish once',
    () =>
      inShop(async (page) => {
        const { id, token } = await createTransaction(journey);
        await page.clock.install();
        await openBySdk(page, { ...init, language: 'pt' }, { token });
        const frame = await frameOf(page);
        await choose(frame, 'unknown-purchase');
        await frame.locator('[data-action="end-request"]').click();
        await frame.locator('[data-action="confirm"]').click();
        await frame.locator('[data-screen="ended"]').waitFor();
        await expect
          .poll(async () => (await toldOf(page)).at(-1))
          .toMatchObject({
            kind: 'event',
            name: 'finished',
            status: 'unknown-share',
          });
        await page.clock.fastForward('10:00');
        expect(await page.locator(OVERLAY).count()).toBe(1);
        expect(await endsOf(page)).toEqual([]);
        const button = frame.locator('.leave-end [data-action="leave"]');
        expect(await button.innerText()).toBe('Fechar');
        await speak(frame, 'es');
        expect(await button.innerText()).toBe('Cerrar');
        await button.click();
        expect(await endOf(page)).toMatchObject({ kind: 'finish', concluded: true, status: 'unknown-share' });
        expect((await readStatus(journey, id)).status).toBe('unknown-share');
      }),
    TEST_MS,
  );
});

describe('a second opening while one is shown', () => {
  test(
    'is refused and takes nothing over: the close of a later client ends the page that is there',
    () =>
      inShop(async (page) => {
        const { token } = await createTransaction(journey);
        await openBySdk(page, init, { token });
        await frameOf(page);
        const refused = await page.evaluate(
          ([options, given]) => {
            type Sdk = { init(of: object): void; open(of: object): Promise<unknown> };
            const { Titular } = window as unknown as { Titular: Sdk };
            Titular.init(options);
            return Titular.open({ token: given }).catch((error: { code: string }) => error.code);
          },
          [init, token] as const,
        );
        expect(refused).toBe('already_open');
        await close(page);
        expect(await endOf(page)).toMatchObject({ kind: 'finish', concluded: false });
      }),
    TEST_MS,
  );

  test(
    'of an element is refused as well, and the page goes with the element that opened it and with no other',
    () =>
      inShop(async (page) => {
        const { token } = await createTransaction(journey);
        await page.evaluate(
          ([baseUrl, given]) => {
            const told: unknown[] = [];
            Object.assign(window, { told });
            for (const id of ['first', 'second']) {
              const element = document.createElement('titular-check');
              for (const kind of ['finish', 'error'])
                element.addEventListener(kind, (event) => {
                  const { code, concluded } = (event as CustomEvent<Record<string, unknown>>).detail;
                  told.push({ kind, code, concluded, id });
                });
              element.id = id;
              element.setAttribute('base-url', baseUrl ?? '');
              document.body.append(element);
            }
            const open = (id: string) =>
              (document.getElementById(id) as HTMLElement & { open(of: object): void }).open({
                token: given,
              });
            for (const id of ['first', 'first', 'second']) open(id);
          },
          [journey.service.url, token] as const,
        );
        await frameOf(page);
        expect(await toldOf(page)).toMatchObject([
          { kind: 'error', code: 'already_open', id: 'first' },
          { kind: 'error', code: 'already_open', id: 'second' },
        ]);
        await page.evaluate(() => document.getElementById('second')?.remove());
        expect(await page.locator(OVERLAY).count()).toBe(1);
        await page.evaluate(() => document.getElementById('first')?.remove());
        await expect
          .poll(async () => (await toldOf(page)).at(-1))
          .toMatchObject({ kind: 'finish', id: 'first' });
        expect(await page.locator(OVERLAY).count()).toBe(0);
      }),
    TEST_MS,
  );
});

describe('while the token is exchanged', () => {
  test(
    'the person sees that they are to wait and can leave, and the shop hears which transaction was left',
    () =>
      inShop(async (page) => {
        const { id, token } = await createTransaction(journey);
        const openings = openingsOf(page);
        await page.route('**/capture/openings', () => undefined);
        for (const leave of ['button', 'close']) {
          await openBySdk(page, { ...init, language: 'es' }, { token });
          await page.locator(`${OVERLAY} [role="status"]`).getByText('Un momento…').waitFor();
          if (leave === 'button') await page.getByRole('button', { name: 'Cerrar' }).click();
          else await close(page);
          expect(await endOf(page)).toMatchObject({ kind: 'finish', concluded: false, transactionId: id });
        }
        expect(openings).toHaveLength(2);
      }),
    TEST_MS,
  );

  test(
    'a request that is lost and one that the service could not answer are sent again, and the page opens (R58)',
    () =>
      inShop(async (page) => {
        const { token } = await createTransaction(journey);
        const openings = openingsOf(page);
        await page.route('**/capture/openings', (route) => {
          if (openings.length === 1) return route.abort();
          if (openings.length > 2) return route.continue();
          return route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } });
        });
        await openBySdk(page, init, { token });
        await (await frameOf(page)).locator('[data-screen="consent"]').waitFor();
        expect(openings).toHaveLength(3);
        expect(await endsOf(page)).toEqual([]);
      }),
    TEST_MS,
  );

  test(
    'three that are lost are the end, and the connections were made ready once for each kind of request',
    () =>
      inShop(async (page) => {
        const { token } = await createTransaction(journey);
        const openings = openingsOf(page);
        await page.route('**/capture/openings', (route) => route.abort());
        await openBySdk(page, init, { token });
        expect(await endOf(page)).toMatchObject({ kind: 'error', code: 'unreachable' });
        expect(openings).toHaveLength(3);
        await page.evaluate(
          (options) => (window as never as { Titular: { init(of: object): void } }).Titular.init(options),
          init,
        );
        const links = page.locator('link[rel="preconnect"]');
        const kinds = await links.evaluateAll((all) =>
          all.map((link) => (link as HTMLLinkElement).crossOrigin),
        );
        expect(kinds).toEqual([null, 'anonymous']);
      }),
    TEST_MS,
  );
});

describe('a session that ends while the page is open in a frame', () => {
  test(
    'is followed by another one with a new code, and what the person follows goes on',
    () =>
      inShop(async (page) => {
        const { id, token } = await createTransaction(journey);
        const openings = openingsOf(page);
        await openBySdk(page, init, { token });
        const frame = await frameOf(page);
        await choose(frame, 'cardholder');
        await frame.locator('[data-screen="hand-over"]').waitFor();
        await expireSessions(journey, id);
        await expect.poll(() => openings.length, { timeout: TEST_MS }).toBe(2);
        const read = await page.waitForResponse(
          (response) => response.url().endsWith('/capture/session') && response.request().method() === 'GET',
        );
        expect(read.status()).toBe(200);
        expect(await frame.locator('[data-screen]').getAttribute('data-screen')).toBe('hand-over');
        expect(await endsOf(page)).toEqual([]);
      }),
    TEST_MS,
  );

  test(
    'is told as session_ended where the new one helps as little',
    () =>
      inShop(async (page) => {
        const { token } = await createTransaction(journey);
        const openings = openingsOf(page);
        await page.clock.install();
        await openBySdk(page, init, { token });
        const frame = await frameOf(page);
        await page.route('**/capture/session/consent', (route) =>
          route.fulfill({ status: 403, json: { code: '40310', message: 'over' } }),
        );
        await frame.locator('[data-action="accept"]').click();
        await frame.locator('[data-screen="link-invalid"]').waitFor();
        await page.clock.fastForward('01:00');
        expect(await endOf(page)).toMatchObject({ kind: 'error', code: 'session_ended' });
        expect(openings).toHaveLength(2);
      }),
    TEST_MS,
  );
});

describe('the gesture for going back', () => {
  test(
    'asks before it leaves, as the button of the page does, and leaves at once where nothing is lost',
    () =>
      inShop(async (page) => {
        const { token } = await createTransaction(journey);
        // As the browser does for the gesture, of which a test cannot make the real one.
        const goBack = () =>
          page.evaluate(() => {
            const dialog = document.querySelector('dialog');
            if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
          });
        await openBySdk(page, init, { token });
        const frame = await frameOf(page);
        await goBack();
        await frame.locator('[data-action="stay"]').click();
        expect(await page.locator(OVERLAY).count()).toBe(1);
        await goBack();
        await frame.locator('dialog [data-action="leave"]').click();
        expect(await endOf(page)).toMatchObject({ kind: 'finish', concluded: false });
        await page.route('**/capture/frame/**', () => undefined);
        await openBySdk(page, init, { token });
        await page.locator(`${OVERLAY} button`).waitFor();
        await goBack();
        expect(await endOf(page)).toMatchObject({ kind: 'finish', concluded: false });
      }),
    TEST_MS,
  );
});
