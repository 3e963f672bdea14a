import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FIGURES, scalePage } from './report.ts';
import { runTrial } from './run-trial.ts';
import { describeMissing } from './stage/programs.ts';
import { exitWith, explainEnd, openStop } from './stop.ts';
import { MAX_TRANSACTIONS } from './trial.ts';
import { TRIALS } from './trials/trials.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/figures/scale.md');

function printHelp(): void {
  console.log(
    'npm run cluster -- TRIAL [--rounds N] [--rate CREATES_A_SECOND] [--seed N] [--minutes N] [--transactions N]\n',
  );
  for (const [name, { help }] of Object.entries(TRIALS)) console.log(`  ${name.padEnd(16)}${help}`);
  console.log(`  ${'report'.padEnd(16)}writes docs/figures/scale.md from the figures that were kept`);
}

function writeReport(): void {
  mkdirSync(dirname(PAGE), { recursive: true });
  writeFileSync(PAGE, scalePage());
  console.log(`wrote ${PAGE}`);
}

async function run(name: string, words: Readonly<Record<string, string | undefined>>): Promise<number> {
  const trial = TRIALS[name];
  if (!trial) {
    printHelp();
    return 2;
  }
  const missing = describeMissing(trial.needs);
  if (missing) {
    console.error(missing);
    return 3;
  }
  const number = (word: string, usual: number): number => Number(words[word] ?? usual);
  const choices = {
    rounds: number('rounds', trial.usual.rounds),
    seed: number('seed', 1),
    rate: number('rate', trial.usual.rate),
    ...(trial.usual.minutes && { minutes: number('minutes', trial.usual.minutes) }),
    ...(trial.usual.transactions && { transactions: number('transactions', trial.usual.transactions) }),
  };
  if (!Object.values(choices).every((value) => Number.isInteger(value) && value > 0)) {
    console.error('--rounds, --rate, --seed, --minutes and --transactions are whole numbers above 0.');
    return 2;
  }
  if ((choices.transactions ?? 0) > MAX_TRANSACTIONS) {
    console.error(`--transactions is at most ${MAX_TRANSACTIONS}.`);
    return 2;
  }
  const stop = openStop();
  const outcome = await runTrial(name, trial, choices, stop.signal, (line) => console.log(line)).catch(
    (error: Error) => explainEnd(error, stop),
  );
  if (typeof outcome === 'number') return outcome;
  const fault = stop.fault();
  if (fault) return explainEnd(fault, stop);
  mkdirSync(FIGURES, { recursive: true });
  writeFileSync(join(FIGURES, `${name}.json`), `${JSON.stringify(outcome, null, 2)}\n`);
  console.table(outcome.figures);
  return outcome.figures.every(({ isMet }) => isMet !== false) ? 0 : 1;
}

const NUMBER = { type: 'string' } as const;
const HELP = { type: 'boolean', short: 'h' } as const;
const OPTIONS = {
  ...{ rounds: NUMBER, seed: NUMBER, rate: NUMBER },
  ...{ minutes: NUMBER, transactions: NUMBER, help: HELP },
};

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [name] = positionals;
  const { help = false, ...words } = values;
  if (help || name === undefined) printHelp();
  else if (name === 'report') writeReport();
  else return run(name, words);
  return 0;
}

await exitWith(main());
