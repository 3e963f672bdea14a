import { spawnSync } from 'node:child_process';
import { KEEP_DURATIONS } from './durations.ts';

const KEEP = '--keep-durations';
const words = process.argv.slice(2).filter((word) => word !== KEEP);
/** A whole run alone says what files take: with `--keep-durations` it leaves that for the runs to come. */
const env = process.argv.includes(KEEP) ? { ...process.env, [KEEP_DURATIONS]: 'on' } : process.env;
/** Clocks, kills and browsers are real, so a foreign machine may starve a test: it has a second try there, which the summary names. */
const tries = process.env['CI'] ? ['--retry=1'] : [];

/** Everything that must hold before a change lands, cheapest first; the tests come last and end with the count. */
const steps: readonly [name: string, command: string, ...args: string[]][] = [
  ['build page, SDK and client', 'npm', 'run', '--silent', 'build'],
  ['types', 'tsc', '--noEmit'],
  ['lint and format', 'biome', 'check', '.'],
  ['unused code', 'knip'],
  ['tests', 'vitest', 'run', ...tries, ...words],
];

for (const [name, command, ...args] of steps) {
  console.log(`\n${name}: ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) {
    if (name !== 'tests') console.log(`\n${name} failed\n0 passed, 1 failed`);
    process.exit(status ?? 1);
  }
}
