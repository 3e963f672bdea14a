import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEEP_DURATIONS, WITHOUT_LONG_FILES } from './durations.ts';
import { keepingOutcome, type RunOutcome, readOutcome } from './run-outcome.ts';
import { afterSecondTry, mayTryAgain } from './second-try.ts';

const ALL = '--all';
const KEEP = '--keep-durations';
const given = process.argv.slice(2);
const words = given.filter((word) => word !== KEEP && word !== ALL);
/** Without words a run leaves out the long files; what lands must pass with them (`--all`). */
const isShort = words.length === 0 && !given.includes(ALL);
if (given.includes(KEEP) && (words.length > 0 || isShort)) {
  console.error(`${KEEP} needs ${ALL} and nothing else: a whole run alone says what files take.`);
  process.exit(2);
}
const environment = {
  ...(isShort ? { [WITHOUT_LONG_FILES]: 'on' } : {}),
  ...(given.includes(KEEP) ? { [KEEP_DURATIONS]: 'on' } : {}),
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
const second = runTests('second try', again, {});
if (!second.outcome) process.exit(second.status);
const { lines, passed, failed } = afterSecondTry(first.outcome, second.outcome);
console.log([...lines, '', `${passed} passed, ${failed} failed`].join('\n'));
process.exit(second.status);
