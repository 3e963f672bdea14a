import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type BuiltFile,
  buildFiles,
  chunkOf,
  chunksOf,
  contentOf,
  fetchedFor,
  ROUTES,
  type RouteWeight,
  SIGN_IN,
  SIGNED_IN,
  VERIFY,
  weighRoutes,
} from '../route-weight.ts';

let files: BuiltFile[];
let chunks: ReturnType<typeof chunksOf>;
beforeAll(async () => {
  files = await buildFiles();
  chunks = chunksOf(files);
});

describe('what a browser fetches', () => {
  test('for the sign-in is at most 95 kB of script, and for each page at most 25 kB of style (P51)', () => {
    const [signIn, every, ...routes] = weighRoutes(files) as [RouteWeight, RouteWeight, ...RouteWeight[]];
    expect(signIn.js / 1_000).toBeLessThan(95);
    for (const { css } of routes) expect((every.css + css) / 1_000).toBeLessThan(25);
  });

  test('for verifying a receipt without a session is at most that of the sign-in (P51)', () => {
    const { js, css, names } = fetchedFor(files, ...VERIFY);
    expect(js / 1_000).toBeLessThan(95);
    expect(css / 1_000).toBeLessThan(25);
    expect(names).not.toContain(chunkOf(files, 'src/routes/router.ts').fileName);
  });

  test.each(['/', '/t/…/transactions'])(
    'for %s as the first page is at most 150 kB of script (P51)',
    (route) => {
      const weights = new Map(weighRoutes(files).map((one) => [one.route, one.js]));
      expect(((weights.get('every page') ?? 0) + (weights.get(route) ?? Number.NaN)) / 1_000).toBeLessThan(
        150,
      );
    },
  );

  test.each(ROUTES.map(([route]) => route))('besides for %s is at most 60 kB of script (P51)', (route) => {
    const found = weighRoutes(files).find((one) => one.route === route);
    expect((found?.js ?? Number.NaN) / 1_000).toBeLessThan(60);
  });

  test('holds the words of one language, and no dialogs, menus, router or cache before they are needed', () => {
    const early = fetchedFor(files, ...SIGN_IN).names;
    const signedIn = fetchedFor(files, ...SIGNED_IN).names;
    for (const language of ['en', 'es'])
      for (const stage of ['early', 'app'])
        expect(signedIn).not.toContain(chunkOf(files, `src/i18n/${language}/${stage}.ts`).fileName);
    expect(signedIn).not.toContain(chunkOf(files, 'src/ui/dialog.tsx').fileName);
    expect(signedIn).not.toContain(chunkOf(files, 'src/ui/popover-menu.tsx').fileName);
    expect(early).not.toContain(chunkOf(files, 'src/routes/router.ts').fileName);
    expect(early).not.toContain(chunkOf(files, 'src/service/queries.ts').fileName);
  });
});

describe('the build', () => {
  test('is the same bytes twice (P60)', async () => {
    const again = await buildFiles();
    const digest = (list: readonly BuiltFile[]) =>
      list.map((file) => [file.fileName, String(contentOf(file))] as const);
    expect(new Map(digest(again))).toEqual(new Map(digest(files)));
  });

  test('has nothing inline, and nothing from elsewhere (P39)', () => {
    const html = String(contentOf(files.find(({ fileName }) => fileName === 'index.html') as BuiltFile));
    expect(html).not.toMatch(
      /<style|<script(?![^>]* src="\/portal\/assets\/)|style="|javascript:|\son[a-z]+=/,
    );
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses.filter((address) => !address?.startsWith('/portal/assets/'))).toEqual([]);
    expect(html).toContain('id="react-aria-pressable-style"');
  });

  test('brings no validator and no library of schemas to the browser', () => {
    expect(
      chunks
        .flatMap(({ moduleIds }) => moduleIds)
        .filter((id) => /node_modules\/(typebox|ajv|zod)\//.test(id)),
    ).toEqual([]);
    expect(
      chunks.filter(({ code }) => /\bnew Function\(|\beval\(/.test(code)).map(({ fileName }) => fileName),
    ).toEqual([]);
  });

  test('has of each call how it is sent, and neither its twin nor who may make it (P51)', () => {
    const { code } = chunkOf(files, 'src/service/send.ts');
    const all = chunks.map((chunk) => chunk.code).join('\n');
    expect(code.length).toBeGreaterThan(0);
    expect(all).toContain('/erasure-proposals');
    expect(all).not.toMatch(/\btwin\b|resendEventById|Only a browser signs in|stepUp:/);
  });

  test('keeps the rule that React Aria would add as a style element', () => {
    const source = readFileSync(new URL('../src/style/base.css', import.meta.url), 'utf8');
    expect(source).toMatch(/\[data-react-aria-pressable\] \{\s+touch-action: pan-x pan-y pinch-zoom;/);
  });
});
