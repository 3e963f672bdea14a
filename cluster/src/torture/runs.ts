import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrialRecord } from '../run-trial.ts';
import type { Table } from '../trial.ts';
import type { Size } from './phases.ts';

/** What is kept of a full run: each cell of its row, by the head of its column. */
export type Run = Record<string, string>;

/** Full runs that are kept, the last ones. */
const MAX_RUNS = 3;
const FILE = 'torture-runs.json';

/** Columns that are one figure each, by the figure's name. */
const FIGURES: Readonly<Record<string, string>> = {
  kills: 'kill loop: kills',
  'fault points reached / known': 'nth fault: fault points reached / known',
  'served at 5 times the load, to the peak': 'overload: served at the highest load, to the peak',
  'bad inputs': 'bad input: sent, by corpus',
  'their 5xx': 'bad input: answers of 500 and above',
  'descriptors at the end; before': 'I11: descriptors of the service at the end; after the first load',
  'memory at the end, to that before': 'I11: memory of the service at the end, to that after the first load',
};

/** The row of a full run. */
function runOf({ choices, date, commit, seconds, figures, verdicts }: TrialRecord): Run {
  const all = Object.values(verdicts);
  const sum = (name: 'acknowledged' | 'lost' | 'doubled'): string =>
    String(all.reduce((total, verdict) => total + verdict[name], 0));
  const figureOf = (what: string): string =>
    figures.find((one) => one.what === what)?.value ?? 'not measured';
  return {
    seed: String(choices.seed),
    at: `${date.slice(0, 16).replace('T', ' ')}, ${commit}, ${seconds} s`,
    ...Object.fromEntries(Object.entries(FIGURES).map(([head, what]) => [head, figureOf(what)])),
    'longest time without a success': `${Math.max(0, ...all.map(({ longestGapSeconds }) => longestGapSeconds)).toFixed(1)} s`,
    'creates acknowledged / lost / doubled': [sum('acknowledged'), sum('lost'), sum('doubled')].join(' / '),
    'targets missed': String(figures.filter(({ isMet }) => isMet === false).length),
  };
}

/** The last full runs in a directory of figures, to which this one is added where it is full. */
export function keepRun(directory: string, size: Size, record: TrialRecord): Run[] {
  const path = join(directory, FILE);
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Run[]) : [];
  if (size !== 'full') return before;
  const runs = [...before, runOf(record)].slice(-MAX_RUNS);
  writeFileSync(path, `${JSON.stringify(runs, null, 2)}\n`);
  return runs;
}

/** One row for each of these; nothing without any. */
export function tableOfRuns(runs: readonly Run[]): Table | undefined {
  const head = Object.keys(runs.at(-1) ?? {});
  if (head.length === 0) return undefined;
  return { title: 'Full runs', head, rows: runs.map((run) => head.map((name) => run[name] ?? '')) };
}
