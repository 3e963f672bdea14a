import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { docsDirectory } from '@titular/docs-site';
import { readDocsFiles } from '@titular/server/portal/pages/docs-files.ts';
import { docsRoutes } from '@titular/server/portal/pages/docs-routes.ts';
import { openBrowser } from '@titular/test-kit/portal/people.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  openBrowser(service).fetch('GET', path, { headers });

describe('the documentation site on the origin of the portal (W11)', () => {
  test('answers its first page, and one below, with a policy that allows nothing inline and no other host', async () => {
    for (const path of ['/docs/', '/docs/guides/tokens.html', '/docs/operations/runbooks/']) {
      const { status, headers, text } = await get(path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(text).toContain('<title>');
      const given = String(headers['content-security-policy']);
      // The page cannot know where it lies: there the same is said of its whole origin.
      const policy = given.replace(`connect-src ${service.config.portalUrl}/docs/;`, "connect-src 'self';");
      expect(policy).not.toBe(given);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
      const [, own = ''] = /http-equiv="content-security-policy" content="([^"]*)"/.exec(text) ?? [];
      // A policy in the page cannot say who may frame it; all else is the same in both.
      expect(policy.replace(" frame-ancestors 'none';", '')).toBe(own.replaceAll('&#39;', "'"));
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('leads from the address without a slash to the first page', async () => {
    const { status, headers } = await get('/docs');
    expect([status, headers['location']]).toEqual([308, '/docs/']);
  });

  test('lets browsers keep assets for good, and asks for pages again, in short while they are the same', async () => {
    const page = await get('/docs/errors.html');
    const [, asset = ''] = /src="(assets\/main-[^"]+)"/.exec(page.text) ?? [];
    const script = await get(`/docs/${asset}`);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-cache');
    const etag = String(page.headers['etag']);
    const again = await get('/docs/errors.html', { 'if-none-match': `W/"other", ${etag}` });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    const other = await get('/docs/errors.html', { 'if-none-match': 'W/"other"' });
    expect([other.status, other.text]).toEqual([200, page.text]);
  });

  test('sends what was compressed when it was built', async () => {
    const plain = await get('/docs/index.html');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const url = new URL('/docs/index.html', service.url);
    const { host } = new URL(service.config.portalUrl ?? '');
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    request(url, { headers: { host, 'accept-encoding': 'br' }, setHost: false }, async (incoming) => {
      expect(incoming.headers['content-encoding']).toBe('br');
      resolve(Buffer.concat(await incoming.toArray()));
    }).end();
    expect(brotliDecompressSync(await promise).toString()).toBe(plain.text);
  });

  test('sends every file that was built, pictures as they are', async () => {
    const built = await readDocsFiles();
    expect(built.size).toBeGreaterThan(100);
    for (const [name, read] of built) {
      const { file } = await read();
      expect([name, file.br.body.length > 0]).toEqual([name, true]);
    }
    const picture = await get('/docs/pictures/first-transaction.webp', { 'accept-encoding': 'br, gzip' });
    const { status, headers } = picture;
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([
      200,
      'image/webp',
      undefined,
    ]);
  });

  test('has no address that leads out of its files, or to what the build left for itself', async () => {
    const paths = [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/package.json',
      '.built-from',
      'index.html.br',
    ];
    for (const path of [...paths, 'nothing.html', '__proto__', 'guides', 'x%00.html'])
      expect([path, (await get(`/docs/${path}`)).status]).toEqual([path, 404]);
  });

  test('is not on the origin of the hosted page, which has the camera', async () => {
    for (const path of ['/docs/', '/docs/index.html'])
      expect((await fetch(service.url + path)).status).toBe(404);
  });
});

test('a service whose site was not built starts, and has no page of it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'titular-docs-'));
  try {
    expect((await readDocsFiles(join(directory, 'dist'))).size).toBe(0);
    expect((await readDocsFiles(docsDirectory)).size).toBeGreaterThan(100);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('a page that could not be read once is read when it is next asked for', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'titular-docs-'));
  try {
    for (const name of ['index.html', 'index.html.br']) await writeFile(join(directory, name), 'page');
    const read = (await readDocsFiles(directory)).get('index.html');
    await expect(read?.()).rejects.toThrow('ENOENT');
    await writeFile(join(directory, 'index.html.gz'), gzipSync('page'));
    expect((await (await read?.())?.file.identity())?.body.toString()).toBe('page');
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('who fetches pages without an end is told to wait', async () => {
  const route = docsRoutes(new Map(), { portalUrl: 'https://portal.example', tryUrl: undefined }).find(
    ({ operationId }) => operationId === 'readDocs',
  );
  const head = { params: {}, query: {}, headers: {}, requestId: 'r', sourceAddress: '192.0.2.1' };
  const answers: string[] = [];
  for (let count = 0; count < 130; count++)
    await route?.admit?.(head).catch((error: { code: string }) => answers.push(error.code));
  expect(new Set(answers)).toEqual(new Set(['42903']));
  expect(answers.length).toBeLessThan(20);
});
