import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Pieces of code of the pages in one language, by whether a test runs them. */
export type SnippetCount = { language: string; run: number; notRun: number };

/** What is no program, and cannot be run. */
const NO_PROGRAM = new Set(['text', 'json', 'mermaid']);

/** Pages whose tests end with a check that each piece of code was run. */
const RUN_WHOLE = /^docs\/(?:guides|api)\//;

type Fence = { page: string; language: string; name: string };

const fencesOf = (page: string, text: string): Fence[] =>
  [...text.matchAll(/^```([a-z]+)(?: (\S+))?\n[\s\S]*?^```$/gm)].map(([, language = '', name = '']) => ({
    ...{ page, language, name },
  }));

/** Whether a test names both the page and the piece of code. */
function isNamedByTest({ page, name }: Fence, tests: readonly string[]): boolean {
  const words = [page.replace('docs/', ''), basename(page), basename(page, '.md')];
  return tests.some(
    (text) =>
      words.some((word) => text.includes(word)) &&
      [`'${name}'`, `"${name}"`].some((one) => text.includes(one)),
  );
}

/** Counts the pieces of code of the README files and of all pages below docs, by language. */
export function countSnippets(root: string): SnippetCount[] {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const pages = tracked.filter((file) => /^docs\/.*\.md$|(?:^|\/)README\.md$/.test(file));
  const tests = tracked.filter((file) => /\.test\.ts$|^cluster\/src\/trials\//.test(file)).map(read);
  const fences = pages.flatMap((page) => fencesOf(page, read(page)));
  const programs = fences.filter(({ language }) => !NO_PROGRAM.has(language));
  const isRun = (fence: Fence): boolean =>
    fence.name !== '' && (RUN_WHOLE.test(fence.page) || isNamedByTest(fence, tests));
  return [...new Set(programs.map(({ language }) => language))].toSorted().map((language) => {
    const own = programs.filter((one) => one.language === language);
    const run = own.filter(isRun).length;
    return { language, run, notRun: own.length - run };
  });
}
