import type { SnippetCount } from './count-snippets.ts';
import type { Done } from './follow-way.ts';

/** When, at which commit and on what something was measured. */
export type AboutRun = { date: string; commit: string; machine: string; load: string; versions: string };

/** A way that was followed once: `page` is the one that the newcomer reads. */
export type MeasuredWay = { name: string; page: string; about: AboutRun; done: readonly Done[] };

/** What is known of all ways, each from its last run, and of the documentation as it is. */
export type NewcomerFigures = {
  about: AboutRun;
  ways: readonly MeasuredWay[];
  site: { pages: number; links: number; broken: number };
  snippets: readonly SnippetCount[];
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (text: string): string => `\`${text.split('\n')[0]?.replaceAll('|', '\\|')}\``;

const countFiles = (done: readonly Done[]): number =>
  done.filter(({ text }) => text.startsWith('save ')).length;

function renderWays(ways: NewcomerFigures['ways']): string {
  return table(
    ['way', 'page followed', 'commands', 'programs saved', 'minutes', 'measured'],
    ways.map(({ name, page, about, done }) => [
      ...[name, `[${page}](${page.startsWith('docs/') ? page.replace('docs', '..') : `../../${page}`})`],
      ...[sum(done.map(({ commands }) => commands)), countFiles(done)],
      ...[(sum(done.map(({ seconds }) => seconds)) / 60).toFixed(1), about.date.slice(0, 10)],
    ]),
  );
}

const renderAbout = ({ date, commit, machine, load, versions }: AboutRun): string =>
  `At ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}. Machine: ${machine}. Load average before ${load}. ${versions}.`;

const renderWay = ({ name, about, done }: MeasuredWay): string =>
  `### ${name}\n\n${renderAbout(about)}\n\n${table(
    ['step', 'commands', 'seconds'],
    done.map(({ text, commands, seconds }) => [code(text), commands, seconds.toFixed(1)]),
  )}`;

/** Writes the page of figures. */
export function newcomerPage({ about, ways, site, snippets }: NewcomerFigures): string {
  const [run, notRun] = [sum(snippets.map((one) => one.run)), sum(snippets.map((one) => one.notRun))];
  const parts = [
    '# Figures of a newcomer',
    `From a clean clone to the first approved transaction, and the state of the documentation. Written by \`npm run newcomer -- --keep\`, never by hand.
The commands are read from the Markdown and typed as they stand there, each way in a clone of its own with empty caches of npm, pip, Composer and Go.`,
    'Each way has the figures of its last run, whose commit and machine stand with its steps: compare those of one run.',
    'Minutes are those of the machine: reading, typing and copying come on top. A block that is pasted counts as many commands as it has lines.',
    renderWays(ways),
    '## Steps',
    ...ways.map(renderWay),
    '## Documentation',
    `At ${about.date.slice(0, 16).replace('T', ' ')} UTC, commit ${about.commit}.`,
    table(
      ['what', 'count'],
      [
        ['pages of the site', site.pages],
        ['links within it', site.links],
        ['broken links', site.broken],
        ['pieces of code that tests run', run],
        ['pieces of code that no test runs', notRun],
      ],
    ),
    'Pieces of code are those of the README files and of all pages below `docs`, without answers, diagrams and data.',
    table(
      ['language', 'run by tests', 'not run'],
      snippets.map((one) => [one.language, one.run, one.notRun]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Puts ways that were followed now in the place of their earlier runs, in the order of `names`; others stay. */
export const mergeWays = (
  names: readonly string[],
  earlier: readonly MeasuredWay[],
  now: readonly MeasuredWay[],
): MeasuredWay[] => names.flatMap((name) => [...now, ...earlier].find((one) => one.name === name) ?? []);
