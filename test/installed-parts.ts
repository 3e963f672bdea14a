import { readFileSync } from 'node:fs';
import { type InstalledFiles, listInstalledFiles } from '../scripts/weight/installed-files.ts';
import { isUnused } from '../scripts/weight/unused-files.ts';

/** What the lockfile says of a package; `dev` marks those that a plain `npm ci` leaves out. */
type Locked = { dev?: boolean; link?: boolean; hasInstallScript?: boolean };

/** Packages of the lockfile by their paths. */
export const locked: Readonly<Record<string, Locked>> = (
  JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
).packages;

/** Every package that is installed here. */
export const installed: readonly InstalledFiles[] = listInstalledFiles('.').filter(
  ({ path }) => locked[path],
);

/** Those that a plain `npm ci` installs. */
export const runs: readonly InstalledFiles[] = installed.filter(({ path }) => !locked[path]?.dev);

/** The same with the files that its end leaves. */
export const remains: readonly InstalledFiles[] = runs.map(({ name, path, files }) => ({
  name,
  path,
  files: files.filter((file) => !isUnused(name, file)),
}));
