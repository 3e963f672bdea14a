import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findKind, KINDS, nextSteps } from '../src/kinds.ts';
import { HELP, parseOptions } from '../src/options.ts';
import { nameOf, writeProject } from '../src/project.ts';
import { type Packed, packAll, type Running, start } from './packed.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const MAX_RECEIVER_LINES = 60;

let packed: Packed;
let count = 0;
/** A directory of its own for a test. */
const place = (): string => {
  const made = join(packed.directory, `place-${++count}`);
  mkdirSync(made);
  return made;
};
const create = (cwd: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Running =>
  start(packed.program, words, cwd, env);
const listBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(directory, path)).isFile())
    .toSorted();

beforeAll(async () => {
  packed = await packAll();
});
afterAll(() => rmSync(packed.directory, { recursive: true, force: true }));

describe('the words after the name of the program', () => {
  test.each([
    [['shop'], { kind: 'make', directory: 'shop', project: undefined }],
    [['shop', '--kind', 'shop'], { kind: 'make', directory: 'shop', project: findKind('shop') }],
    [['--kind=receiver', '.'], { kind: 'make', directory: '.', project: findKind('2') }],
    [['--help'], { kind: 'help' }],
    [[], { kind: 'wrong', problem: 'The directory is missing.' }],
    [['', '--kind', 'shop'], { kind: 'wrong', problem: 'The directory is missing.' }],
    [['a', 'b'], { kind: 'wrong', problem: '"b" is not expected here.' }],
    [['a', '--kind', 'store'], { kind: 'wrong', problem: '"store" is no kind of project.' }],
    [['a', '--force'], { kind: 'wrong', problem: expect.stringContaining("Unknown option '--force'") }],
  ])('%j', (words, expected) => {
    expect(parseOptions(words)).toEqual(expected);
  });

  test('make a name for npm of the directory', () => {
    expect(['My Shop', './a/Über_shop', '--x', '/'].map(nameOf)).toEqual([
      'my-shop',
      'ber-shop',
      'x',
      'project',
    ]);
    expect(nameOf(`${'a'.repeat(213)}--b`)).toBe('a'.repeat(213));
  });
});

describe('the commands that are printed', () => {
  const [, receiver] = KINDS;
  if (!receiver) throw new Error('there is no receiver');
  const enter = (place: string, platform: NodeJS.Platform): string | undefined =>
    nextSteps(place, receiver, platform)[0];

  test.each([
    ['my shop', "cd 'my shop'", 'cd "my shop"'],
    ["it's ours", "cd 'it'\\''s ours'", 'cd "it\'s ours"'],
    ['--dry-run', 'cd ./--dry-run', 'cd .\\--dry-run'],
    ['shop', 'cd shop', 'cd shop'],
    ['a&b', "cd 'a&b'", 'cd "a&b"'],
    ['..\\shop', "cd '..\\shop'", 'cd ..\\shop'],
    ['D:\\my shop', "cd 'D:\\my shop'", 'pushd "D:\\my shop"'],
  ])('enter %s in the shells of POSIX and of Windows', (place, posix, windows) => {
    expect([enter(place, 'darwin'), enter(place, 'win32')]).toEqual([posix, windows]);
  });

  test('are commands in every shell, without a comment, which some take for a command', () => {
    for (const kind of KINDS)
      for (const platform of ['linux', 'win32'] as const)
        expect(nextSteps('', kind, platform).filter((line) => !line.startsWith('npm '))).toEqual([]);
  });
});

