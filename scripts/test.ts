import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  divideLongFiles,
  EACH_LANDING,
  KEEP_DURATIONS,
  LONG_FILES,
  ROOT,
  readTortureSeed,
  SHARES,
  shareOfCommit,
  TORTURE_SEED,
} from './durations.ts';
import { keepingOutcome, type RunOutcome, readOutcome } from './run-outcome.ts';
import { afterSecondTry, mayTryAgain } from './second-try.ts';

const OWN = ['--all', '--landing', '--keep-durations'];
const given = process.argv.slice(2);
const place = given.indexOf('--long');
/** Words for the test runner: files and its own options. */
const others = given.filter(
  (word, index) => !OWN.includes(word) && (place === -1 || (index !== place && index !== place + 1)),
);

/** Files of a share; those of every landing belong to the first, where shares are run one by one. */
const pathsOfShare = (text: string | undefined): readonly string[] => {
  const paths = divideLongFiles()[Number(text) - 1];
  if (paths) return [...(text === '1' ? EACH_LANDING : []), ...paths].map((path) => join(ROOT, path));
  console.error(`--long takes the number of a share of the long files, 1 to ${SHARES}.`);
  process.exit(2);
};

/** Files by name run as they are; else a run leaves out the long files, but for the share of a landing. */
const words = place === -1 ? others : [...pathsOfShare(given[place + 1]), ...others];
const hashOfHead = (): string => execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
const longFiles = given.includes('--landing') ? String(shareOfCommit(hashOfHead())) : 'none';
/** Both tries have one seed: another would not look for the same. */
const seed = { [TORTURE_SEED]: String(readTortureSeed()) };
const environment = {
  ...seed,
  ...(given.includes('--all') || words.length > 0 ? {} : { [LONG_FILES]: longFiles }),
  ...(given.includes('--keep-durations') ? { [KEEP_DURATIONS]: 'on' } : {}),
};

/** Everything that must hold before a change lands, cheapest first; the tests come last and end with the count. */
const checks: readonly [name: string, command: string, ...args: string[]][] = [
  ['build page, SDK and client', 'npm', 'run', '--silent', 'build'],
  ['types', 'tsc', '--noEmit'],
  ['lint and format', 'biome', 'check', '.'],
  ['unused code', 'knip'],
];

function run(
  name: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): number {
  console.log(`\n${name}: ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status ?? 1;
}

type Tests = { status: number; outcome: RunOutcome | undefined };

function runTests(name: string, args: readonly string[], env: Record<string, string>): Tests {
  const directory = mkdtempSync(join(tmpdir(), 'titular-tests-'));
  const file = join(directory, 'outcome.json');
  const status = run(name, 'vitest', ['run', ...args], { ...env, ...keepingOutcome(file) });
  const outcome = readOutcome(file);
  rmSync(directory, { recursive: true });
  return { status, outcome };
}

for (const [name, command, ...args] of checks) {
  const status = run(name, command, args);
  if (status !== 0) {
    console.log(`\n${name} failed\n0 passed, 1 failed`);
    process.exit(status);
  }
}

const first = runTests('tests', words, environment);
if (first.status === 0 || !first.outcome || !process.env['CI'] || !mayTryAgain(first.outcome))
  process.exit(first.status);

const again = first.outcome.failedFiles.map(({ path }) => path);
const second = runTests('second try', again, seed);
if (!second.outcome) process.exit(second.status);
const { lines, passed, failed } = afterSecondTry(first.outcome, second.outcome);
console.log([...lines, '', `${passed} passed, ${failed} failed`].join('\n'));
process.exit(second.status);
