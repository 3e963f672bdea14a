import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { driveView } from '@titular/test-kit/browser/drive-page.ts';
import { type Camera, openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTransaction,
  type Journey,
  openPhone,
  personBefore,
  readStatus,
  startJourney,
} from './fixture.ts';
import { frameOf, openShop, registerOrigins, type Shop } from './shop.ts';

const JOURNEY_MS = 540_000;
const PROXIED = ['/sdk-assets/', '/capture/', '/c/'];

/** The page of a shop that was written for the package, and is served as it was. */
const PAGE = `<!doctype html><html lang="pt-BR"><title>Loja</title>
<script type="module">
  import * as products from '/idpay-b2b-sdk.js';
  window.ended = [];
  window.start = async ({ product, init, open }) => {
    const sdk = products[product];
    const onFinish = (...given) => window.ended.push(given);
    const starting = sdk.init({ useCurrentOrigin: true, ...init });
    sdk.open({ ...open, onFinish });
    return (await starting) ?? null;
  };
  window.stop = (product) => products[product].close();
</script>`;

type Start = { product: string; init: object; open: object };
type Shopped = { ended: [Record<string, unknown>, string?][]; start(wanted: Start): Promise<unknown> };

describe('a page with the npm package idpay-b2b-sdk, whose origin leads to this service', () => {
  let journey: Journey;
  let shop: Shop;
  let person: Camera;
  beforeAll(async () => {
    journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '20' });
    shop = await openShop(journey.service.url, PROXIED);
    await registerOrigins(journey, [shop.origin]);
    const source = new URL('index.esm.js', import.meta.resolve('idpay-b2b-sdk'));
    const script = await readFile(fileURLToPath(source), 'utf8');
    shop.files.set('/', { body: PAGE });
    shop.files.set('/idpay-b2b-sdk.js', { body: script, type: 'text/javascript' });
    person = await personBefore('a');
  });
  afterAll(async () => {
    await shop.close();
    await journey.close();
  });

  async function inShop(
    use: (page: Page, said: string[]) => Promise<void>,
    camera: Camera = { kind: 'denied' },
  ): Promise<void> {
    const browser = await openBrowser(camera);
    try {
      const { page, origins, complaints } = await openPhone(browser);
      await page.goto(shop.origin);
      await use(page, complaints);
      expect([...origins]).toEqual([shop.origin]);
    } finally {
      await browser.close();
    }
  }

  const start = (page: Page, wanted: Start): Promise<unknown> =>
    page.evaluate((given) => (window as unknown as Shopped).start(given), wanted);
  const endOf = async (page: Page): Promise<Shopped['ended'][number] | undefined> => {
    const read = () => page.evaluate(() => (window as unknown as Shopped).ended);
    await expect.poll(async () => (await read()).length, { timeout: JOURNEY_MS }).toBe(1);
    return (await read())[0];
  };

  test(
    'is approved in a frame and hears it by onFinish, in both spellings',
    () =>
      inShop(async (page) => {
        const { id, token } = await createTransaction(journey);
        const wanted = { product: 'IDPaySDK', init: { type: 'IFRAME', token } };
        const answer = await start(page, { ...wanted, open: { transactionId: id, token } });
        expect(answer).toEqual({ statusPreValidation: 'DEVICE_SUPPORTED' });
        expect(await driveView(await frameOf(page))).toBe('approved');
        const concluded = { concluded: true, captureConcluded: true, capture_concluded: true };
        expect(await endOf(page)).toEqual([{ id, ...concluded }, 'FINISH']);
        expect((await readStatus(journey, id)).status).toBe('approved');
      }, person),
    JOURNEY_MS,
  );

  test(
    'is led to the page in place of its own with REDIRECT',
    () =>
      inShop(async (page) => {
        const { id, token } = await createTransaction(journey);
        await page.evaluate((given) => void (window as unknown as Shopped).start(given), {
          product: 'IDPaySDK',
          init: { type: 'REDIRECT', token },
          open: { transactionId: id, token },
        });
        await page.locator('[data-screen="consent"]').waitFor();
        expect(page.url()).toBe(`${shop.origin}/capture/`);
      }),
    JOURNEY_MS,
  );

  test.each([
    ['IDPaySDK', (id: string) => ({ transactionId: id })],
    ['ByUnicoSDK', (id: string) => ({ transactionId: id })],
    ['IDCashSDK', () => ({ invoiceId: 'invoice-7' })],
    ['UnicoSDK', (id: string) => ({ transactionId: id })],
  ])(
    'opens as %s, and close() ends it with nothing concluded',
    (product, named) =>
      inShop(async (page) => {
        const { id, token } = await createTransaction(journey);
        await start(page, { product, init: { type: 'IFRAME', token }, open: { ...named(id), token } });
        await (await frameOf(page)).locator('[data-screen="consent"]').waitFor();
        await page.evaluate((name) => (window as never as { stop(of: string): void }).stop(name), product);
        const [transaction] = (await endOf(page)) ?? [];
        expect(transaction).toMatchObject({ id, concluded: false, captureConcluded: false });
        expect(await page.locator('dialog').count()).toBe(0);
      }),
    JOURNEY_MS,
  );

  test(
    'a second open is an ERROR and takes nothing over: close() still ends the page that is there',
    () =>
      inShop(async (page) => {
        const { id, token } = await createTransaction(journey);
        const wanted = {
          product: 'IDPaySDK',
          init: { type: 'IFRAME', token },
          open: { transactionId: id, token },
        };
        await start(page, wanted);
        await (await frameOf(page)).locator('[data-screen="consent"]').waitFor();
        // The calls that the package makes, made directly.
        await page.evaluate((open) => {
          type Control = { create(of: object): Promise<object>; open(of: object): void };
          const { UnicoSDKAssets, ended } = window as unknown as Shopped & {
            UnicoSDKAssets: { clientBoxControl: Control };
          };
          const { clientBoxControl } = UnicoSDKAssets;
          void clientBoxControl.create({ host: location.origin });
          const onFinish = (...given: Shopped['ended'][number]) => ended.push(given);
          clientBoxControl.open({ ...open, host: location.origin, onFinish });
        }, wanted.open);
        expect(await endOf(page)).toMatchObject([{ id, concluded: false }, 'ERROR']);
        expect(await page.locator('dialog').count()).toBe(1);
        await page.evaluate(() => (window as never as { stop(of: string): void }).stop('IDPaySDK'));
        const ended = () => page.evaluate(() => (window as unknown as Shopped).ended);
        await expect.poll(ended, { timeout: JOURNEY_MS }).toHaveLength(2);
        expect((await ended())[1]).toMatchObject([{ id, concluded: false }, 'FINISH']);
        expect(await page.locator('dialog').count()).toBe(0);
      }),
    JOURNEY_MS,
  );

  test.each([
    ['a token that is none', 'IFRAME', { token: 'x'.repeat(40) }, 'token_invalid'],
    ['the type SILENT, which cannot be served', 'SILENT', {}, 'SILENT is not offered'],
  ])(
    'hears of %s by onFinish with ERROR, and its console says why',
    (_what, type, change, sentence) =>
      inShop(async (page, said) => {
        const { id, token } = await createTransaction(journey);
        const open = { transactionId: id, token, ...change };
        await start(page, { product: 'IDPaySDK', init: { type, token }, open });
        expect(await endOf(page)).toMatchObject([{ id, concluded: false }, 'ERROR']);
        expect(said.some((text) => text.startsWith('titular: ') && text.includes(sentence))).toBe(true);
      }),
    JOURNEY_MS,
  );
});
