import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkerSource, findViolationsIn } from '../visual/check-accessibility.ts';

const WIDTHS = [320, 390, 1280] as const;

let service: TestService;
let tenant: TestTenant;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser({ kind: 'none' })]);
  tenant = await addTenant(service);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

type Opened = { page: Page; asked: string[]; faults: string[] };

/** Opens an operation in a browser of its own, and notes what the page asks and what is against its policy. */
async function open(operationId: string, width = 1280): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  onTestFinished(() => context.close());
  const [asked, faults]: [string[], string[]] = [[], []];
  await context.addInitScript(checkerSource);
  await context.exposeBinding('noteViolation', (_source, words: string) => faults.push(words));
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { noteViolation(words: string): void }).noteViolation(
        `${effectiveDirective} ${blockedURI}`,
      ),
    ),
  );
  const page = await context.newPage();
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(`${service.url}/docs/try#${operationId}`);
  await page.locator('#operation-title').waitFor();
  return { page, asked, faults };
}

async function getToken(page: Page): Promise<void> {
  await page.getByText('Get a token with a client id and secret').click();
  await page.getByLabel('Client id').fill(tenant.clientId);
  await page.getByLabel('Client secret').fill(tenant.clientSecret);
  await page.getByRole('button', { name: 'Get a token' }).click();
  await page.getByText('The token is in its field').waitFor();
}

const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

describe('the page that sends requests (D27)', () => {
  test('creates a transaction with a token and a company of its reader, and fills its id in where it is asked for', async () => {
    const { page, asked, faults } = await open('createTransaction');
    await getToken(page);
    expect(await page.getByLabel('Client secret').inputValue()).toBe('');
    await page.getByLabel('Company id').fill(tenant.companyId);
    await page.getByLabel('Company id').press('Tab');
    const command = page.locator('pre.command');
    expect(await command.innerText()).toContain(tenant.companyId);
    expect(await command.innerText()).toContain('"Authorization: Bearer $TOKEN"');
    await send(page);
    await page.getByText('The service answered 200').waitFor();
    const answer = JSON.parse(await page.locator('pre.answer').innerText());
    expect(answer).toMatchObject({ status: 'waiting' });
    for (const header of ['x-request-id', 'ratelimit'])
      expect(await page.locator('.headers-seen').innerText()).toContain(header);
    await page.locator('nav a[href="#readTransaction"]').click();
    await page
      .getByRole('heading', { level: 2, name: 'Read the status' })
      .or(page.locator('#parameter-transaction_id'))
      .first()
      .waitFor();
    expect(await page.locator('#parameter-transaction_id').inputValue()).toBe(answer.id);
    await page.locator('#parameter-transaction_id').press('Enter');
    await page.locator('pre.answer', { hasText: '"waiting"' }).waitFor();
    expect(asked).toContain(`GET ${service.url}/api/public/v1/walletid/transactions/${answer.id}`);
    expect(asked.filter((one) => !one.includes(service.url))).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('shows of a refusal what happened and what to do', async () => {
    const { page, faults } = await open('readTransaction');
    await page.getByLabel('Access token').fill('wrong');
    await send(page);
    await page.getByText('Fill in transaction_id first.').waitFor();
    await page.locator('#parameter-transaction_id').fill('019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e');
    await send(page);
    await page.locator('.remedy').waitFor();
    expect(await page.locator('.remedy').innerText()).toMatch(/40301[\s\S]*What to do: /);
    expect(faults).toEqual([]);
  });

  test('keeps nothing: no cookie is sent or set, nothing is stored, and a reload forgets the token', async () => {
    const { page } = await open('readLimits');
    await page.context().addCookies([{ name: 'titular', value: 'session', url: service.url }]);
    await getToken(page);
    const request = page.waitForRequest(/\/v1\/limits$/);
    await send(page);
    await page.getByText('The service answered 200').waitFor();
    expect((await (await request).allHeaders())['cookie']).toBeUndefined();
    const { cookies, origins } = await page.context().storageState();
    expect([cookies.length, origins]).toEqual([1, []]);
    expect(page.url()).toBe(`${service.url}/docs/try#readLimits`);
    await page.reload();
    await page.locator('#operation-title').waitFor();
    expect(await page.getByLabel('Access token').inputValue()).toBe('');
  });

  test('may ask the operations alone: neither the hosted page, nor the portal, nor another host, and opens no window', async () => {
    const { page } = await open('readLimits');
    const portal = service.config.portalUrl ?? '';
    const tried = await page.evaluate(
      async ([own, other]) => {
        const ask = (url: string) =>
          fetch(url).then(
            ({ status }) => String(status),
            () => 'barred',
          );
        const urls = [
          `${own}/capture/session`,
          `${own}/c/code`,
          `${own}/docs`,
          `${other}/docs/`,
          'https://example.com/',
        ];
        return [
          ...(await Promise.all(urls.map(ask))),
          window.open(`${own}/capture/`) === null ? 'no window' : 'window',
        ];
      },
      [service.url, portal],
    );
    expect(tried).toEqual([...Array.from({ length: 5 }, () => 'barred'), 'no window']);
  });

  test('is opened from the reference in one window, which keeps the token from operation to operation', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const reference = await context.newPage();
    await reference.goto(`${service.url}/docs/your-account`);
    const opened = context.waitForEvent('page');
    await reference.locator('#readLimits').getByRole('link', { name: 'Try it' }).click();
    const page = await opened;
    await page.locator('#operation-title').waitFor();
    await page.getByLabel('Access token').fill('kept');
    await reference.goto(`${service.url}/docs/transactions`);
    await reference.locator('#listTransactions').getByRole('link', { name: 'Try it' }).click();
    await page.waitForURL(/#listTransactions$/);
    await page.locator('#parameter-orderNumber').waitFor();
    expect(context.pages()).toHaveLength(2);
    expect(await page.getByLabel('Access token').inputValue()).toBe('kept');
  });

  test.each(WIDTHS)('at %i pixels has nothing that axe finds, and nothing is cut off', async (width) => {
    const { page } = await open('createTransaction', width);
    await getToken(page);
    await send(page);
    await page.locator('pre.answer').waitFor();
    expect(await findViolationsIn(page, 'light')).toEqual([]);
    expect(await findViolationsIn(page, 'dark')).toEqual([]);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((one) => !one.closest('pre, .skip') && one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => `${one.tagName} ${one.className}`),
    );
    expect(wide).toEqual([]);
  });

  test('is used by keys alone', async () => {
    const { page } = await open('readReadiness');
    await page.locator('nav a[href="#readHealth"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('#operation-title:focus', { hasText: 'Whether the process is alive' }).waitFor();
    const stops: string[] = [];
    for (let count = 0; count < 8; count++) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
      if (stops.at(-1) === 'Send') break;
    }
    expect(stops).toContain('Send');
    await page.keyboard.press('Space');
    await page.getByText('The service answered 200').waitFor();
  });

  test('reads without a script: each operation, with a way to its command', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${service.url}/docs/try#cancelTransaction`);
    expect(await page.locator('input, button, select, textarea').filter({ visible: true }).count()).toBe(0);
    await page.locator('#cancelTransaction').getByRole('link').first().click();
    expect(page.url()).toBe(`${service.url}/docs/transactions#cancelTransaction`);
  });
});
