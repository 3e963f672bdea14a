import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK, expectNoFaults, PHONE, type PortalJourney, startPortal } from '../portal/portal-fixture.ts';
import { checkerSource, findViolationsIn } from '../visual/check-accessibility.ts';

/** One page of each kind: cards, guide, long tables, code, operations, schemas, a list of a collection, wide figures. */
const KINDS = [
  'index.html',
  'guides/webhooks.html',
  'guides/pt/tokens.html',
  'errors.html',
  'command-line.html',
  'api/index.html',
  'api/transactions.html',
  'api/schemas.html',
  'decisions/index.html',
  'figures/scale.html',
] as const;

/** The narrowest window in which everything has to fit: a desk at 400 % (WCAG 2.2, 1.4.10). */
const NARROW = { width: 320, height: 640 };

/** A4 at the resolution of a browser, without its margins. */
const PAPER = { width: 718, height: 1046 };

let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal();
});
afterAll(() => journey?.close());

const docs = (address: string): string => `${journey.portalUrl}/docs/${address}`;

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe('a page of the documentation site (W11)', () => {
  test.each(KINDS)(
    '%s breaks no policy, asks no other host, fits a phone, and has nothing that axe finds',
    async (address) => {
      const desk = await journey.openDesk();
      const { page, context } = desk;
      await context.addInitScript(checkerSource);
      await page.goto(docs(address));
      expect(await findViolationsIn(page, 'light')).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await findViolationsIn(page, 'light')).toEqual([]);
      expect(await findViolationsIn(page, 'dark')).toEqual([]);
      await page.setViewportSize(NARROW);
      expect(await overflowOf(page)).toBe(0);
      expectNoFaults(desk);
      await context.close();
    },
    60_000,
  );

  test('is read whole without a script: text, navigation and contents, and no control that needs one', async () => {
    const context = await journey.browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const page = await context.newPage();
    await page.goto(docs('guides/webhooks.html'));
    expect(await page.getByRole('heading', { level: 1, name: 'Webhooks' }).isVisible()).toBe(true);
    expect(await page.locator('input, button').filter({ visible: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Menu' }).click();
    const operate = page
      .getByRole('navigation', { name: 'Documentation' })
      .locator('details', { hasText: 'Operate' });
    await operate.locator('summary').click();
    await operate.getByRole('link', { name: 'Installing' }).click();
    expect(page.url()).toBe(docs('operations/install.html'));
    await page.getByText('On this page').first().click();
    const [first] = await page.locator('details.contents a').all();
    expect(await first?.isVisible()).toBe(true);
    await context.close();
  });

  test('finds a code of an error by the bare code, and a header, within 100 ms of typing', async () => {
    const desk = await journey.openDesk();
    const { page } = desk;
    await page.goto(docs('index.html'));
    await page.keyboard.press('/');
    const input = page.getByRole('searchbox', { name: 'Search the documentation' });
    await input.fill('x');
    await page.getByText('places found.').waitFor();
    const took = await page.evaluate(async () => {
      const field = document.querySelector<HTMLInputElement>('#search');
      const status = document.querySelector('form.search [role="status"]');
      if (!field || !status) return [];
      const times: number[] = [];
      for (const words of ['the', 'Retry-After', 'webhook secret', '40002']) {
        const begun = performance.now();
        const shown = new Promise((resolve) =>
          new MutationObserver(resolve).observe(status, { childList: true }),
        );
        field.value = words;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await shown;
        times.push(performance.now() - begun);
      }
      return times;
    });
    console.log(`search in the page: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    expect(took).toHaveLength(4);
    await input.press('Enter');
    await page.waitForURL(docs('errors.html#40002'));
    expect(await page.locator('tr:target').innerText()).toContain('40002');
    await page.getByRole('searchbox').fill('zzzzqqqq');
    await page.getByText('Nothing found.').waitFor();
    expectNoFaults(desk);
  });

  test('can be searched by keys alone, and gives the field back with Escape', async () => {
    const desk = await journey.openDesk({ viewport: PHONE });
    const { page } = desk;
    await page.goto(docs('guides/tokens.html'));
    await page.getByRole('searchbox').fill('Retry-After');
    await page.locator('form.search li').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const link = page.locator('form.search a:focus');
    expect(await link.getAttribute('href')).toBe('../api/headers-of-answers.html#Retry-After');
    await page.keyboard.press('Escape');
    await page.locator('form.search li').first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
    expectNoFaults(desk);
  });

  test('leads from a guide to the same in Portuguese, whose search and buttons speak it, and back', async () => {
    const desk = await journey.openDesk();
    const { page } = desk;
    await page.goto(docs('guides/tokens.html'));
    await page.getByRole('article').getByRole('link', { name: 'Português' }).click();
    await page.waitForURL(docs('guides/pt/tokens.html'));
    await page.locator('.snippet').first().getByRole('button', { name: 'Copiar' }).click();
    await page.locator('.snippet').first().getByRole('button', { name: 'Copiado' }).waitFor();
    await page.getByRole('searchbox', { name: 'Buscar na documentação' }).fill('chave mestra');
    await page.getByText('lugares encontrados.').waitFor();
    const first = page.locator('form.search a').first();
    expect(await first.getAttribute('href')).toBe('../../guides/pt/several-nodes.html#uma-nova-chave-mestra');
    expect(await first.getAttribute('lang')).toBeNull();
    await page.getByRole('searchbox').fill('40002');
    const inEnglish = page.locator('form.search a[href="../../errors.html#40002"]');
    await inEnglish.waitFor();
    expect(await inEnglish.getAttribute('lang')).toBe('en');
    await page.getByRole('searchbox').press('Escape');
    await page.getByRole('article').getByRole('link', { name: 'English' }).click();
    await page.waitForURL(docs('guides/tokens.html'));
    expectNoFaults(desk);
  });

  test('leaves the field for a search room on the narrowest window', async () => {
    const desk = await journey.openDesk({ viewport: NARROW });
    await desk.page.goto(docs('index.html'));
    const field = await desk.page.getByRole('searchbox').boundingBox();
    expect(field?.width).toBeGreaterThan(90);
    expectNoFaults(desk);
  });

  test.each([true, false])(
    'shows a call in each language by keys alone, and begins with curl again; with a script: %s (W12)',
    async (javaScriptEnabled) => {
      const context = await journey.browser.newContext({ javaScriptEnabled, viewport: PHONE });
      const page = await context.newPage();
      await page.goto(docs('api/transactions.html#createTransaction'));
      const tabs = page.locator('#createTransaction fieldset.tabs').first();
      const shown = tabs.locator('pre').filter({ visible: true });
      expect(await shown.innerText()).toMatch(/^curl /);
      await tabs.getByRole('radio', { name: 'curl' }).focus();
      await page.keyboard.press('ArrowRight');
      expect(await shown.innerText()).toContain('await client.transactions.create(');
      await page.keyboard.press('ArrowRight');
      expect(await shown.innerText()).toContain('client.create_transaction(');
      // The next stop is what the tab shows, or the button that copies it.
      await page.keyboard.press('Tab');
      const inside = (name: string) =>
        page.evaluate((at) => document.activeElement?.closest('.panel')?.textContent?.includes(at), name);
      expect(await inside('create_transaction')).toBe(true);
      await page.reload();
      expect(await shown.innerText()).toMatch(/^curl /);
      await context.close();
    },
  );

  test('copies the program of the language that is shown, by keys', async () => {
    const desk = await journey.openDesk();
    const { page } = desk;
    await page.goto(docs('api/transactions.html'));
    const tabs = page.locator('#readTransaction fieldset.tabs').first();
    await tabs.getByText('TypeScript').click();
    await tabs.getByRole('button', { name: 'Copy' }).focus();
    await page.keyboard.press('Enter');
    await tabs.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^import [\s\S]*client\.transactions\.get\([\s\S]*console\.log\(answer\);$/);
    expectNoFaults(desk);
  });

  test('copies an example as it is written', async () => {
    const desk = await journey.openDesk();
    const { page } = desk;
    await page.goto(docs('guides/webhooks.html'));
    const example = page.locator('.snippet').first();
    await example.getByRole('button', { name: 'Copy' }).click();
    await example.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe((await example.locator('pre').innerText()).trimEnd());
    expect(copied).toContain('import ');
    expectNoFaults(desk);
  });

  test('leads from an operation to the page that sends it, at the public address of the service', async () => {
    const desk = await journey.openDesk();
    const { page } = desk;
    await page.goto(docs('api/transactions.html'));
    const link = page.locator('#readTransaction').getByRole('link', { name: 'Try it' });
    expect(await link.getAttribute('href')).toBe(`${journey.service.url}/docs/try#readTransaction`);
    const barred = await page.evaluate(() =>
      fetch('/portal/api/session').then(
        ({ status }) => `answered ${status}`,
        () => 'barred',
      ),
    );
    expect(barred).toBe('barred');
    expectNoFaults(desk, /connect-src|Content Security Policy|Refused to connect|Fetch API/);
  });

  test('keeps the theme that was chosen, on the next page and before its first paint', async () => {
    const desk = await journey.openDesk({ viewport: DESK });
    const { page } = desk;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(docs('index.html'));
    const schemeOf = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await schemeOf()).toBe('light dark');
    const button = page.getByRole('button', { name: 'Dark' });
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await button.click();
    await page.getByRole('link', { name: 'Errors' }).first().click();
    await page.waitForURL(docs('errors.html'));
    expect(await schemeOf()).toBe('dark');
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expectNoFaults(desk);
  });

  test.each(['guides/first-transaction.html', 'errors.html', 'api/transactions.html'])(
    '%s is printed dark on white with no code cut off, whatever theme was chosen',
    async (address) => {
      const desk = await journey.openDesk({ viewport: PAPER });
      const { page } = desk;
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.goto(docs(address));
      const printed = await page.evaluate(() => {
        document.documentElement.dataset['theme'] = 'dark';
        const shown = [...document.querySelectorAll('pre')].filter((one) => one.checkVisibility());
        return {
          text: getComputedStyle(document.body).color,
          ground: getComputedStyle(document.documentElement).backgroundColor,
          header: document.querySelector('body > header')?.checkVisibility(),
          isDark: shown.every((one) => getComputedStyle(one).color === 'rgb(0, 0, 0)'),
          cut: shown.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
        };
      });
      expect(printed).toEqual({
        text: 'rgb(19, 36, 46)',
        ground: 'rgb(255, 255, 255)',
        header: false,
        isDark: true,
        cut: 0,
      });
      expect(await overflowOf(page)).toBe(0);
      expectNoFaults(desk);
    },
  );
});
