import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  describeCommit,
  describeLoad,
  describeMachine,
  WITH_CHANGES,
} from '@titular/test-kit/time/about-run.ts';
import { documentsOf, findBroken, readBuiltSite } from '../../packages/docs-site/test/site-files.ts';
import { countSnippets } from './count-snippets.ts';
import { followWay, type Surroundings } from './follow-way.ts';
import {
  type AboutRun,
  type MeasuredWay,
  mergeWays,
  type NewcomerFigures,
  newcomerPage,
} from './newcomer-page.ts';
import { readWays, type StartWay } from './ways.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/figures/newcomer.md');
/** The ways of the page with all that was measured, from which it is written. */
const KEPT = join(ROOT, 'docs/figures/newcomer.json');

const NONE = 'none';

const USAGE = `npm run newcomer -- [--way NAME] [--from REPOSITORY] [--port PORT] [--keep]

Follows the pages in new clones, up to the first approved transaction, and prints each step with its seconds. Then counts
pages, broken links and pieces of code. Clones, caches and data are removed at the end.

  --way NAME         one way alone: "no code", TypeScript, Python, PHP, Go or Java; all if left out;
                     none counts the documentation alone
  --from REPOSITORY  what is cloned; the repository in the current directory if left out
  --port PORT        the port of the service that is started; 8787 if left out
  --keep             writes docs/figures/newcomer.md, in which other ways stay; needs a commit without changes

Python needs python3 with venv, PHP needs php and composer, Go needs go, Java needs a JDK from 17 on.`;

const firstLine = (program: string, ...words: string[]): string =>
  (spawnSync(program, words, { encoding: 'utf8' }).stdout ?? '').split('\n')[0]?.trim() || `no ${program}`;

function aboutRun(): AboutRun {
  const versions = [
    `Node.js ${process.version}`,
    firstLine('python3', '--version'),
    firstLine('php', '--version').replace(/ \(.*/, ''),
    firstLine('go', 'version').replace(/^go version go(\S+).*/, 'Go $1'),
    firstLine('javac', '-version').replace('javac', 'Java'),
  ].join('; ');
  return {
    ...{ date: new Date().toISOString(), commit: describeCommit(), machine: describeMachine() },
    ...{ load: describeLoad(), versions },
  };
}

async function measureWays(
  ways: readonly StartWay[],
  about: AboutRun,
  surroundings: Surroundings,
): Promise<MeasuredWay[]> {
  const measured = [];
  for (const way of ways) {
    console.log(`${way.name}: ${way.page}`);
    const { name, page } = way;
    measured.push({ name, page, about, done: await followWay(way, surroundings) });
  }
  return measured;
}

async function measureSite(): Promise<NewcomerFigures['site']> {
  const files = await readBuiltSite();
  const { count, broken } = findBroken(files);
  return { pages: documentsOf(files).length, links: count, broken: broken.length };
}

const { values } = parseArgs({
  options: {
    ...{ way: { type: 'string', multiple: true }, from: { type: 'string' }, port: { type: 'string' } },
    ...{ keep: { type: 'boolean' }, help: { type: 'boolean' } },
  },
});

async function measure(): Promise<void> {
  const about = aboutRun();
  if (values.keep && about.commit.endsWith(WITH_CHANGES))
    throw new Error('--keep needs a tree without changes: commit them first.');
  const port = String(Number(values.port ?? 8787));
  const all = await readWays(ROOT);
  const chosen = all.filter(({ name }) => values.way?.includes(name) ?? true);
  const names = all.map(({ name }) => name);
  if (chosen.length === 0 && !values.way?.includes(NONE))
    throw new Error(`--way names none of: ${names.join(', ')}.`);
  const now = await measureWays(chosen, about, { repository: values.from ?? ROOT, port });
  const ways = mergeWays(names, JSON.parse(await readFile(KEPT, 'utf8')) as MeasuredWay[], now);
  const page = newcomerPage({ about, ways, site: await measureSite(), snippets: countSnippets(ROOT) });
  if (!values.keep) return console.log(page);
  await writeFile(KEPT, `${JSON.stringify(ways, null, 2)}\n`);
  await writeFile(PAGE, page);
}

// What the terminals run ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (values.help) console.log(USAGE);
else await measure();
