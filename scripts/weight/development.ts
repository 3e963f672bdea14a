import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs what runs, with all of its files, and ends with the builds. */
export const RUN_COMMAND = 'npm ci';

/** Installs also what tests, checks and benchmarks need, which `.npmrc` leaves out of a plain `npm ci`. */
export const DEVELOPMENT_COMMAND = 'npm ci --include=dev';

/** Says in `node_modules` that files which nothing loads were removed; `npm ci` removes it with all else. */
export const MARK = 'node_modules/.unused-files-removed';

/** Whether builds find all of their files. */
export const isWhole = (root: string): boolean => !existsSync(join(root, MARK));

/** Whether all that the root's `devDependencies` name is installed, and no file was removed. */
export function isDevelopment(root: string): boolean {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const names = Object.keys(devDependencies);
  return isWhole(root) && names.every((name) => existsSync(join(root, 'node_modules', name)));
}
