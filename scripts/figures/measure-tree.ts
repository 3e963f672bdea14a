import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { findCircles } from './circles.ts';
import { importsIn } from './imports.ts';

/** Middle, nine tenths and largest of numbers; of none, zeros. */
export type Spread = { median: number; p90: number; max: number };

/** What is counted of the source of one package, in lines but for `imports`, which are import statements of a file. */
type PackageFigures = {
  name: string;
  lines: number;
  files: Spread;
  functions: Spread;
  imports: Spread;
  folder: number;
};

/** What is counted of a tree; `floors` is the longest chain of nouns of the server that import one another. */
export type TreeFigures = {
  packages: PackageFigures[];
  testLines: number;
  nouns: number;
  floors: number;
  arrows: number;
  circles: number;
};

/** Spread of numbers, by nearest rank. */
function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
  return { median: at(0.5), p90: at(0.9), max: at(1) };
}

/** Lines of each function of a text that has more than one; functions within functions count in both. */
function functionLines(file: string, text: string): number[] {
  const found: number[] = [];
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const add = (node: { start: number; end: number }): void => {
    const lines = lineOf(node.end) - lineOf(node.start) + 1;
    if (lines > 1) found.push(lines);
  };
  const { program } = parseSync(file, text);
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program);
  return found;
}

/** Where the import statements of a text lead. */
const statementsOf = (file: string, text: string): string[] =>
  importsIn(file, text)
    .filter(({ isLazy }) => !isLazy)
    .map(({ target }) => target);

const SERVER = 'packages/server/src/';
const nounOf = (path: string): string | undefined =>
  path.startsWith(`${SERVER}`) ? path.slice(SERVER.length).split('/')[0] : undefined;

/** How far each noun stands above those that import nothing; nouns of one circle stand together. */
function countFloors(graph: ReadonlyMap<string, readonly string[]>, circles: string[][]): number {
  const groupOf = (noun: string): string => circles.find((circle) => circle.includes(noun))?.[0] ?? noun;
  const known = new Map<string, number>();
  const floorOf = (group: string): number => {
    const seen = known.get(group);
    if (seen !== undefined) return seen;
    const members = [...graph.keys()].filter((noun) => groupOf(noun) === group);
    const below = members.flatMap((noun) => graph.get(noun) ?? []).map(groupOf);
    const floor = 1 + Math.max(0, ...below.filter((other) => other !== group).map(floorOf));
    known.set(group, floor);
    return floor;
  };
  return Math.max(0, ...[...graph.keys()].map((noun) => floorOf(groupOf(noun))));
}

function figuresOf(name: string, texts: ReadonlyMap<string, string>): PackageFigures {
  const files = [...texts];
  const lines = files.map(([, text]) => text.split('\n').length - 1);
  const folders = Map.groupBy(texts.keys(), (file) => dirname(file));
  return {
    name,
    lines: lines.reduce((sum, count) => sum + count, 0),
    files: spreadOf(lines),
    functions: spreadOf(files.flatMap(([file, text]) => functionLines(file, text))),
    imports: spreadOf(files.map(([file, text]) => statementsOf(file, text).length)),
    folder: Math.max(0, ...[...folders.values()].map((list) => list.length)),
  };
}

/** Counts the sources below a folder that holds a checkout, whichever files git knows there. */
export function measureTree(root: string): TreeFigures {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const all = listed.split('\n').filter(Boolean);
  const sources = all.filter((file) => /^(?:packages\/[a-z-]+|journeys|bench|cluster)\/src\//.test(file));
  const byPackage = Map.groupBy(sources, (file) => file.replace(/\/src\/.*/, '').replace('packages/', ''));
  const packages = [...byPackage].map(([name, files]) =>
    figuresOf(name, new Map(files.map((file) => [file, read(file)]))),
  );
  const graph = new Map<string, string[]>();
  for (const file of sources) {
    const noun = nounOf(file);
    if (!noun || noun.endsWith('.ts')) continue;
    const others = statementsOf(file, read(file)).map(nounOf);
    const known = graph.get(noun) ?? [];
    for (const other of others)
      if (other && other !== noun && !other.endsWith('.ts') && !known.includes(other)) known.push(other);
    graph.set(noun, known);
  }
  const circles = findCircles(graph);
  const tests = all.filter((file) => /(?:^|\/)test\//.test(file));
  return {
    packages,
    testLines: tests.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0),
    nouns: graph.size,
    floors: countFloors(graph, circles),
    arrows: [...graph.values()].reduce((sum, others) => sum + others.length, 0),
    circles: circles.length,
  };
}
