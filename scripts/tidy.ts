import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureTree, type Spread, type TreeFigures } from './figures/measure-tree.ts';

const HELP = `npm run tidy                                  check tree, words and imports
npm run tidy -- --figures                     print what is counted of the tree
npm run tidy -- --figures --before REVISION   print it beside an earlier revision of git`;

const { values } = parseArgs({
  options: {
    figures: { type: 'boolean' },
    before: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

const shown = ({ median, p90, max }: Spread): string => `${median} / ${p90} / ${max}`;

function print(title: string, { packages, testLines, nouns, floors, arrows, circles }: TreeFigures): void {
  console.log(`\n${title}\n`);
  console.log('| package | lines | lines a file | lines a function | imports a file | most files a folder |');
  console.log('|---|---|---|---|---|---|');
  for (const { name, lines, files, functions, imports, folder } of packages)
    console.log(
      `| ${name} | ${lines} | ${shown(files)} | ${shown(functions)} | ${shown(imports)} | ${folder} |`,
    );
  const lines = packages.reduce((sum, one) => sum + one.lines, 0);
  console.log(`\nSpreads are median / p90 / largest. Lines of source: ${lines}; of tests: ${testLines}.`);
  console.log(`Nouns of the server: ${nouns}, on ${floors} floors, ${arrows} arrows, ${circles} circles.`);
}

/** Measures a revision in a checkout of its own, which is removed again. */
function measureRevision(revision: string): TreeFigures {
  const place = mkdtempSync(join(tmpdir(), 'titular-figures-'));
  try {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', place, revision]);
    return measureTree(place);
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', place]);
    rmSync(place, { recursive: true, force: true });
  }
}

if (values.help) console.log(HELP);
else if (values.figures) {
  if (values.before !== undefined) print(`Before (${values.before})`, measureRevision(values.before));
  print(values.before === undefined ? 'The tree' : 'Now', measureTree('.'));
} else
  process.exitCode =
    spawnSync('vitest', ['run', 'test/tidy', 'test/tree', 'test/words'], { stdio: 'inherit' }).status ?? 1;
