import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sdkDirectory } from '@titular/web-sdk/location';
import { beforeAll, expect, test } from 'vitest';
import { makeTarball } from '../../../scripts/pack/tarball.ts';
import contents from '../../../scripts/release/contents.json' with { type: 'json' };
import { contentProblems } from '../../../scripts/release/contents.ts';
import { hasTypesJudge, judgeTypes, lintPackage } from '../../../scripts/release/judge-package.ts';
import { packNpm } from '../../../scripts/release/pack-npm.ts';
import manifest from '../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../../..');
const HOW = hasTypesJudge(ROOT) ? '' : ' (npm ci --prefix runtimes)';

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'build-types', '--workspace', '@titular/web-sdk']);
});

const pack = () => packNpm(ROOT, 'packages/web-sdk', new AbortController().signal);
const packed = async (): Promise<Buffer> =>
  makeTarball((await pack()).map((file) => ({ ...file, path: `package/${file.path}` })));

test('the package holds the files that the list of the release names, and nothing else', async () => {
  const paths = (await pack()).map(({ path }) => path);
  expect(contentProblems(manifest.name, paths, manifest.version, contents)).toEqual([]);
});

test('the package is found sound by publint, and names no file of the repository', async () => {
  expect(await lintPackage(await packed())).toEqual([]);
  const published = (await pack()).find(({ path }) => path === 'package.json');
  expect(JSON.parse(`${published?.bytes}`).exports).not.toHaveProperty('./location');
});

test.runIf(hasTypesJudge(ROOT))(`every resolution of modules finds its types right${HOW}`, async () => {
  expect(await judgeTypes(ROOT, await packed())).toEqual([]);
});

test('the published declarations name nothing outside the package', async () => {
  const directory = join(sdkDirectory, 'types');
  const files = await readdir(directory);
  expect(files).toEqual(expect.arrayContaining(['index.d.ts', 'preflight.d.ts']));
  for (const file of files) {
    const text = await readFile(join(directory, file), 'utf8');
    const named = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target]) => target ?? '');
    expect(named.filter((target) => !files.includes(target.replace(/^\.\/(.+)\.js$/, '$1.d.ts')))).toEqual(
      [],
    );
  }
});
