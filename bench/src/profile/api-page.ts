import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  describeCommit,
  describeLoad,
  describeMachine,
  WITH_CHANGES,
} from '@titular/test-kit/time/about-run.ts';
import { type Figure, reportTable } from '../report.ts';
import type { RequestProfile } from './measure-profile.ts';
import { profileTables } from './profile-report.ts';

/** A run of the bench that is kept, with what it was run on. */
export type KeptRun = {
  date: string;
  commit: string;
  machine: string;
  load: string;
  seconds: number;
  figures: Figure[];
  profiles: RequestProfile[];
};

const ROOT = join(import.meta.dirname, '../../..');
const RUNS = join(ROOT, 'bench/figures/api.json');
const PAGE = join(ROOT, 'docs/figures/api.md');

const HEAD = `# Figures of the API

What creates, status reads, tokens and refusals cost, each beside its baseline from the same run. Written by
\`npm run bench -- --only api --profile --keep\` from \`bench/figures/api.json\`, never by hand. Times depend on the machine and on what else runs
there; ratios, round trips and WAL hardly do. The minimal service is \`bench/src/minimal\`: its README says what it does, and what it leaves out.
The two lines of the machine tell what its own slow spells do: no p99 at half load can be measured below the second.`;

const part = (title: string, { date, commit, machine, load, seconds, figures, profiles }: KeptRun): string =>
  [
    `## ${title}`,
    '',
    `At ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${seconds} s for each load. Machine: ${machine}. Load average before ${load}.`,
    '',
    reportTable(figures),
    '',
    '### Where the time goes',
    '',
    profileTables(profiles),
  ].join('\n');

/** The page of the first run that was kept and of the last one. */
export function apiPage(runs: readonly KeptRun[]): string {
  const [first] = runs;
  const last = runs.at(-1);
  const parts = [
    ...(last ? [part('Now', last)] : []),
    ...(first && runs.length > 1 ? [part('Before', first)] : []),
  ];
  return `${[HEAD, ...parts].join('\n\n')}\n`;
}

const readRuns = (): KeptRun[] => JSON.parse(readFileSync(RUNS, 'utf8')) as KeptRun[];

/** What a run is kept with, taken before it. */
export const aboutRun = (seconds: number): Omit<KeptRun, 'figures' | 'profiles'> => ({
  ...{ date: new Date().toISOString(), commit: describeCommit(), machine: describeMachine() },
  ...{ load: describeLoad(), seconds },
});

/** Refuses to keep a run of a tree with changes: only figures of a commit are kept. Asked before the run, which takes minutes. */
export function requireCommit({ commit }: Pick<KeptRun, 'commit'>): void {
  if (commit.endsWith(WITH_CHANGES))
    throw new Error('--keep needs a tree without changes: commit them first.');
}

/** Keeps a run as the last one, beside the first, and writes the page anew. */
export function keepRun(run: KeptRun): void {
  const kept = [...readRuns().slice(0, 1), run];
  writeFileSync(RUNS, `${JSON.stringify(kept, undefined, 2)}\n`);
  writeFileSync(PAGE, apiPage(kept));
}
