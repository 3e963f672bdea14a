import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { snippetsOf } from '@titular/test-kit/pages/snippets.ts';
import { describe, expect, test } from 'vitest';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n');
const read = (file: string): string => readFileSync(file, 'utf8');
const pages = tracked.filter(
  (file) => file === 'README.md' || /^(docs|examples|packages\/client)\/.*\.md$/.test(file),
);
const guides = pages.filter((file) => /^docs\/(guides|operations)\//.test(file));

const withoutCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');

/** The name that a heading is linked by: its words in small letters, joined by hyphens. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function anchorsOf(file: string): Set<string> {
  const text = read(file);
  const headings = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)];
  const named = [...text.matchAll(/<a id="([^"]+)"/g)];
  return new Set([...headings.map(([, heading = '']) => slugOf(heading)), ...named.map(([, id = '']) => id)]);
}

/** Whether a link within the repository leads to a file, and to a place in it if it names one. */
function isGood(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(file)) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor);
}

test('every piece of code in the guides has a language and a name, by which it is run', () => {
  const own = pages.filter((file) => file.startsWith('docs/guides/'));
  expect(own.flatMap((file) => snippetsOf(file, read(file))).length).toBeGreaterThan(0);
});

test('links from page to page lead to a file and to a place that are there', () => {
  const wrong = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !isGood(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(guides.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

test('each runbook is in their list, says what is seen, what to do and when it is over, and is followed by a test (S64)', () => {
  const runbooks = pages.filter((file) => /^docs\/operations\/runbooks\/[a-z]/.test(file));
  const tests = tracked.filter((file) => file.endsWith('.test.ts') && existsSync(file)).map(read);
  const parts = ['## What is seen', '## What to do', '## How to know that it is over'];
  const list = read('docs/operations/runbooks/README.md');
  expect(runbooks.length).toBe(6);
  for (const file of runbooks) {
    const name = file.replace('docs/operations/runbooks/', '');
    expect(list).toContain(`(${name})`);
    expect(read(file).match(/^## .*$/gm)).toEqual(parts);
    const followed = [`'operations/runbooks/${name}'`, `open('${name.replace('.md', '')}'`];
    expect([name, tests.some((text) => followed.some((call) => text.includes(call)))]).toEqual([name, true]);
  }
});

test('the example shop is as long as the two pages say, and its three parts fit into some 200 lines', () => {
  const linesOf = (files: string[]): number =>
    files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
  const parts = ['public/checkout.html', 'public/checkout.js', 'src/shop.ts'];
  const shop = linesOf(parts.map((file) => `examples/shop/${file}`));
  const all = linesOf(tracked.filter((file) => /^examples\/shop\/(public|src)\//.test(file)));
  expect(shop).toBeLessThanOrEqual(210);
  for (const page of ['README.md', 'examples/shop/README.md']) {
    const [, told, toldOfAll] =
      /in (\d+) lines[^|]*?\b(\d{3})\b/s.exec(read(page).replace(/\s+/g, ' ')) ?? [];
    expect([page, Number(told), Number(toldOfAll)]).toEqual([page, shop, all]);
  }
});

test('a command of the front page or a guide works with any data directory (D18)', () => {
  const commands = ['README.md', ...guides].flatMap((page) =>
    [...read(page).matchAll(/^```[\s\S]*?^```$|^ {4}.*$/gm)].flatMap(([block]) =>
      block.split('\n').map((line) => `${page}: ${line}`),
    ),
  );
  expect(commands.length).toBeGreaterThan(100);
  const fixed = /(?<!:-)\.titular\/|(?<!:-)127\.0\.0\.1:8787/;
  expect(commands.filter((line) => fixed.test(line))).toEqual([]);
});

test('a command runs where it is pasted: the program is on nobody’s path', () => {
  const hand = pages.filter((file) => !/^docs\/(?:decisions\/|command-line)/.test(file));
  const commands = hand.flatMap((page) =>
    [...read(page).matchAll(/^(?:```sh[^\n]*\n([\s\S]*?)^```|((?: {4}\S[^\n]*\n)+))/gm)].flatMap(
      ([, block, indented = '']) =>
        (block ?? indented).split('\n').map((line) => ({ page, line: line.trim() })),
    ),
  );
  expect(commands.filter(({ line }) => line.startsWith('npx titular ')).length).toBeGreaterThan(50);
  expect(commands.filter(({ line }) => /^(?:[A-Z_]+=[^\s(]+ )*titular [a-z]/.test(line))).toEqual([]);
});

test('a command that a message of the program or the service names runs where it is pasted, too', () => {
  const groups = [...read('docs/command-line.md').matchAll(/^### ([a-z-]+)/gm)].map(([, group]) => group);
  const command = new RegExp(
    `(?<!npx |\\w|\`)titular (?:${[...new Set(groups)].join('|')})\\b[^\\n]*|\\\\ntitular `,
    'g',
  );
  const files = tracked.filter(
    (file) => /^packages\/(?:cli|server)\/src\/.*\.ts$/.test(file) && existsSync(file),
  );
  // Help puts npx before its examples; a file of imports names its kind.
  const beside = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|examples: \[[\s\S]*?\],\n|const KIND = .*/gm;
  const bare = files.flatMap((file) =>
    [...read(file).replaceAll(beside, '').matchAll(command)].map(([text]) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(bare).toEqual([]);
});

test('what a page or a help text has written down as a secret lies below the data directory, or is ignored by git (D19)', () => {
  const written = pages.flatMap((page) =>
    [
      ...read(page).matchAll(
        /(?:--out|--secret-file|--webhook-secret-file) "?([^\s"`']+)|\s> ([\w./-]+\.(?:key|pem|secret|json|whsec))\b/g,
      ),
    ].map(([, option, redirected]) => ({ page, file: option ?? redirected ?? '' })),
  );
  const secrets = written.filter(
    ({ file }) => !/^<|^[A-Z]+$|\.(md|svg|html|mjpeg|jpg|jpeg|png|pdf|zip)$/.test(file),
  );
  expect(secrets.length).toBeGreaterThan(8);
  const below = /^(\.titular|secrets|\/etc\/titular|\$TITULAR_DATA_DIR|\$\{TITULAR_DATA_DIR:-\.titular\})\//;
  expect(secrets.filter(({ file }) => !below.test(file))).toEqual([]);
  const names = [
    'a.key',
    'a.key.pem',
    'new.secret',
    'listen.whsec',
    'shop-backend.json',
    'rotation-trial.json',
  ];
  const ignored = execFileSync('git', ['check-ignore', ...names, '.titular/x', 'ops/secrets/x'], {
    encoding: 'utf8',
  });
  expect(ignored.trim().split('\n')).toEqual([...names, '.titular/x', 'ops/secrets/x']);
});

describe('the guides name nothing that there is not', () => {
  const text = guides.map(read).join('\n');

  test('settings of the deployment', () => {
    const configuration = read('docs/configuration.md');
    const named = [...text.matchAll(/\bTITULAR_[A-Z_]+\b|\bDATABASE_URL\b/g)].map(([name]) => name);
    expect(new Set(named).size).toBeGreaterThan(5);
    // Not one of the deployment: the programs of merchants read it.
    const own = named.filter((name) => name !== 'TITULAR_URL');
    const isNamed = (name: string): boolean =>
      configuration.includes(name.endsWith('_FILE') ? `\`${name}\`` : `| \`${name}\` |`);
    expect(own.filter((name) => !isNamed(name))).toEqual([]);
  });

  test('commands and their options', () => {
    const page = read('docs/command-line.md');
    const named = [...text.matchAll(/npx titular ([a-z][a-z-]*(?: [a-z][a-z-]*)?)([^`\n]*)/g)];
    const wrong = named.flatMap(([whole, words = '', rest = '']) => {
      if (words === 'serve') return [];
      const command = /^(listen|env)\b/.exec(words)?.[0] ?? words;
      const [, help] = new RegExp(`^### ${command}\\n([\\s\\S]*?)(?:^##|(?![\\s\\S]))`, 'm').exec(page) ?? [];
      if (help === undefined) return [whole];
      return [...rest.matchAll(/--[a-z-]+/g)]
        .filter(([option]) => !help.includes(`  ${option} `))
        .map(() => whole);
    });
    expect(named.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  test('scripts of this repository', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const readme = read('README.md') + read('examples/shop/README.md');
    const words = /npm (?:run ([a-z-]+)|(start|test))(?![a-z-]| --workspace)/g;
    const named = [...(text + readme).matchAll(words)].map(([, script = '', own = '']) => script || own);
    expect(named).toContain('example');
    expect(named.filter((name) => !scripts[name])).toEqual([]);
  });

  test('settings of tenants, companies and accounts', () => {
    const page = read('docs/command-line.md');
    const named = [...text.matchAll(/(?<=[ `])([a-z]+(?:-[a-z]+)+)=/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });

  test('addresses of the API', () => {
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: object };
    const withoutNames = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');
    const known = new Set(Object.keys(paths).map(withoutNames));
    const all = pages.filter((file) => !file.startsWith('docs/decisions/')).map(read);
    const named = [
      ...all
        .join('\n')
        .matchAll(/`(?:[A-Z]+ )?(\/(?:api\/public|client|oauth2|\.well-known)\/[^`\s?…]+)[^`]*`/g),
    ].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(20);
    // That of an operator's own identity provider, which the service reads.
    const own = named.filter((path) => path !== '/.well-known/openid-configuration');
    expect(own.filter((path) => !known.has(withoutNames(path)))).toEqual([]);
  });

  test('codes and sub-codes of errors', () => {
    const page = read('docs/errors.md');
    const codes = [...text.matchAll(/`(4\d{4}|5\d{4})`/g)].map(([, code]) => code);
    const table = /## Errors\n([\s\S]*?)\n\[errors/.exec(read('docs/guides/tokens.md'))?.[1] ?? '';
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const subCodes = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z_]+)`/g)]);
    expect(subCodes.length).toBeGreaterThan(8);
    for (const code of [...codes, ...subCodes.map(([, code]) => code)])
      expect(page).toContain(`| \`${code}\` |`);
  });
});
