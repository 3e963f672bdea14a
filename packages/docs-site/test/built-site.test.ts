import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { errorCatalogue, oauthErrorCatalogue, publishedOperations } from '@titular/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { languageOf, originalOf } from '../src/browser/languages.ts';
import { addressOf } from '../src/build/addresses.ts';
import { PAGE_POLICY } from '../src/build/frame.ts';
import { escapeHtml } from '../src/build/html.ts';
import { CHAPTERS, listOf } from '../src/build/navigation.ts';
import { orderSources } from '../src/build/read-pages.ts';
import { documentsOf, findBroken, idsIn, linksIn, readBuiltSite, type SiteFiles } from './site-files.ts';

const MAX_SCRIPT_BYTES = 100_000;

let files: SiteFiles;
beforeAll(async () => {
  files = await readBuiltSite();
}, 60_000);

const read = (address: string): string => files.get(address) ?? '';

describe('the built documentation site (W11)', () => {
  test('has a page for every Markdown file below docs, which names the file as its source', () => {
    const sources = execFileSync('git', ['ls-files', '--', 'docs/*.md'], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(sources.length).toBeGreaterThan(100);
    for (const source of sources) expect(read(addressOf(source)), source).toContain(`<code>${source}</code>`);
    console.log(`pages: ${documentsOf(files).length}, of them from docs: ${sources.length}`);
  });

  test('has no link and no anchor that leads nowhere', () => {
    const { count, broken } = findBroken(files);
    console.log(`internal links: ${count}, broken: ${broken.length}`);
    expect(count).toBeGreaterThan(10_000);
    expect(broken).toEqual([]);
  });

  test('is found broken where a page or a place is missing', () => {
    const [tokens, errors] = ['guides/tokens.html', 'errors.html'];
    const without = new Map(files);
    without.delete(tokens);
    without.set(errors, read(errors).replace(' id="40002"', ''));
    const { broken } = findBroken(without);
    expect(broken).toContain(`index.html: ${tokens}`);
    expect(broken.some((link) => link.endsWith('errors.html#40002'))).toBe(true);
  });

  test('gives no id twice on a page', () => {
    for (const [address, markup] of documentsOf(files)) {
      const ids = idsIn(markup);
      expect([address, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([address, []]);
    }
  });

  test('describes each page as the list of all pages does', () => {
    const markup = read('webhooks.html');
    const [, , holds = ''] =
      /^\| \[webhooks\.md\](\S*) \| (.+) \|$/m.exec(readFileSync('docs/contents.md', 'utf8')) ?? [];
    expect(holds).not.toBe('');
    expect(markup).toContain(`<meta name="description" content="${escapeHtml(holds)}">`);
  });

  test('has nothing inline and loads nothing from another host', () => {
    for (const [address, markup] of documentsOf(files)) {
      const scripts = [...markup.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
      expect([
        address,
        scripts.every(([, facts = '', inner]) => facts.includes(' src=') && inner === ''),
      ]).toEqual([address, true]);
      expect([
        address,
        /<style|\sstyle="|\son[a-z]+="|javascript:|<iframe|<img(?! class="picture" src="pictures\/)/.exec(
          markup,
        )?.[0],
      ]).toEqual([address, undefined]);
      const loaded = [...markup.matchAll(/<(?:script|link)\b[^>]*\s(?:src|href)="([^"]*)"/g)];
      expect(loaded.map(([, link = '']) => link).filter((link) => /^[a-z]*:|^\/\//.test(link))).toEqual([]);
      const policies = [...markup.matchAll(/<meta http-equiv="content-security-policy" content="([^"]*)">/g)];
      expect([address, policies.map(([, policy]) => policy)]).toEqual([address, [escapeHtml(PAGE_POLICY)]]);
    }
  });

  test('has at most 100 kB of script, compressed, in all', () => {
    const scripts = [...files].filter(([address]) => address.endsWith('.js'));
    const bytes = scripts.reduce((sum, [, text]) => sum + gzipSync(text, { level: 9 }).length, 0);
    console.log(`script: ${scripts.length} files, ${bytes} bytes by gzip`);
    expect(scripts.length).toBeGreaterThan(2);
    expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES);
  });

  test('shows a call in every language that has a tab, though no script opens one', () => {
    const tabs = documentsOf(files).flatMap(([, markup]) =>
      [...markup.matchAll(/<fieldset class="tabs">([\s\S]*?)<\/fieldset>/g)].map(([, inside = '']) => ({
        names: [...inside.matchAll(/<label [^>]*>([^<]*)</g)].map(([, name]) => name),
        panels: inside.split('<div class="panel">').length - 1,
      })),
    );
    expect(tabs.length).toBeGreaterThan(50);
    const names = ['curl', 'TypeScript', 'Python', 'PHP', 'Go', 'Java'];
    expect(tabs).toEqual(tabs.map(() => ({ names, panels: names.length })));
    const style = [...files].filter(([address]) => address.endsWith('.css')).map(([, text]) => text);
    const opened = style
      .join('')
      .matchAll(/input:nth-of-type\((\d)\):checked ?~ ?\.panel:nth-of-type\(\1\)/g);
    expect([...opened].map(([, place]) => place)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test('says which release it describes, on each page', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const [address, markup] of documentsOf(files))
      expect(markup, address).toContain(`<span class="version">${version}</span>`);
  });

  test('has a place for every code of an error, sub-code and operation, so that its name is its address', () => {
    const errors = new Set(idsIn(read('errors.html')));
    const codes = [
      ...Object.keys(errorCatalogue),
      ...Object.values(oauthErrorCatalogue).map((one) => one.subCode),
    ];
    expect(codes.filter((code) => !errors.has(code))).toEqual([]);
    const pages = documentsOf(files).filter(([address]) => address.startsWith('api/'));
    const operations = new Set(pages.flatMap(([, markup]) => idsIn(markup)));
    expect(Object.keys(publishedOperations).filter((name) => !operations.has(name))).toEqual([]);
  });

  test('leads from the first page to every page of every chapter, and to the lists for programs', () => {
    const links = new Set(linksIn(read('index.html')));
    const pages = CHAPTERS.flatMap((chapter) => chapter.pages);
    expect(pages.filter((source) => !links.has(addressOf(source)))).toEqual([]);
    expect(new Set(pages).size).toBe(pages.length);
    for (const address of ['llms.txt', 'openapi.json']) expect([...links]).toContain(address);
    expect(read('llms.txt')).toBe(readFileSync('llms.txt', 'utf8'));
  });
});

describe('the guides in Portuguese on the site', () => {
  const translated = (): [string, string][] =>
    documentsOf(files).filter(([address]) => languageOf(address) === 'pt-BR');

  test('are linked with the English page from above the text and in the head, both ways', () => {
    expect(translated().length).toBeGreaterThan(0);
    for (const [address, markup] of translated()) {
      const original = originalOf(address);
      const name = original.replace('guides/', '');
      expect(markup, address).toContain(`<a href="../${name}" lang="en" hreflang="en">English</a>`);
      expect(markup, address).toContain(`<link rel="alternate" hreflang="en" href="../${name}">`);
      expect(markup, address).toContain(`<link rel="alternate" hreflang="pt-BR" href="${name}">`);
      const english = read(original);
      expect(english).toContain(`<a href="pt/${name}" lang="pt-BR" hreflang="pt-BR">Português</a>`);
      expect(english).toContain(`<link rel="alternate" hreflang="pt-BR" href="pt/${name}">`);
    }
  });

  test('speak Portuguese in their frame, and mark what is in English, as other pages do the reverse', () => {
    const english =
      /Skip to|Search the|On this page|Previous<|Next<|Example in|aria-label="Table"|This page is/;
    for (const [address, markup] of documentsOf(files)) {
      const language = languageOf(address);
      expect([address, /<html lang="([^"]+)">/.exec(markup)?.[1]]).toEqual([address, language]);
      expect(markup).toContain(
        language === 'en' ? '<details lang="pt-BR"' : '<details lang="en"><summary>Start</summary>',
      );
      if (language === 'pt-BR') expect([address, english.exec(markup)?.[0]]).toEqual([address, undefined]);
    }
    expect(read('guides/pt/tokens.html')).toContain(
      '<a href="../../portal.html#service-accounts" hreflang="en">portal</a>',
    );
    expect(read('guides/pt/tokens.html')).toContain(
      '<a href="../../errors.html#the-token-endpoint" lang="en" hreflang="en">',
    );
  });

  test('lead from one to the next, and never to a page in English', () => {
    for (const [address, markup] of documentsOf(files)) {
      const around = [...markup.matchAll(/<a rel="(?:prev|next)" href="([^"]+)"/g)].map(([, link = '']) =>
        posix.join(posix.dirname(address), link),
      );
      expect([address, around.filter((link) => languageOf(link) !== languageOf(address))]).toEqual([
        address,
        [],
      ]);
    }
  });

  test('show nothing of the comment that says what they were translated from, and are not in llms.txt', () => {
    for (const [address, markup] of translated()) expect(markup, address).not.toContain('<!--');
    expect(read('llms.txt')).not.toContain('guides/pt/');
  });
});

test('the policy of the pages allows nothing unsafe, and no other host', () => {
  expect(PAGE_POLICY).toMatch(/^default-src 'none'; /);
  expect(PAGE_POLICY).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
});

describe('the order of the pages', () => {
  test('refuses a Markdown file that no chapter names', () => {
    expect(() => orderSources(['docs/errors.md', 'docs/new-page.md'])).toThrow('docs/new-page.md');
  });

  test('has decisions below their list, which is no file', () => {
    const ordered = orderSources(['docs/decisions/0002-b.md', 'docs/decisions/0001-a.md', 'docs/errors.md']);
    expect(ordered.slice(-2)).toEqual(['docs/decisions/0001-a.md', 'docs/decisions/0002-b.md']);
    expect(ordered).not.toContain(listOf('docs/decisions/'));
  });
});
