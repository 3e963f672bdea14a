import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { html, renderProse, styleElement } from '@titular/server/api-docs/html.ts';
import { buildOpenApi } from '@titular/server/api-docs/openapi.ts';
import { renderFrontPage } from '@titular/server/api-docs/render-front-page.ts';
import { renderPage } from '@titular/server/api-docs/render-page.ts';
import { renderMember } from '@titular/server/api-docs/render-schema.ts';
import { programVersion } from '@titular/server/kernel/base/program-version.ts';
import { routeTable } from '@titular/server/modules.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { launchBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { openBrowser } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { operationsOf } from './examples-of.ts';

const run = promisify(execFile);

let service: TestService;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), launchBrowser({ kind: 'none' })]);
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

const get = async (path: string) => {
  const response = await fetch(service.url + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('readOpenApi 200: the document is the one of the route table, with the address of this service', async () => {
  const { status, headers, text } = await get('/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(JSON.parse(text)).toEqual(plain(buildOpenApi(routeTable({} as never), service.config.publicUrl)));
});

test('readLlmsText 200: the list names every operation with an address that this service has', async () => {
  const { status, headers, text } = await get('/llms.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toContain(`(${service.config.portalUrl}/docs/)`);
  const document = JSON.parse((await get('/openapi.json')).text) as OpenApiDocument;
  for (const { operation } of operationsOf(document))
    expect(text).toContain(`(${service.config.publicUrl}/docs#${operation.operationId})`);
});

describe('the reference page (R39)', () => {
  test('readReference 200: has no script, asks for nothing elsewhere, and lets in one style by its hash', async () => {
    const { status, headers, text } = await get('/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(style).not.toMatch(/url\(|@import/);
    expect(text).not.toMatch(/<(script|img|iframe|object|form|link)\b| on[a-z]+=| style=/i);
    expect([...text.matchAll(/href="([^"]*)"/g)].filter(([, at = '']) => !/^[#/]/.test(at))).toEqual([]);
  });

  test('readReference 200: every operation, schema and code has a place, and every link leads to one', async () => {
    const { text } = await get('/docs');
    const document = JSON.parse((await get('/openapi.json')).text) as OpenApiDocument;
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const wanted = [
      ...operationsOf(document).map(({ operation }) => operation.operationId),
      ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
      ...Object.keys(document.components.examples).map((code) => `code-${code}`),
    ];
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    expect([...new Set(links)].filter((id) => !ids.includes(id))).toEqual([]);
  });

  test.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)(
    'readReference 200: at %i pixels in %s nothing is cut off, and the browser asks for nothing else and complains of nothing',
    async (width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
      const asked: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(`${service.url}/docs`);
      const found = await page.evaluate(() => ({
        wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        background: getComputedStyle(document.documentElement).backgroundColor,
        contents: [...document.querySelectorAll('nav, .menu')].filter((one) => one.clientHeight > 0).length,
      }));
      expect(found).toEqual({
        wider: 0,
        background: colorScheme === 'light' ? 'rgb(245, 248, 249)' : 'rgb(12, 21, 28)',
        contents: 1,
      });
      expect(asked).toEqual([`${service.url}/docs`]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test('readReference 200: every example is a curl command that a shell takes, and one click selects it whole (D27)', async () => {
    const page = await browser.newPage({ javaScriptEnabled: true });
    await page.goto(`${service.url}/docs`);
    const commands = await page.locator('pre.command').allTextContents();
    expect(commands.length).toBeGreaterThan(50);
    for (const command of commands) expect(command.startsWith('curl ')).toBe(true);
    // `curl` is a function here, so that the shell takes every word and nothing is asked.
    const script = `curl() { printf '%s\\n' "$1"; }\nTOKEN=t\n${commands.join('\n')}`;
    const { stdout } = await run('bash', ['--norc', '-euc', script]);
    expect(stdout.trim().split('\n')).toHaveLength(commands.length);
    await page.locator('#createTransaction pre.command').first().click();
    const selected = await page.evaluate(() => getSelection()?.toString());
    expect(selected?.trim()).toBe(
      (await page.locator('#createTransaction pre.command').first().innerText()).trim(),
    );
    await page.close();
  });

  test('readReference 200: a command of the page does what its example says, with nothing but the token put in (D27)', async () => {
    const merchant = await newMerchant(service);
    const { text } = await get('/docs');
    const [, section = ''] = /id="listTransactions">([\s\S]*?)<\/section>/.exec(text) ?? [];
    const [, escaped = ''] = /<pre class="command"[^>]*><code>([\s\S]*?)<\/code>/.exec(section) ?? [];
    const command = escaped.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const { stdout } = await run('bash', ['--norc', '-euc', `${command} -s`], {
      env: { PATH: '/usr/bin:/bin', TOKEN: merchant.token },
    });
    expect(JSON.parse(stdout)).toMatchObject({ transactions: [] });
  });

  test('readReference 200: leads to codes and guides, and weighs less than 580 kB before compression (D27)', async () => {
    const { text } = await get('/docs');
    for (const way of ['href="#error-codes"', 'docs/guides/first-transaction.md'])
      expect(text).toContain(way);
    expect(Buffer.byteLength(text)).toBeLessThan(580_000);
  });

  test('readReference 200: its contents open without script on a phone and lead to the operation', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    await page.goto(`${service.url}/docs`);
    await page.locator('.menu > summary').click();
    await page.locator('.menu a[href="#cancelTransaction"]').click();
    expect(page.url()).toBe(`${service.url}/docs#cancelTransaction`);
    const heading = await page.locator('#cancelTransaction h3').boundingBox();
    expect(heading?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeLessThan(400);
    await page.locator('.up').click();
    expect(page.url()).toBe(`${service.url}/docs#contents`);
    await page.close();
  });
});

describe('the front page', () => {
  test('readFrontPage 200: says what runs here and leads on, without script or anything from elsewhere (D27)', async () => {
    const { status, headers, text } = await get('/');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const word of ['test', programVersion(), service.config.publicUrl]) expect(text).toContain(word);
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, at = '']) => at);
    expect(links).toContain('/docs');
    const docs = `${service.config.portalUrl}/docs/`;
    expect(links).toContain(`${docs}guides/first-transaction.html`);
    for (const link of links) {
      const isSite = link.startsWith(docs);
      const answer = isSite ? openBrowser(service).fetch('GET', new URL(link).pathname) : get(link);
      expect([link, (await answer).status]).toEqual([link, 200]);
    }
    expect(text).not.toMatch(/<(script|img|iframe|object|form|link)\b| on[a-z]+=| style=/i);
  });

  test('readFrontPage: in production nobody is told which release runs, or where the portal is (D27)', () => {
    const facts = {
      publicUrl: 'https://pay.example',
      environment: 'production',
      version: undefined,
      docsUrl: undefined,
    } as const;
    const page = renderFrontPage(facts, '');
    expect(page).toContain('production');
    expect(page).not.toContain('Version');
    expect(page).toContain('docs/guides/going-to-production.md');
  });

  test.each([320, 1440])(
    'readFrontPage 200: at %i pixels nothing is cut off, and the console is empty (D27, S3)',
    async (width) => {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(service.url);
      expect(await page.locator('h1').innerText()).toBe('The service is running.');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

describe('markup', () => {
  const hostile = `</style><script>alert(1)</script>" onclick='x' &amp; \`<b>\` **<i>** *<u>*`;

  test('no text of the document becomes markup, wherever it stands', () => {
    const swap = (value: unknown): unknown => {
      if (typeof value === 'string') return `${value}${hostile}`;
      if (Array.isArray(value)) return value.map(swap);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, key === '$ref' ? one : swap(one)]),
      );
    };
    const document = buildOpenApi(routeTable({} as never), 'https://titular.example');
    const page = renderPage(swap(plain(document)) as OpenApiDocument, 'p { color: red }');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/<script|<b>|<i>|<u>|"[^"<>]*" onclick/);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
  });

  test('the only value that a field may have is shown, also when it is no text', () => {
    for (const value of [true, 7, 'word'])
      expect(renderMember('field', { type: typeof value, const: value }, true).markup).toContain(
        `<code>${value}</code>`,
      );
  });

  test('texts are escaped, markup of ours is not', () => {
    expect(html`<p title="${'"'}">${'<&>'}${html`<b>${1}</b>`}</p>`.markup).toBe(
      '<p title="&quot;">&lt;&amp;&gt;<b>1</b></p>',
    );
    expect(renderProse('One `a<b` **two**\n- three\n\nFour').markup).toBe(
      '<p>One <code>a&lt;b</code> <strong>two</strong></p><ul><li>three</li></ul><p>Four</p>',
    );
  });

  test('a style sheet that would end its element is a fault', () => {
    expect(() => styleElement('a { content: "</style>" }')).toThrow('end its element');
  });
});
