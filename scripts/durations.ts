import { join, resolve } from 'node:path';

/** The directory of the whole project. */
export const ROOT: string = resolve(import.meta.dirname, '..');

/** Seconds that each file of tests took when it was last timed, by its path. */
export type Durations = Readonly<Record<string, number>>;

/** Written by `npm test -- --keep-durations`, and read to begin the longest files first. */
export const DURATIONS_FILE: string = join(import.meta.dirname, 'durations.json');

/** Set where a run is to write what its files took. */
export const KEEP_DURATIONS = 'KEEP_DURATIONS';
