import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, reportTable } from '../report.ts';
import { type About, aboutLine } from './about.ts';

/** The figures of one part that are kept, with the command that measures them again; `took` are its seconds in all. */
export type KeptPart = About & { command: string; seconds: number; took: number; figures: Figure[] };

/** What is kept of each part, by its name. */
export type KeptParts = Readonly<Record<string, KeptPart>>;

const ROOT = join(import.meta.dirname, '../../..');
const KEPT = join(ROOT, 'bench/figures/parts.json');
const PAGE = join(ROOT, 'docs/figures/bench.md');

const HEAD = `# Figures of the bench, part by part

The last run of each part that was kept, each figure beside a baseline from the same run. Written by \`npm run bench\` with \`--keep\` from
\`bench/figures/parts.json\`, never by hand. Times depend on the machine and on what else runs there; ratios hardly do. The page
[of the API](api.md) has profiles as well.`;

const section = (name: string, { command, seconds, took, figures, ...about }: KeptPart): string =>
  [
    `## ${name}`,
    '',
    '```sh',
    command,
    '```',
    '',
    `${aboutLine(about, seconds)} It took ${took} s.`,
    '',
    reportTable(figures),
  ].join('\n');

/** The page of what is kept, in the order of the names. */
export function partsPage(kept: KeptParts): string {
  const names = Object.keys(kept).toSorted();
  return `${[HEAD, ...names.map((name) => section(name, kept[name] as KeptPart))].join('\n\n')}\n`;
}

/** What is kept so far. */
export const readKept = (): KeptParts => JSON.parse(readFileSync(KEPT, 'utf8')) as KeptParts;

/** Keeps a part's figures in place of those before, and writes the page anew. */
export function keepPart(name: string, part: KeptPart): void {
  const kept = { ...readKept(), [name]: part };
  writeFileSync(KEPT, `${JSON.stringify(kept, undefined, 2)}\n`);
  writeFileSync(PAGE, partsPage(kept));
}

/** The command of a run whose figures are kept, as somebody would type it. */
export const commandOf = (words: readonly string[]): string =>
  ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ');
