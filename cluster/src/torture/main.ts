import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runTrial } from '../run-trial.ts';
import { torturePage } from './page.ts';
import { PHASES, SIZES, type Size } from './phases.ts';
import { tortureOf } from './torture.ts';

/** Where the page is, unless another directory is named. */
const FIGURES = resolve(import.meta.dirname, '../../../docs/figures');

/** Exit code of what Ctrl-C ended, by the custom of shells. */
const INTERRUPTED = 130;

const isSize = (word: string): word is Size => SIZES.some((size) => size === word);

function printHelp(): void {
  console.log(`npm run torture -- [--seed N] [--size ${SIZES.join('|')}] [--into DIRECTORY]\n`);
  for (const { name, what, minutes } of PHASES)
    console.log(`  ${name.padEnd(14)}${SIZES.map((size) => minutes[size]).join(' / ')} min: ${what}`);
}

/** Runs it; what Ctrl-C ended is printed as far as it was judged, and is no page. */
async function run(seed: number, size: Size, into: string): Promise<number> {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => abort.abort());
  const trial = tortureOf(size);
  const record = await runTrial('torture', trial, { ...trial.usual, seed }, abort.signal, (line) =>
    console.log(line),
  );
  console.table(record.figures);
  if (abort.signal.aborted) return INTERRUPTED;
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

function explain(error: Error): number {
  if (error.name === 'AbortError') return INTERRUPTED;
  console.error(error.message);
  return (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

process.exitCode = await main().catch(explain);
