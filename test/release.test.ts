import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../scripts/bill/origin.ts';
import { verifyArtefact } from '../scripts/bill/verify-artefact.ts';
import { copyCommit, linkFolder, linkInstalled } from '../scripts/release/copy-commit.ts';
import { hasTypesJudge, JUDGE_COMMAND } from '../scripts/release/judge-package.ts';
import { PUBLISHED } from '../scripts/release/packages.ts';
import { tracked } from './sources.ts';

const ROOT = resolve('.');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const REPOSITORY = 'https://git.bank.example/titular';
const hasSetuptools = spawnSync('python3', ['-c', 'import setuptools.build_meta']).status === 0;
const canPack = hasSetuptools && hasTypesJudge(ROOT);
const HOW = canPack ? '' : ` (python3 with setuptools, ${JUDGE_COMMAND})`;
/** Builds every page and packs the program, on a machine that does other things. */
const RELEASE_MS = 1_200_000;

let directory: string;
let checkout: string;
let out: string;

const git = (...words: string[]): string => {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...person, ...words], { cwd: checkout, encoding: 'utf8' });
};
const commands = (...words: string[]): string[] => [
  '--disable-warning=ExperimentalWarning',
  'scripts/release.ts',
  ...['--out', out, ...words],
];
const release = (...words: string[]) =>
  spawnSync(process.execPath, commands(...words), { cwd: checkout, encoding: 'utf8' });
const edit = (file: string, change: (text: string) => string): void =>
  writeFileSync(join(checkout, file), change(readFileSync(join(checkout, file), 'utf8')));
const undo = (): string => git('reset', '--quiet', '--hard', 'start');
/** Files below the output, those with a dot included. */
const written = (): string[] => (existsSync(out) ? readdirSync(out) : []);

