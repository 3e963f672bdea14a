import type { SnippetCount } from './count-snippets.ts';
import type { Done } from './follow-way.ts';
import type { Way } from './ways.ts';

/** What was measured, and on what. */
export type NewcomerFigures = {
  about: { date: string; commit: string; machine: string; load: string; versions: string };
  ways: readonly { way: Way; done: readonly Done[] }[];
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
    ['way', 'page followed', 'commands', 'programs saved', 'minutes'],
    ways.map(({ way, done }) => [
      ...[
        way.name,
        `[${way.page}](${way.page.startsWith('docs/') ? way.page.replace('docs', '..') : `../../${way.page}`})`,
      ],
      ...[sum(done.map(({ commands }) => commands)), countFiles(done)],
      (sum(done.map(({ seconds }) => seconds)) / 60).toFixed(1),
    ]),
  );
}

const renderWay = ({ way, done }: NewcomerFigures['ways'][number]): string =>
  `### ${way.name}\n\n${table(
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
    `At ${about.date.slice(0, 16).replace('T', ' ')} UTC, commit ${about.commit}. Machine: ${about.machine}. Load average before ${about.load}. ${about.versions}.`,
    'Minutes are those of the machine: reading, typing and copying come on top. A block that is pasted counts as many commands as it has lines.',
    renderWays(ways),
    '## Steps',
    ...ways.map(renderWay),
    '## Documentation',
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
