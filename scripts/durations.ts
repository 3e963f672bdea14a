import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The directory of the whole project. */
export const ROOT: string = resolve(import.meta.dirname, '..');

/** Seconds that each file of tests took when it was last timed, by its path. */
export type Durations = Readonly<Record<string, number>>;

/** Written by `npm test` with `--keep-durations`, and read to begin the longest files first. */
export const DURATIONS_FILE: string = join(import.meta.dirname, 'durations.json');

/** Set where a run is to write what its files took. */
export const KEEP_DURATIONS = 'KEEP_DURATIONS';

/** Reads what each file took. */
export const readDurations = (): Durations => JSON.parse(readFileSync(DURATIONS_FILE, 'utf8')) as Durations;

/** Seconds beyond which a file of tests is a long one. */
export const LONG_SECONDS = 15;

/** Seed of the smoke of the torture suite; the runner draws one for both tries, and whoever sets it repeats a run. */
export const TORTURE_SEED = 'TORTURE_SEED';

/** The seed that is set, or a new one. */
export const readTortureSeed = (): number => Number(process.env[TORTURE_SEED]) || randomInt(1, 1_000_000);

/** Into how many shares the long files are divided; a landing runs one of them. */
export const SHARES = 3;

/** Says which long files a run has: those of one share, `none`, or all where it is not set. */
export const LONG_FILES = 'LONG_FILES';

/** Long files that every landing runs: the smoke of the torture suite, and the orders of the simulator, whose sum is a claim of one commit. */
export const EACH_LANDING: readonly string[] = [
  'cluster/test/torture-smoke.test.ts',
  'packages/server/test/simulation/attempts/attempts.test.ts',
  'packages/server/test/simulation/deliveries/deliveries.test.ts',
  'packages/server/test/simulation/jobs/jobs.test.ts',
  'packages/server/test/simulation/statuses/races.test.ts',
  'packages/server/test/simulation/statuses/statuses.test.ts',
];

/** The long files in `SHARES` shares that take about as long as each other; a new file is in none of them, nor is one that every landing runs. */
export function divideLongFiles(durations: Durations = readDurations()): readonly string[][] {
  const shares = Array.from({ length: SHARES }, () => ({ paths: [] as string[], seconds: 0 }));
  const long = Object.entries(durations).filter(
    ([path, seconds]) => seconds > LONG_SECONDS && !EACH_LANDING.includes(path),
  );
  for (const [path, seconds] of long.sort(([, one], [, other]) => other - one)) {
    const shortest = shares.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    shortest.paths.push(path);
    shortest.seconds += seconds;
  }
  return shares.map(({ paths }) => paths.sort());
}

/** The share, from 1, that a commit's landing runs: hashes fall on each of them as often. */
export const shareOfCommit = (hash: string): number => (Number.parseInt(hash.slice(0, 8), 16) % SHARES) + 1;

/** Paths of the long files that this run leaves out; one that is gone since it was timed is none of them. */
export function listLeftOut(run: string | undefined = process.env[LONG_FILES]): string[] {
  if (!run) return [];
  const ofLandings = run === 'none' ? EACH_LANDING : [];
  return divideLongFiles()
    .filter((_, index) => run !== String(index + 1))
    .flat()
    .concat(ofLandings)
    .filter((path) => existsSync(join(ROOT, path)));
}
