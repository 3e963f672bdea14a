import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildStale } from '../scripts/build/build-stale.ts';
import { listPackageFiles } from '../scripts/pack/package-files.ts';
import { readManifest } from '../scripts/pack/reach-sources.ts';
import contents from '../scripts/release/contents.json' with { type: 'json' };
import { contentProblems } from '../scripts/release/contents.ts';
import { packNpm } from '../scripts/release/pack-npm.ts';
import { PUBLISHED } from '../scripts/release/packages.ts';

const ROOT = resolve('.');
const { version } = readManifest(ROOT);

/** Packages of which a test of their own looks at what they hold, because it builds or reads more of them. */
const ELSEWHERE = ['@titular/web-sdk', 'titular for Python'];

const listPaths: Readonly<Record<string, () => Promise<string[]>>> = {
  titular: async () => {
    await buildStale(['capture-page', 'docs-site', 'portal', 'web-sdk', 'cli']);
    return listPackageFiles(ROOT).map(({ path }) => path);
  },
  '@titular/client': () => listNpm('client'),
  'create-titular': () => listNpm('create-titular'),
};

async function listNpm(name: string): Promise<string[]> {
  await buildStale([name]);
  const files = await packNpm(ROOT, `packages/${name}`, new AbortController().signal);
  return files.map(({ path }) => path);
}

describe('what is published holds the files that somebody has looked at, and nothing else', () => {
  test.each(Object.entries(listPaths))('%s', async (key, list) => {
    expect(contentProblems(key, await list(), version, contents)).toEqual([]);
  });

  test('and each of it is looked at', () => {
    const keys = PUBLISHED.map(({ key }) => key);
    expect([...Object.keys(listPaths), ...ELSEWHERE].toSorted()).toEqual(keys.toSorted());
    const listed = Object.keys(contents).map((key) => key.replace(/, (wheel|sources)$/, ''));
    expect([...new Set(listed)].toSorted()).toEqual(keys.toSorted());
  });
});
