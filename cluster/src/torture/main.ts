import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runTrial } from '../run-trial.ts';
import { explainEnd, openStop } from '../stop.ts';
import { torturePage } from './page.ts';
import { PHASES, SIZES, type Size } from './phases.ts';
import { tortureOf } from './torture.ts';

/** Where the page is, unless another directory is named. */
const FIGURES = resolve(import.meta.dirname, '../../../docs/figures');

const isSize = (word: string): word is Size => SIZES.some((size) => size === word);

function printHelp(): void {
  console.log(`npm run torture -- [--seed N] [--size ${SIZES.join('|')}] [--into DIRECTORY]\n`);
  for (const { name, what, minutes } of PHASES)
    console.log(`  ${name.padEnd(14)}${SIZES.map((size) => minutes[size]).join(' / ')} min: ${what}`);
}

/** Runs it; what Ctrl-C ended is printed as far as it was judged, and is no page. */
async function run(seed: number, size: Size, into: string): Promise<number> {
  const stop = openStop();
  const trial = tortureOf(size);
  const record = await runTrial('torture', trial, { ...trial.usual, seed }, stop.signal, (line) =>
    console.log(line),
  ).catch((error: Error) => explainEnd(error, stop));
  if (typeof record === 'number') return record;
  console.table(record.figures);
  if (stop.signal.aborted) return explainEnd(stop.signal.reason, stop);
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, 'torture.md'), torturePage(size, record));
  if (into !== FIGURES) writeFileSync(join(into, 'torture.json'), `${JSON.stringify(record, null, 2)}\n`);
  console.log(`seed ${seed}; wrote ${join(into, 'torture.md')}`);
  return record.figures.every(({ isMet }) => isMet !== false) ? 0 : 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      size: { type: 'string', default: 'smoke' },
      into: { type: 'string', default: FIGURES },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const seed = Number(values.seed);
  if (values.help || !isSize(values.size) || !Number.isInteger(seed) || seed < 1) {
    printHelp();
    return values.help ? 0 : 2;
  }
  return run(seed, values.size, resolve(values.into));
}

process.exitCode = await main().catch((error: Error) => explainEnd(error));
