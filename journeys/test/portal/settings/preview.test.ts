import { PREVIEW_CHANNEL, PREVIEW_PATH, type PreviewView } from '@titular/contract/page-preview';
import { readSettings } from '@titular/server/settings/change-settings.ts';
import { operatorOf } from '@titular/test-kit';
import type { FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '../../shop.ts';
import { button, homeOf } from '../open-pages.ts';
import { type Desk, expectNoFaults, type PortalJourney, startPortal } from '../portal-fixture.ts';

let journey: PortalJourney;
let hostile: Shop;
beforeAll(async () => {
  journey = await startPortal();
  hostile = await openShop();
});
afterAll(() => Promise.all([journey?.close(), hostile?.close()]));

/** Files of the preview on the service's public address are all that it may ask for. */
const ofPreview = (): RegExp => new RegExp(`^request: ${journey.service.url}$`);
const row = (page: Page, name: string) => page.locator(`[data-setting="${name}"]`);
const colour = (page: Page) =>
  row(page, 'brand-colour').getByRole('textbox', { name: 'Colour of the page', exact: true });
const frameIn = (page: Page): FrameLocator => page.frameLocator('.preview-frame');
const accept = (page: Page) => frameIn(page).locator('[data-action=accept]');
const colourOf = (page: Page) =>
  accept(page).evaluate((element) => getComputedStyle(element).backgroundColor);
const settings = () =>
  readSettings(operatorOf(journey.service), {
    ...{ kind: 'company' as const, tenantId: journey.tenant.tenantId },
    companyId: journey.tenant.companyId,
  });

/** Opens the preview, and notes what is asked of the service's public address, with method and path. */
async function open(): Promise<Desk & { asked: string[] }> {
  const desk = await journey.sitDown(await journey.add('admin'));
  const { page, context } = desk;
  const asked: string[] = [];
  context.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url());
    // A logo that is tried is in memory, under an address of the browser's own.
    if (protocol !== 'blob:' && origin === journey.service.url) asked.push(`${request.method()} ${pathname}`);
  });
  await page.goto(`${homeOf(journey)}/settings/company/${journey.tenant.companyId}`);
  await button(page, 'Preview the page').click();
  await accept(page).waitFor();
  return { ...desk, asked };
}

const LOOKS: PreviewView = {
  ...{ screen: 'consent', language: 'en', scheme: 'light', introduction: {}, logo: null },
  ...{ companyName: 'Evil', brandColour: '#b00020' },
};

