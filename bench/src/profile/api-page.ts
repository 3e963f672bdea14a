import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type About, aboutLine } from '../kept/about.ts';
import { type Figure, reportTable } from '../report.ts';
import type { RequestProfile } from './measure-profile.ts';
import { profileTables } from './profile-report.ts';

/** A run of the bench that is kept, with what it was run on. */
export type KeptRun = About & { seconds: number; figures: Figure[]; profiles: RequestProfile[] };

const ROOT = join(import.meta.dirname, '../../..');
const RUNS = join(ROOT, 'bench/figures/api.json');
const PAGE = join(ROOT, 'docs/figures/api.md');

const HEAD = `# Figures of the API

What creates, status reads, tokens and refusals cost, each beside its baseline from the same run. Written by
\`npm run bench -- --only api --profile --keep\` from \`bench/figures/api.json\`, never by hand. Times depend on the machine and on what else runs
there; ratios, round trips and WAL hardly do. The minimal service is \`bench/src/minimal\`: its README says what it does, and what it leaves out.
The two lines of the machine tell what its own slow spells do: no p99 at half load can be measured below the second.`;

const part = (title: string, { seconds, figures, profiles, ...about }: KeptRun): string =>
  [
    `## ${title}`,
    '',
    aboutLine(about, seconds),
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

/** Keeps a run as the last one, beside the first, and writes the page anew. */
export function keepRun(run: KeptRun): void {
  const kept = [...readRuns().slice(0, 1), run];
  writeFileSync(RUNS, `${JSON.stringify(kept, undefined, 2)}\n`);
  writeFileSync(PAGE, apiPage(kept));
}
