import {
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MARK } from '../scripts/weight/development.ts';
import { remains } from './installed-parts.ts';
import { tracked } from './sources.ts';

/** Pictures that only tests of the page read. */
const WITHOUT = /^journeys\/(?:golden|test)\//;

function provide(from: string, to: string, put: (from: string, to: string) => void): void {
  mkdirSync(dirname(to), { recursive: true });
  put(from, to);
}

/** A further name of the same file; a copy where the other directory is on another disk. */
function share(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to);
  }
}

const copyLink = (from: string, to: string): void => symlinkSync(readlinkSync(from), to);

/** Makes a checkout in a directory with what a plain `npm ci` leaves: what runs, without what nothing loads. */
export function makeRunOnlyCheckout(place: string): void {
  for (const file of tracked.filter((path) => !WITHOUT.test(path)))
    provide(file, join(place, file), copyFileSync);
  for (const name of ['capture-page', 'docs-site', 'portal', 'web-sdk', 'client', 'cli'])
    cpSync(`packages/${name}/dist`, join(place, `packages/${name}/dist`), { recursive: true });
  for (const { path, files } of remains)
    for (const file of files) provide(join(path, file), join(place, path, file), share);
  for (const directory of ['node_modules/.bin', 'node_modules/@titular'])
    for (const name of readdirSync(directory))
      provide(join(directory, name), join(place, directory, name), copyLink);
  writeFileSync(join(place, MARK), '');
  // Lets the account that runs PostgreSQL for root pass through.
  chmodSync(place, 0o755);
}
