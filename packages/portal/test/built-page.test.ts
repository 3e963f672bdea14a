import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../build-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
type File = Rolldown.OutputChunk | Rolldown.OutputAsset;

const buildFiles = async (): Promise<File[]> =>
  (await buildPage({ write: false })).flatMap(({ output }) => [...output]);

const contentOf = (file: File): string | Uint8Array => (file.type === 'chunk' ? file.code : file.source);
const zipped = (file: File): number => gzipSync(contentOf(file), { level: 9 }).length;

let files: File[];
let chunks: Rolldown.OutputChunk[];
beforeAll(async () => {
  files = await buildFiles();
  chunks = files.filter((file) => file.type === 'chunk');
});

const chunkOf = (source: string): Rolldown.OutputChunk => {
  const found = chunks.find(({ moduleIds }) => moduleIds.includes(root + source));
  if (!found) throw new Error(`no chunk has ${source}`);
  return found;
};

/** What a browser fetches for these sources: their chunks, all that those import, and their style sheets. */
function fetchedFor(...sources: string[]): { js: number; css: number; names: Set<string> } {
  const names = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (names.has(chunk.fileName)) return;
    names.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next) add(next);
    }
  };
  for (const source of sources) add(chunkOf(source));
  const html = files.find(({ fileName }) => fileName === 'index.html');
  for (const [, name = ''] of String(html && contentOf(html)).matchAll(
    /href="\/portal\/(assets\/[^"]+\.css)"/g,
  ))
    styles.add(name);
  const sum = (wanted: Set<string>): number =>
    files.filter(({ fileName }) => wanted.has(fileName)).reduce((total, file) => total + zipped(file), 0);
  return { js: sum(names), css: sum(styles), names };
}

const SIGN_IN = ['src/main.tsx', 'src/i18n/pt/early.ts'];
const SIGNED_IN = [...SIGN_IN, 'src/app.tsx', 'src/i18n/pt/app.ts'];

describe('what a browser fetches', () => {
  test('for the sign-in is at most 95 kB of script (P51)', () => {
    const { js, css } = fetchedFor(...SIGN_IN);
    expect(js / 1_000).toBeLessThan(95);
    expect(css / 1_000).toBeLessThan(25);
  });

  test('for the first page after it is at most 150 kB of script and 25 kB of style (P51)', () => {
    const { js, css } = fetchedFor(...SIGNED_IN, 'src/pages/home/tenant-home.tsx');
    expect(js / 1_000).toBeLessThan(150);
    expect(css / 1_000).toBeLessThan(25);
  });

  test('for the first list is at most 150 kB of script and 25 kB of style (P51)', () => {
    const { js, css } = fetchedFor(
      ...SIGNED_IN,
      'src/pages/transactions/transactions-page.tsx',
      'src/i18n/pt/cases/list-stage.ts',
    );
    expect(js / 1_000).toBeLessThan(150);
    expect(css / 1_000).toBeLessThan(25);
  });

  test.each([
    ...['src/pages/me/me-page.tsx', 'src/pages/team/team-page.tsx', 'src/pages/home/operator-page.tsx'],
    ...['src/pages/case/case-pages.tsx', 'src/pages/processes/processes-page.tsx', 'src/find/find-page.tsx'],
    'src/pages/transactions/new/new-transaction-page.tsx',
  ])('besides for %s is at most 60 kB (P51)', (page) => {
    const before = fetchedFor(...SIGNED_IN);
    expect((fetchedFor(...SIGNED_IN, page).js - before.js) / 1_000).toBeLessThan(60);
  });

  test('holds the words of one language, and no dialogs, menus, router or cache before they are needed', () => {
    const early = fetchedFor(...SIGN_IN).names;
    const signedIn = fetchedFor(...SIGNED_IN).names;
    for (const language of ['en', 'es'])
      for (const stage of ['early', 'app'])
        expect(signedIn).not.toContain(chunkOf(`src/i18n/${language}/${stage}.ts`).fileName);
    expect(signedIn).not.toContain(chunkOf('src/ui/dialog.tsx').fileName);
    expect(signedIn).not.toContain(chunkOf('src/ui/popover-menu.tsx').fileName);
    expect(early).not.toContain(chunkOf('src/routes/router.ts').fileName);
    expect(early).not.toContain(chunkOf('src/service/queries.ts').fileName);
  });
});

describe('the build', () => {
  test('is the same bytes twice (P60)', async () => {
    const again = await buildFiles();
    const digest = (list: File[]) => list.map((file) => [file.fileName, String(contentOf(file))] as const);
    expect(new Map(digest(again))).toEqual(new Map(digest(files)));
  });

  test('has nothing inline, and nothing from elsewhere (P39)', () => {
    const html = String(contentOf(files.find(({ fileName }) => fileName === 'index.html') as File));
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

  test('keeps the rule that React Aria would add as a style element', () => {
    const source = readFileSync(new URL('../src/style/base.css', import.meta.url), 'utf8');
    expect(source).toMatch(/\[data-react-aria-pressable\] \{\s+touch-action: pan-x pan-y pinch-zoom;/);
  });
});
