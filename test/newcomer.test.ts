import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countSnippets } from '../scripts/newcomer/count-snippets.ts';
import { mergeWays, newcomerPage } from '../scripts/newcomer/newcomer-page.ts';
import { openTerminal } from '../scripts/newcomer/terminal.ts';
import { countCommands, readWays } from '../scripts/newcomer/ways.ts';

const ROOT = process.cwd();

describe('the ways of a newcomer', () => {
  test('are the commands that the pages show, from the clone to the approval', async () => {
    const ways = await readWays(ROOT);
    expect(ways.map(({ name }) => name)).toEqual(['no code', 'TypeScript', 'Python', 'PHP', 'Go', 'Java']);
    for (const { page, steps } of ways) {
      expect(steps.slice(0, 3).map(({ text }) => text)).toEqual(['git clone', 'npm ci', 'npm start']);
      expect([page, steps.length > 3]).toEqual([page, true]);
    }
    const pages = [
      'README.md',
      'docs/guides/first-transaction.md',
      'clients/python/README.md',
      'clients/php/README.md',
      'clients/go/README.md',
      'clients/java/README.md',
    ];
    const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
    const typed = ways.flatMap(({ steps }) => steps.slice(1)).filter(({ kind }) => kind !== 'file');
    expect(typed.filter((step) => !text.includes(step.text))).toEqual([]);
  });

  test('save each program as its page has it', async () => {
    const files = (await readWays(ROOT)).flatMap(({ steps }) => steps).filter(({ kind }) => kind === 'file');
    expect(files.map(({ text }) => text)).toEqual([
      'first-transaction.ts',
      'first.py',
      'first.php',
      'first.go',
      'First.java',
    ]);
    for (const file of files) expect('code' in file && file.code.length).toBeGreaterThan(300);
  });

  test('count a command once that goes over several lines, and each line of a block', () => {
    const count = (text: string) => countCommands({ kind: 'command', text });
    expect(count('npm ci')).toBe(1);
    expect(count('TOKEN=$(curl a |\n  node -p b)')).toBe(1);
    expect(count('curl a \\\n  -d b')).toBe(1);
    expect(count('# first\na\n\nb')).toBe(2);
    expect(countCommands({ kind: 'file', text: 'first.py', code: 'x' })).toBe(0);
  });
});

test('a terminal keeps what was set, tells an answer without an end of line, and throws for what failed', async () => {
  const terminal = openTerminal(ROOT);
  try {
    await terminal.run('NAME=kept');
    expect((await terminal.run('printf %s "$NAME"')).trim()).toBe('kept');
    await expect(terminal.run('false')).rejects.toThrow('ended with 1');
  } finally {
    await terminal.close();
  }
});

const ABOUT = { date: '2026-01-01T12:00:00.000Z', commit: 'c', machine: 'm', load: '1', versions: 'v' };

test('ways that were followed now take the place of their earlier runs, and others stay', () => {
  const way = (name: string, commit: string) => ({ name, page: 'p', about: { ...ABOUT, commit }, done: [] });
  const merged = mergeWays(
    ['a', 'b', 'c', 'd'],
    [way('a', '1'), way('b', '1'), way('gone', '1')],
    [way('d', '2'), way('b', '2')],
  );
  expect(merged.map(({ name, about }) => name + about.commit)).toEqual(['a1', 'b2', 'd2']);
});

test('the page counts commands and pieces of code by language, those that nothing runs apart', () => {
  const snippets = countSnippets(ROOT);
  const python = snippets.find(({ language }) => language === 'python');
  expect(python?.run).toBeGreaterThan(50);
  const page = newcomerPage({
    about: ABOUT,
    ways: [
      {
        ...{ name: 'PHP', page: 'clients/php/README.md', about: { ...ABOUT, commit: 'earlier' } },
        done: [
          { text: 'a | b', commands: 2, seconds: 60 },
          { text: 'save first.php', commands: 0, seconds: 0 },
        ],
      },
    ],
    site: { pages: 3, links: 7, broken: 1 },
    snippets,
  });
  expect(page).toContain(
    '| PHP | [clients/php/README.md](../../clients/php/README.md) | 2 | 1 | 1.0 | 2026-01-01 |',
  );
  expect(page).toContain('UTC, commit earlier.');
  expect(page).toContain('| `a \\| b` | 2 | 60.0 |');
  expect(page).toContain('| broken links | 1 |');
});