describe('the preview of the page (D.4)', () => {
  test('shows a colour, words and a logo that nobody saved, on the page itself, and keeps nothing', async () => {
    const before = await settings();
    const desk = await open();
    const { page, context, asked } = desk;
    await colour(page).fill('#3a1463');
    await expect.poll(() => colourOf(page)).toBe('rgb(58, 20, 99)');
    // Typing goes on where it was: the frame takes no focus.
    expect(await colour(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await row(page, 'brand-name').getByRole('textbox').fill('<img src=x onerror=alert(1)> & Filhos');
    await frameIn(page).getByText('<img src=x onerror=alert(1)> & Filhos').first().waitFor();
    expect(await frameIn(page).locator('img').count()).toBe(0);
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    await page
      .getByLabel('Try a logo')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
    const logo = frameIn(page).locator('.logo-picture');
    await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(40);
    expect(await logo.getAttribute('src')).toMatch(/^blob:/);
    await page.getByLabel('Language of the page').selectOption('en');
    await page.getByLabel('Screen').selectOption('camera');
    await frameIn(page).locator('[data-screen=camera][data-phase=live]').waitFor();
    await page.getByText('The preview shows: Camera, English, Phone, Light.').waitFor();
    expect(
      await frameIn(page)
        .locator('video')
        .evaluate((video) => (video as HTMLVideoElement).srcObject),
    ).toBeNull();
    expect(asked.filter((one) => !/^GET \/capture\/(preview\/$|assets\/[\w.-]+$)/.test(one))).toEqual([]);
    expect(await settings()).toEqual(before);
    const { cookies, origins } = await context.storageState();
    expect(cookies.filter(({ domain }) => domain === new URL(journey.service.url).hostname)).toEqual([]);
    expect(origins.filter(({ origin }) => origin === journey.service.url)).toEqual([]);
    expectNoFaults(desk, ofPreview());
  });

  test('measures a colour that would be refused, shows the saved one, and follows the keyboard', async () => {
    const desk = await open();
    const { page } = desk;
    const usual = await colourOf(page);
    await colour(page).fill('#ffee00');
    await page.locator('[data-measure=words]').getByText('too little').waitFor();
    await page.getByText('A value that would be refused is shown as it is saved.').waitFor();
    expect(await colourOf(page)).toBe(usual);
    await page.getByLabel('Colours', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() =>
        frameIn(page)
          .locator('html')
          .evaluate((root) => getComputedStyle(root).colorScheme),
      )
      .toBe('dark');
    await accept(page).press('Enter');
    expect(await accept(page).isEnabled()).toBe(true);
    await button(page, 'Close the preview').press('Enter');
    await page.locator('.preview-frame').waitFor({ state: 'detached' });
    expectNoFaults(desk, ofPreview());
  });

  test('is changed by no other window and no other origin, whatever they say (ASVS 3.5.5)', async () => {
    const desk = await open();
    const { page } = desk;
    const usual = await colourOf(page);
    const data = { channel: PREVIEW_CHANNEL, type: 'show', looks: LOOKS };
    const frame = page.frames().find((one) => one.url().includes(PREVIEW_PATH));
    if (!frame) throw new Error('no frame');
    // From the frame's own window: the origin is right for nobody but the portal.
    await frame.evaluate((said) => window.postMessage(said, '*'), data);
    await frame.evaluate(
      ([said, origin]) =>
        dispatchEvent(new MessageEvent('message', { data: said, origin: origin as string, source: window })),
      [data, journey.portalUrl] as const,
    );
    await frame.evaluate(
      (said) =>
        dispatchEvent(
          new MessageEvent('message', {
            data: said,
            origin: 'https://evil.example',
            source: parent as Window,
          }),
        ),
      data,
    );
    // From the portal itself, in a shape that is not the contract's.
    await page.evaluate((said) => {
      const target = document.querySelector<HTMLIFrameElement>('.preview-frame')?.contentWindow;
      target?.postMessage({ ...said, html: '<b>' }, '*');
      target?.postMessage({ ...said, looks: { ...said.looks, companyName: 'x'.repeat(5_000) } }, '*');
    }, data);
    await page.getByLabel('Screen').selectOption('primer');
    await frameIn(page).locator('[data-phase=primer]').waitFor();
    await page.getByLabel('Screen').selectOption('consent');
    await accept(page).waitFor();
    expect(await colourOf(page)).toBe(usual);
    expect(await frameIn(page).getByText('Evil').count()).toBe(0);
    expectNoFaults(desk, ofPreview());
  });

  test('framed elsewhere is not shown, and opened alone says in one sentence what it is', async () => {
    const { page, context } = await journey.openDesk();
    const address = journey.service.url + PREVIEW_PATH;
    hostile.files.set('/', { body: `<!doctype html><iframe src="${address}"></iframe>` });
    await page.goto(`${hostile.origin}/`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await page.goto(`${address}?lang=en`);
    expect((await page.locator('body').innerText()).trim()).toMatch(
      /^This is the preview of the selfie page[^.]+\.$/,
    );
    await page.evaluate((said) => window.postMessage(said, '*'), {
      channel: PREVIEW_CHANNEL,
      type: 'show',
      looks: LOOKS,
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await page.getByText('Evil').count()).toBe(0);
    await context.close();
  });
});
