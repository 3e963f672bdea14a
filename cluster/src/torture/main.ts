import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runTrial } from '../run-trial.ts';
import { exitWith, explainEnd, openStop } from '../stop.ts';
import type { Figure } from '../trial.ts';
import { judgeRun } from './evidence/judge-run.ts';
import { UnreadableRunError } from './evidence/run-facts.ts';
import { torturePage } from './page.ts';
import { PHASES, type Phase, SIZES, type Size } from './phases.ts';
import { keepBrokenRun, keepRun } from './runs.ts';
import { tortureOf } from './torture.ts';

/** Where the page is, unless another directory is named. */
const FIGURES = resolve(import.meta.dirname, '../../../docs/figures');

const isSize = (word: string): word is Size => SIZES.some((size) => size === word);

/** Phases by their names, in the order of a run; undefined where one is not known. */
function choosePhases(only: string | undefined): Phase[] | undefined {
  if (only === undefined) return [...PHASES];
  const names = only.split(',');
  const chosen = PHASES.filter(({ name }) => names.includes(name));
  return chosen.length === names.length ? chosen : undefined;
}

function printHelp(): void {
  console.log(
    `npm run torture -- [--seed N] [--size ${SIZES.join('|')}] [--only PHASE,PHASE] [--into DIRECTORY] [--keep]
npm run torture -- --judge DIRECTORY\n`,
  );
  for (const { name, what, minutes } of PHASES)
    console.log(`  ${name.padEnd(14)}${SIZES.map((size) => minutes[size]).join(' / ')} min: ${what}`);
}

/** What figures have too much of for a page, by what each is of. */
function namesOf(figures: readonly Figure[]): string {
  const named = figures.flatMap(({ what, names }) => (names ? [[what, names] as const] : []));
  return `${JSON.stringify(Object.fromEntries(named), null, 2)}\n`;
}

/** Runs it; what Ctrl-C ended is printed as far as it was judged, and is no page. */
async function run(
  { seed, size, keeps }: { seed: number; size: Size; keeps: boolean },
  phases: readonly Phase[],
  into: string,
): Promise<number> {
  const stop = openStop();
  const sinceMs = performance.now();
  const say = (line: string): void =>
    console.log(`${((performance.now() - sinceMs) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
  const trial = tortureOf(size, phases, keeps);
  const isWhole = phases.length === PHASES.length;
  /** Whoever ends it by Ctrl-C has found nothing; whatever else ends it is a row of its own. */
  const endEarly = (error: Error): number => {
    const why = (stop.fault() ?? error).message;
    if (isWhole && (stop.fault() || error.name !== 'AbortError')) {
      mkdirSync(into, { recursive: true });
      keepBrokenRun(into, { size, seed, why });
    }
    return explainEnd(error, stop);
  };
  const record = await runTrial('torture', trial, { ...trial.usual, seed }, stop.signal, say).catch(endEarly);
  if (typeof record === 'number') return record;
  console.table(record.figures.map(({ names: _, ...figure }) => figure));
  if (stop.signal.aborted) return endEarly(stop.signal.reason);
  const exitCode = record.figures.every(({ isMet }) => isMet !== false) ? 0 : 1;
  // A part of a run is no page.
  if (!isWhole) return exitCode;
  mkdirSync(into, { recursive: true });
  if (size !== 'smoke') writeFileSync(join(into, 'torture-names.json'), namesOf(record.figures));
  writeFileSync(join(into, 'torture.md'), torturePage(size, record, keepRun(into, size, record)));
  if (into !== FIGURES) writeFileSync(join(into, 'torture.json'), `${JSON.stringify(record, null, 2)}\n`);
  console.log(`seed ${seed}; wrote ${join(into, 'torture.md')}`);
  return exitCode;
}

/** Judges what a run kept; 2 where there is nothing that could be judged, with a sentence that says what to do. */
async function judge(directory: string): Promise<number> {
  try {
    const found = await judgeRun(directory, openStop().signal, (line) => console.log(line));
    return found === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UnreadableRunError)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      size: { type: 'string', default: 'smoke' },
      only: { type: 'string' },
      into: { type: 'string', default: FIGURES },
      keep: { type: 'boolean', default: false },
      judge: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const seed = Number(values.seed);
  const phases = choosePhases(values.only);
  if (values.help || !phases || !isSize(values.size) || !Number.isInteger(seed) || seed < 1) {
    printHelp();
    return values.help ? 0 : 2;
  }
  if (values.judge !== undefined) return judge(resolve(values.judge));
  return run({ seed, size: values.size, keeps: values.keep }, phases, resolve(values.into));
}

await exitWith(main());
