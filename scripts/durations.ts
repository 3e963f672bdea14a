import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The directory of the whole project. */
export const ROOT: string = resolve(import.meta.dirname, '..');

/** Seconds that each file of tests took when it was last timed, by its path. */
export type Durations = Readonly<Record<string, number>>;

/** Written by `npm test -- --all --keep-durations`, and read to begin the longest files first. */
export const DURATIONS_FILE: string = join(import.meta.dirname, 'durations.json');

/** Set where a run is to write what its files took. */
export const KEEP_DURATIONS = 'KEEP_DURATIONS';

/** Reads what each file took. */
export const readDurations = (): Durations => JSON.parse(readFileSync(DURATIONS_FILE, 'utf8')) as Durations;

/** Seconds beyond which a file of tests runs only with `npm test -- --all`, which is what lands must pass. */
export const LONG_SECONDS = 15;

/** Set where a run leaves the long files out. */
export const WITHOUT_LONG_FILES = 'WITHOUT_LONG_FILES';

/** Paths of the files that took longer when they were last timed; a new file is none of them. */
export const listLongFiles = (durations: Durations = readDurations()): string[] =>
  Object.entries(durations)
    .filter(([, seconds]) => seconds > LONG_SECONDS)
    .map(([path]) => path)
    .sort();

/** Paths of the files that this run leaves out; one that is gone since it was timed is none of them. */
export const listLeftOut = (): string[] =>
  process.env[WITHOUT_LONG_FILES] ? listLongFiles().filter((path) => existsSync(join(ROOT, path))) : [];
