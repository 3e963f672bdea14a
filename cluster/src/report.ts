import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrialRecord } from './run-trial.ts';
import type { Choices, Figure, Table } from './trial.ts';

/** Where trials leave their figures, one file each. */
export const FIGURES: string = join(import.meta.dirname, '../figures');

const HEAD = `# Figures of the cluster

What trials with several nodes and several databases measured. Written by \`npm run cluster -- report\` from \`cluster/figures\`, never by hand.
Times depend on the machine and on what else runs there; the counts do not. [high-availability.md](../operations/high-availability.md) says how
such a cluster is set up.`;

const row = ({ what, value, target, isMet }: Figure): string =>
  `| ${what} | ${value} | ${target ? `${target}: ${isMet ? 'met' : 'MISSED'}` : ''} |`;

const tableOf = ({ title, head, rows }: Table): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return ['', `${title}:`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
};

/** Options that only some trials have. */
const optionsOf = ({ minutes, transactions }: Choices): string =>
  `${minutes ? ` --minutes ${minutes}` : ''}${transactions ? ` --transactions ${transactions}` : ''}`;

const part = ({ trial, choices, ...about }: TrialRecord): string =>
  [
    `## ${trial}`,
    '```sh',
    `npm run cluster -- ${trial} --rounds ${choices.rounds} --rate ${choices.rate} --seed ${choices.seed}${optionsOf(choices)}`,
    '```',
    `At ${about.date.slice(0, 16).replace('T', ' ')} UTC, commit ${about.commit}, in ${about.seconds} s. Machine: ${about.machine}.`,
    `Load average before ${about.loadBefore}; after ${about.loadAfter}. ${about.versions.join('; ')}.`,
    '',
    ['| what | measured | target |', '| --- | --- | --- |', ...about.figures.map(row)].join('\n'),
    ...(about.tables ?? []).map(tableOf),
  ]
    .join('\n')
    .replace('\n```sh', '\n\n```sh')
    .replace('```\nAt', '```\n\nAt');

/** The page of all figures that were kept. */
export function scalePage(directory: string = FIGURES): string {
  const records = readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8')) as TrialRecord);
  return `${[HEAD, ...records.map(part)].join('\n\n')}\n`;
}