/** A checkout of what lies in the tree, committed or not, on its own main. */
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'titular-release-'));
  [checkout, out] = [join(directory, 'checkout'), join(directory, 'out')];
  for (const file of tracked.filter((path) => existsSync(path))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    copyFileSync(file, join(checkout, file));
  }
  linkInstalled(ROOT, checkout);
  if (hasTypesJudge(ROOT))
    linkFolder(join(ROOT, 'runtimes/node_modules'), join(checkout, 'runtimes/node_modules'), []);
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  git('tag', 'start');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('npm run release is refused', () => {
  test('beside main, and with changes in the tree, both told', () => {
    git('switch', '--quiet', '--create', 'beside');
    writeFileSync(join(checkout, 'stray.txt'), '');
    const { status, stderr } = release();
    rmSync(join(checkout, 'stray.txt'));
    git('switch', '--quiet', 'main');
    expect([status, stderr]).toEqual([
      1,
      'A release is made on main: this is beside.\nThe tree has changes: commit or remove stray.txt first.\n',
    ]);
    expect(written()).toEqual([]);
  });

  test('for a version that is too low, and for a changelog without its section', () => {
    const low = release('--version', '0.0.1');
    expect([low.status, low.stderr]).toEqual([
      1,
      `0.0.1 is too low: ${version} is the lowest, because it is the first release.\n`,
    ]);
    const { status, stderr } = release('--version', '9.0.0');
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual(
      PUBLISHED.map(
        ({ changelog }) => `${changelog} has no section 9.0.0: begin one with "## 9.0.0, not released yet".`,
      ),
    );
    expect(written()).toEqual([]);
  });

  test('for a change of the contract that breaks clients, whatever is asked', () => {
    edit('docs/contract/v1-baseline.json', (text) => {
      const contract = JSON.parse(text);
      contract.paths['/api/public/v1/gone'] = contract.paths['/api/public/v1/limits'];
      return JSON.stringify(contract);
    });
    git('commit', '--quiet', '--all', '--message', 'Another contract');
    const { status, stderr } = release('--version', '9.0.0');
    undo();
    expect([status, stderr]).toEqual([
      1,
      'Clients of version 1 would break: GET /api/public/v1/gone is gone.\n',
    ]);
  });

  test('for a key and an output that are none, in a sentence each', () => {
    const none = join(directory, 'none');
    const refused = [release('--sign-key', none), release('--out', join(checkout, 'package.json'))];
    expect(refused.map(({ status, stderr }) => [status, stderr.trim().split('\n').length])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(refused[0]?.stderr).toContain(none);
  });

  test('without python3 that has setuptools, before anything is made', () => {
    const programs = mkdtempSync(join(directory, 'programs-'));
    writeFileSync(join(programs, 'python3'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const place = `PATH=${programs}:/usr/local/bin:/usr/bin:/bin`;
    const words = [place, process.execPath, ...commands()];
    const { status, stdout, stderr } = spawnSync('env', words, { cwd: checkout, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('python3 -m pip install setuptools');
    expect(stdout).not.toContain('Copy of the commit');
    expect(written()).toEqual([]);
  });

  test('for an option that it does not have, with its help', () => {
    const { status, stderr } = release('--publish');
    expect(status).toBe(2);
    expect(stderr).toContain("Unknown option '--publish'");
    expect(stderr).toContain('--no-dry');
    const help = release('--help');
    expect([help.status, help.stdout.split('\n')[0]]).toEqual([
      0,
      'Makes everything of a release but its publishing, and prints the commands that publish it.',
    ]);
  });
});

test('with --no-dry it writes version and day for a commit, and packs nothing', () => {
  const next = '9.0.0';
  for (const { changelog } of PUBLISHED)
    edit(changelog, (text) => text.replace(/^## /m, `## ${next}, not released yet\n\n- One.\n\n## `));
  git('commit', '--quiet', '--all', '--message', 'Begin the next');
  const { status, stdout, stderr } = release('--no-dry', '--version', next);
  const changed = git('diff', '--name-only').trim().split('\n');
  const text = git('diff');
  undo();
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('packages/client/package.json');
  expect(changed).toEqual(
    expect.arrayContaining([
      ...['package.json', 'package-lock.json', 'clients/python/pyproject.toml'],
      ...['clients/php/composer.json', 'clients/php/src/Titular.php'],
    ]),
  );
  for (const { changelog } of PUBLISHED) expect(changed).toContain(changelog);
  expect(changed).toContain('docs/contract/changelog.md');
  expect(text).toMatch(new RegExp(`^\\+## ${next}, \\d{4}-\\d{2}-\\d{2}$`, 'm'));
  const wrong = text.split('\n').filter((line) => /^\+(?!\+\+ )/.test(line) && !line.includes(next));
  expect(wrong).toEqual([]);
  expect(written()).toEqual([]);
});

test('a copy is of the commit that was checked, whatever is committed meanwhile', async () => {
  const place = join(directory, 'copy');
  git('commit', '--quiet', '--allow-empty', '--message', 'Meanwhile');
  await copyCommit(checkout, place, git('rev-parse', 'start').trim(), new AbortController().signal);
  undo();
  expect(git('-C', place, 'rev-parse', 'HEAD')).toBe(git('rev-parse', 'start'));
});

test('what a run that was killed left below the output goes with the next run, and that of a running one stays', () => {
  const { pid: ended } = spawnSync('true');
  const places = [ended, process.pid].map((pid) => join(out, `.new-${pid}`));
  for (const place of places) mkdirSync(join(place, 'copy'), { recursive: true });
  release('--version', '0.0.1');
  expect(written()).toEqual([`.new-${process.pid}`]);
  rmSync(out, { recursive: true });
});

/** Processes that work in a directory or below it. */
const workingBelow = (place: string): string[] =>
  spawnSync('sh', ['-c', `readlink /proc/[0-9]*/cwd | grep -c "^${place}"`], {
    encoding: 'utf8',
  }).stdout.trim() === '0'
    ? []
    : [place];

test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'by %s in the middle of the builds it ends with 130, its compilers too, and leaves nothing',
  async (signal) => {
    const child: ChildProcess = spawn(process.execPath, commands(), {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    await eventually(() => expect(text).toContain('Copy of the commit'));
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
    expect(text).toContain('Interrupted: nothing was kept.');
    expect(written()).toEqual([]);
    await eventually(() => expect(workingBelow(out)).toEqual([]));
    expect(git('status', '--porcelain', '--ignored')).not.toContain('dist');
  },
);

/** Where a packed package says that its sources lie; wheels and archives of Python say it in their metadata. */
function sourcesOf(name: string): string | undefined {
  const file = join(out, version, name);
  const read = (program: string, ...words: string[]): string =>
    execFileSync(program, words, { encoding: 'utf8' });
  if (name.endsWith('.tgz')) {
    const { repository } = JSON.parse(read('tar', '-xzOf', file, 'package/package.json'));
    return /^git\+(.+)\.git$/.exec(repository?.url)?.[1];
  }
  const metadata = name.endsWith('.whl')
    ? read('unzip', '-p', file, '*/METADATA')
    : read('tar', '-xzOf', file, '--wildcards', '*/PKG-INFO');
  return /^Project-URL: Repository, (.+)$/m.exec(metadata)?.[1];
}

test.runIf(canPack)(
  `it builds, packs, judges, bills and signs everything below its output, changes nothing in the tree, and prints what to run${HOW}`,
  () => {
    const before = git('status', '--porcelain', '--ignored');
    const [secret, key] = [join(directory, 'release.key'), join(directory, 'release.pub')];
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(secret, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
    writeFileSync(key, publicKey.export({ format: 'pem', type: 'spki' }));
    const { status, stdout, stderr } = release('--sign-key', secret, '--repository', REPOSITORY);
    expect([status, stderr]).toEqual([0, '']);
    expect(git('status', '--porcelain', '--ignored')).toBe(before);
    expect(written()).toEqual([version]);
    const names = readdirSync(join(out, version));
    const archives = names.filter((name) => /\.(tgz|whl|tar\.gz)$/.test(name));
    expect(archives).toHaveLength(PUBLISHED.length + 1);
    const sums = readFileSync(join(out, version, 'SHA256SUMS'), 'utf8');
    for (const name of archives) {
      const { problems, source, isSigned } = verifyArtefact(join(out, version, name), key);
      expect([name, problems, isSigned]).toEqual([name, [], true]);
      expect(source).toContain(git('rev-parse', 'start').trim());
      expect(sums).toContain(`${sha256Of(readFileSync(join(out, version, name)))}  ${name}\n`);
      expect(stdout).toContain(`${version}/${name}`);
    }
    expect(stdout.match(/npm publish \S+ --provenance --access public/g)).toHaveLength(PUBLISHED.length - 1);
    for (const name of archives) expect([name, sourcesOf(name)]).toEqual([name, REPOSITORY]);
    expect(stdout).toContain(`git tag --annotate v${version}`);
    for (const [tarball, page] of [
      [/^titular-client.*tgz$/, 'docs/clients/in-common.md'],
      [/^titular-\d.*tgz$/, 'docs/command-line.md'],
    ] as const) {
      const file = join(out, version, names.find((name) => tarball.test(name)) ?? '');
      const front = execFileSync('tar', ['-xzOf', file, 'package/README.md'], { encoding: 'utf8' });
      expect(front).toContain(`](${REPOSITORY}/blob/v${version}/${page})`);
    }
  },
  RELEASE_MS,
);
