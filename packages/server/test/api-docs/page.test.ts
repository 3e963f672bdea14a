import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { html, renderProse, styleElement } from '@titular/server/api-docs/html.ts';
import { buildOpenApi } from '@titular/server/api-docs/openapi.ts';
import { referencePages } from '@titular/server/api-docs/reference-pages.ts';
import { renderFrontPage } from '@titular/server/api-docs/render-front-page.ts';
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

/** Who looks at one operation loads its chapter, not all of the contract. */
const MAX_PAGE_BYTES = 160_000;

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

/** The reference, page by page, from the first on. */
async function fetchPages() {
  const first = await get('/docs');
  const paths = [...first.text.matchAll(/href="(\/docs\/[a-z-]+)[#"]/g)].map(([, path = '']) => path);
  const chapters = [...new Set(paths)];
  expect(chapters.length).toBeGreaterThan(10);
  const read = chapters.map(async (path) => [path, await get(path)] as const);
  return new Map([['/docs', first] as const, ...(await Promise.all(read))]);
}

let fetched: ReturnType<typeof fetchPages> | undefined;
/** They are asked for once: a network has a budget of reads. */
const readPages = () => {
  fetched ??= fetchPages();
  return fetched;
};

const commandsIn = (text: string): string[] =>
  [...text.matchAll(/<pre class="command"[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, escaped = '']) =>
    escaped
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&'),
  );

describe('the reference page (R39)', () => {
  test('readReferenceChapter 200: no page has a script or asks for anything elsewhere, and one style is let in by its hash', async () => {
    for (const [path, { status, headers, text }] of await readPages()) {
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      expect(style).not.toMatch(/url\(|@import/);
      expect(text).not.toMatch(/<(script|img|iframe|object|form|link)\b| on[a-z]+=| style=/i);
      expect([...text.matchAll(/href="([^"]*)"/g)].filter(([, at = '']) => !/^[#/]/.test(at))).toEqual([]);
    }
  });

  test('readReferenceChapter 404: a chapter that there is not', async () => {
    for (const path of ['/docs/nothing', '/docs/__proto__']) expect((await get(path)).status).toBe(404);
  });

  test('readReferenceChapter 200: every operation, schema and code has one place, and every link leads to one', async () => {
    const pages = await readPages();
    const document = JSON.parse((await get('/openapi.json')).text) as OpenApiDocument;
    const ids = new Map(
      [...pages].map(([path, { text }]) => [
        path,
        [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id),
      ]),
    );
    for (const [path, own] of ids) expect([path, new Set(own).size]).toEqual([path, own.length]);
    const wanted = [
      ...operationsOf(document).map(({ operation }) => operation.operationId),
      ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
    ];
    const inChapters = [...ids].filter(([path]) => path !== '/docs').flatMap(([, own]) => own);
    expect(wanted.filter((id) => inChapters.filter((one) => one === id).length !== 1)).toEqual([]);
    // Links of clients and of releases before lead to the first page.
    const first = ids.get('/docs') ?? [];
    const codes = Object.keys(document.components.examples).map((code) => `code-${code}`);
    expect([...wanted, ...codes].filter((id) => !first.includes(id))).toEqual([]);
    const broken = [...pages].flatMap(([path, { text }]) =>
      [...text.matchAll(/href="([^"]+)"/g)]
        .map(([, link = '']) => link)
        .filter((link) => {
          const [page = '', anchor] = link.split('#');
          if (/^\/(?:openapi\.json|llms\.txt|docs\/try)$/.test(page)) return false;
          const there = ids.get(page || path);
          return !there || (anchor !== undefined && !there.includes(anchor));
        })
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
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
      await page.goto(`${service.url}/docs/transactions`);
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
      expect(asked).toEqual([`${service.url}/docs/transactions`]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test('readReference 200: every example is a curl command that a shell takes, and one click selects it whole (D27)', async () => {
    const page = await browser.newPage({ javaScriptEnabled: true });
    const commands = [...(await readPages()).values()].flatMap(({ text }) => commandsIn(text));
    await page.goto(`${service.url}/docs/transactions`);
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
    const { text } = await get('/docs/transactions');
    const [, section = ''] = /id="listTransactions">([\s\S]*?)<\/section>/.exec(text) ?? [];
    const [command = ''] = commandsIn(section);
    const { stdout } = await run('bash', ['--norc', '-euc', `${command} -s`], {
      env: { PATH: '/usr/bin:/bin', TOKEN: merchant.token },
    });
    expect(JSON.parse(stdout)).toMatchObject({ transactions: [] });
  });

  test('readReferenceChapter 200: leads to codes and guides, and no page weighs more than 160 kB before compression (D27)', async () => {
    const pages = await readPages();
    for (const way of ['href="#error-codes"', 'docs/guides/first-transaction.md'])
      expect(pages.get('/docs')?.text).toContain(way);
    const weights = [...pages].map(([path, { text }]) => [Buffer.byteLength(text), path] as const);
    const [heaviest] = weights.toSorted(([one], [other]) => other - one);
    console.log(`heaviest page of the reference: ${heaviest?.[1]}, ${heaviest?.[0]} bytes`);
    expect(heaviest?.[0]).toBeLessThan(MAX_PAGE_BYTES);
  });

  test('readReference 200: its contents open without script on a phone and lead to the operation', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    await page.goto(`${service.url}/docs`);
    await page.locator('.menu > summary').click();
    await page.locator('.menu a[href="/docs/transactions#cancelTransaction"]').click();
    expect(page.url()).toBe(`${service.url}/docs/transactions#cancelTransaction`);
    const heading = await page.locator('#cancelTransaction h3').boundingBox();
    expect(heading?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeLessThan(400);
    await page.locator('.up').click();
    expect(page.url()).toBe(`${service.url}/docs/transactions#contents`);
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
    const swapped = swap(plain(document)) as OpenApiDocument;
    const { first, chapters } = referencePages({ ...swapped, tags: document.tags }, 'p { color: red }');
    const pages = [first(), ...[...chapters.values()].map((render) => render())];
    const page = pages.join('\n');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/<script|<b>|<i>|<u>|"[^"<>]*" onclick/);
    expect(page.match(/<\/style>/g)).toHaveLength(pages.length);
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
