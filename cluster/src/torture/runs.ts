import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrialRecord } from '../run-trial.ts';
import type { Table } from '../trial.ts';
import type { Size } from './phases.ts';

/** What is kept of a long run: each cell of its row, by the head of its column. */
export type Run = Record<string, string>;

/** Long runs that are kept, the last ones. */
const MAX_RUNS = 20;
const FILE = 'torture-runs.json';

/** Columns that are one figure each, by the figure's name. */
const FIGURES: Readonly<Record<string, string>> = {
  kills: 'kill loop: kills',
  'fault points reached / known': 'nth fault: fault points reached / known',
  'served at 5 times the peak': 'overload: served at the highest load, to the peak',
  'bad inputs': 'bad input: sent, by corpus',
  'their 5xx': 'bad input: answers of 500 and above',
  'most memory, to that after the first load':
    'I11: most memory of a process, to what it held after the first load',
};

/** The row of a long run. */
function runOf(size: Size, { choices, date, commit, seconds, figures, verdicts }: TrialRecord): Run {
  const all = Object.values(verdicts);
  const sum = (name: 'acknowledged' | 'lost' | 'doubled'): string =>
    String(all.reduce((total, verdict) => total + verdict[name], 0));
  const figureOf = (what: string): string =>
    figures.find((one) => one.what === what)?.value ?? 'not measured';
  return {
    seed: String(choices.seed),
    size,
    at: `${date.slice(0, 16).replace('T', ' ')}, ${commit}, ${seconds} s`,
    ...Object.fromEntries(Object.entries(FIGURES).map(([head, what]) => [head, figureOf(what)])),
    'longest time without a success': `${Math.max(0, ...all.map(({ longestGapSeconds }) => longestGapSeconds)).toFixed(1)} s`,
    'creates acknowledged / lost / doubled': [sum('acknowledged'), sum('lost'), sum('doubled')].join(' / '),
    'targets missed': String(figures.filter(({ isMet }) => isMet === false).length),
  };
}

const readRuns = (path: string): Run[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Run[]) : [];

function addRun(path: string, run: Run): Run[] {
  const runs = [...readRuns(path), run].slice(-MAX_RUNS);
  writeFileSync(path, `${JSON.stringify(runs, null, 2)}\n`);
  return runs;
}

/** The last long runs in a directory of figures, to which this one is added where it is no smoke. */
export function keepRun(directory: string, size: Size, record: TrialRecord): Run[] {
  const path = join(directory, FILE);
  return size === 'smoke' ? readRuns(path) : addRun(path, runOf(size, record));
}

/** Adds a row for a long run that broke off before it was judged: its seed failed, too. */
export function keepBrokenRun(
  directory: string,
  { size, seed, why }: { size: Size; seed: number; why: string },
): void {
  if (size === 'smoke') return;
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  addRun(join(directory, FILE), { seed: String(seed), size, at, 'targets missed': `broke off: ${why}` });
}

/** One row for each of these; nothing without any. */
export function tableOfRuns(runs: readonly Run[]): Table | undefined {
  const head = [...new Set(runs.toReversed().flatMap((run) => Object.keys(run)))];
  if (head.length === 0) return undefined;
  return { title: 'Long runs', head, rows: runs.map((run) => head.map((name) => run[name] ?? '')) };
}