describe('npm create titular', () => {
  test('makes the shop of the example, file by file, and prints what to type next', async () => {
    const cwd = place();
    const run = create(cwd, ['my shop', '--kind', 'shop']);
    expect(await run.ended).toBe(0);
    expect(run.output()).toContain("\n  cd 'my shop'\n  npm install\n  npm start -- --data ");
    const example = join(ROOT, 'examples/shop');
    const taken = ['src', 'public'].flatMap((part) =>
      listBelow(join(example, part)).map((path) => join(part, path)),
    );
    for (const path of taken)
      expect(readFileSync(join(cwd, 'my shop', path), 'utf8')).toBe(
        readFileSync(join(example, path), 'utf8'),
      );
    expect(listBelow(join(cwd, 'my shop'))).toEqual(
      [...taken, '.gitignore', 'README.md', 'package.json'].toSorted(),
    );
    const { name, dependencies } = JSON.parse(readFileSync(join(cwd, 'my shop/package.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8'));
    expect([name, dependencies]).toEqual(['my-shop', { '@titular/client': version }]);
  });

  test('prints a command that enters the directory, whatever it is called', async () => {
    const cwd = place();
    for (const [word, named] of [
      ['./--dry-run', './--dry-run'],
      ["./it's Ours", "'it'\\''s Ours'"],
      ['deep/er', 'deep/er'],
    ] as const) {
      const run = create(cwd, [word, '--kind', 'receiver']);
      expect(await run.ended).toBe(0);
      expect(run.output()).toContain(`\n  cd ${named}\n`);
      expect(run.output()).toContain('. Put the secret of your webhook endpoint into its .env. Next:\n');
      expect(existsSync(join(cwd, word, 'package.json'))).toBe(true);
    }
  });

  test(`makes a receiver of at most ${MAX_RECEIVER_LINES} lines, in an empty directory that is there too`, async () => {
    const cwd = place();
    const run = create(cwd, ['.', '--kind', 'receiver']);
    expect(await run.ended).toBe(0);
    expect(run.output()).not.toContain('cd ');
    expect(listBelow(cwd)).toEqual(['.env', '.gitignore', 'README.md', 'package.json', 'src/receiver.ts']);
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toMatch(/^\.env$/m);
    // A secret comes into it, and whoever edits a file keeps its mode.
    expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
    const lines = readFileSync(join(cwd, 'src/receiver.ts'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(MAX_RECEIVER_LINES);
  });

  test('makes a project in a repository that is empty still, and leaves .git as it is', async () => {
    const cwd = place();
    mkdirSync(join(cwd, '.git'));
    writeFileSync(join(cwd, '.git/HEAD'), 'ref: refs/heads/main\n');
    const run = create(cwd, ['.', '--kind', 'receiver']);
    expect(await run.ended).toBe(0);
    expect(listBelow(cwd)).toEqual(
      ['.env', '.git/HEAD', '.gitignore', 'README.md', 'package.json', 'src/receiver.ts'].toSorted(),
    );
  });

  test('refuses a directory that is not empty, and a file, and leaves both as they are', async () => {
    const cwd = place();
    mkdirSync(join(cwd, 'full'));
    writeFileSync(join(cwd, 'full/mine.txt'), 'mine');
    for (const [name, problem] of [
      ['full', 'full is not empty: name a new directory.'],
      ['full/mine.txt', 'full/mine.txt is a file.'],
    ] as const) {
      const run = create(cwd, [name, '--kind', 'shop']);
      expect([await run.ended, run.output()]).toEqual([1, `${problem}\n`]);
    }
    expect(listBelow(cwd)).toEqual(['full/mine.txt']);
  });

  test('without a terminal and a kind it says what is missing, and writes nothing', async () => {
    const cwd = place();
    const run = create(cwd, ['shop']);
    expect([await run.ended, run.output()]).toEqual([2, `--kind is missing.\n\n${HELP}`]);
    expect(readdirSync(cwd)).toEqual([]);
    const help = create(cwd, ['--help']);
    expect([await help.ended, help.output()]).toEqual([0, HELP]);
  });
});

describe('what is made is whole or not there', () => {
  const files = (...paths: string[]) => paths.map((path) => ({ path, bytes: Buffer.from(path) }));

  test('where writing fails: directories that it made are gone, those that were there are empty', () => {
    const cwd = place();
    const impossible = files('a.txt', 'b', 'b/c.txt');
    expect(() => writeProject(join(cwd, 'new/deep'), impossible)).toThrow();
    expect(readdirSync(cwd)).toEqual([]);
    mkdirSync(join(cwd, 'there'));
    expect(() => writeProject(join(cwd, 'there'), impossible)).toThrow();
    expect(readdirSync(join(cwd, 'there'))).toEqual([]);
    writeProject(join(cwd, 'there'), files('a.txt', 'b/c.txt'));
    expect(listBelow(cwd)).toEqual(['there/a.txt', 'there/b/c.txt']);
  });

  test('where the directory cannot be made it is told in a sentence', async () => {
    const cwd = place();
    symlinkSync('nowhere/at/all', join(cwd, 'link'));
    const run = create(cwd, ['link', '--kind', 'shop']);
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^Nothing was made: .*\n$/);
  });

  /** Sends the signal to the program itself as it writes its third file, before it goes on. */
  const INTERRUPTS = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const write = fs.writeFileSync;
    let count = 0;
    fs.writeFileSync = (...given) => {
      if (++count === 3) process.kill(process.pid, 'SIGNAL');
      return write(...given);
    };
    syncBuiltinESMExports();
  `;
  test.each(['SIGINT', 'SIGTERM'])('where %s comes in the middle of writing', async (signal) => {
    const cwd = place();
    const script = encodeURIComponent(INTERRUPTS.replace('SIGNAL', signal));
    const run = create(cwd, ['shop', '--kind', 'shop'], {
      NODE_OPTIONS: `--import=data:text/javascript,${script}`,
    });
    expect(await run.ended).toBe(0);
    expect(listBelow(join(cwd, 'shop'))).toContain('package.json');
    expect(readdirSync(join(cwd, 'shop')).filter((name) => name.startsWith('.create'))).toEqual([]);
  });
});

const hasTerminals = existsSync('/usr/bin/script');
if (!hasTerminals)
  console.log('create-titular: no program "script" here, so questions in a terminal are left out');

describe.runIf(hasTerminals)('in a terminal', () => {
  const inTerminal = (cwd: string): Running =>
    start('script', ['--quiet', '--return', '--command', `"${packed.program}" made`, '/dev/null'], cwd, {
      TERM: 'xterm',
    });

  test('the kind is asked until an answer fits, by number or name', async () => {
    const cwd = place();
    const run = inTerminal(cwd);
    await eventually(() => expect(run.output()).toContain('Number or name: '));
    for (const { name, what } of KINDS) expect(run.output()).toMatch(new RegExp(`\\d  ${name} +${what}`));
    run.write('store\r');
    await eventually(() => expect(run.output().match(/Number or name: /g)?.length).toBeGreaterThan(1));
    run.write('2\r');
    expect(await run.ended).toBe(0);
    expect(listBelow(join(cwd, 'made'))).toContain('src/receiver.ts');
  });

  test('Ctrl-C at the question makes nothing', async () => {
    const cwd = place();
    const run = inTerminal(cwd);
    await eventually(() => expect(run.output()).toContain('Number or name: '));
    run.write('\u0003');
    expect(await run.ended).toBe(130);
    expect(run.output()).toContain('Nothing was made.');
    expect(readdirSync(cwd)).toEqual([]);
  });
});
