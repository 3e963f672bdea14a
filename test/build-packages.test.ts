import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildPackage, isBuilt } from '../scripts/build/build-package.ts';
import { findProgram, PROGRAMS } from '../scripts/build/find-program.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-build-'));
  await mkdir(join(directory, 'src'));
  await writeFile(join(directory, 'src/page.ts'), 'one');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const write = (text: string) => async (draft: string) => {
  await writeFile(join(draft, 'a.js'), text);
  await writeFile(join(draft, 'b.js'), text);
};
const built = async (): Promise<string[]> =>
  Promise.all(['a.js', 'b.js'].map((name) => readFile(join(directory, 'dist', name), 'utf8')));

test('a package is built once, and again when any of its sources changes, comes or goes (D15)', async () => {
  expect(await isBuilt(directory)).toBe(false);
  await buildPackage(directory, write('first'));
  expect(await built()).toEqual(['first', 'first']);
  expect(await isBuilt(directory)).toBe(true);
  const changes = [
    () => writeFile(join(directory, 'src/page.ts'), 'two'),
    () => writeFile(join(directory, 'src/new.ts'), ''),
    () => rm(join(directory, 'src/new.ts')),
    () => rm(join(directory, 'dist'), { recursive: true }),
  ];
  for (const change of changes) {
    await change();
    expect(await isBuilt(directory)).toBe(false);
    await buildPackage(directory, write('again'));
    expect(await isBuilt(directory)).toBe(true);
  }
  expect((await readdir(directory)).sort()).toEqual(['dist', 'src']);
});

test('a build that fails leaves what was there', async () => {
  await buildPackage(directory, write('first'));
  const failing = buildPackage(directory, async (draft) => {
    await writeFile(join(draft, 'a.js'), 'half');
    throw new Error('the build broke');
  });
  await expect(failing).rejects.toThrow('the build broke');
  expect(await built()).toEqual(['first', 'first']);
  expect((await readdir(directory)).sort()).toEqual(['dist', 'src']);
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a build that %s ends in its middle leaves what was there, and its half goes with the next one (D15)',
  async (signal) => {
    await buildPackage(directory, write('first'));
    const program = `
      import { writeFileSync } from 'node:fs';
      import { buildPackage } from ${JSON.stringify(new URL('../scripts/build/build-package.ts', import.meta.url).href)};
      await buildPackage(${JSON.stringify(directory)}, async (draft) => {
        writeFileSync(draft + '/a.js', 'half');
        console.log('half');
        await new Promise((resolve) => setInterval(resolve, 1_000_000));
      });`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program]);
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    expect(await built()).toEqual(['first', 'first']);
    expect(await isBuilt(directory)).toBe(true);
    await buildPackage(directory, write('second'));
    expect(await built()).toEqual(['second', 'second']);
    expect((await readdir(directory)).sort()).toEqual(['dist', 'src']);
  },
);

test('of two builds at once one stays whole', async () => {
  await Promise.all([buildPackage(directory, write('one')), buildPackage(directory, write('two'))]);
  const [a, b] = await built();
  expect(a).toBe(b);
});

test('a start builds nothing where the pages are those of the sources, and writes nothing (D14)', async () => {
  const build = () => execFileSync('npm', ['run', '--silent', 'build']);
  build();
  const paths = ['capture-page', 'web-sdk', 'client'].flatMap((name) =>
    ['', 'dist', 'dist/.built-from'].map((path) => join('packages', name, path)),
  );
  const stateOf = async (path: string) => {
    const { ino, mtimeMs, ctimeMs } = await stat(path);
    return { path, ino, mtimeMs, ctimeMs };
  };
  const before = await Promise.all(paths.map(stateOf));
  build();
  expect(await Promise.all(paths.map(stateOf))).toEqual(before);
});

const SCRIPT = new URL('../scripts/build-packages.ts', import.meta.url).pathname;
const look = (names: readonly string[]) =>
  spawnSync(process.execPath, [SCRIPT, '--start', ...names], { encoding: 'utf8' });
const BUILT = `${join(process.cwd(), PROGRAMS.built)}\n`;

test('npm start only looks where the pages are built, and builds them where npm ran no scripts (P60, S51)', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['start']).toMatch(
    /^program=\$\(node scripts\/build-packages\.ts --start capture-page docs-site portal web-sdk cli\) && .* "\$program" serve$/,
  );
  execFileSync('npm', ['run', '--silent', 'build']);
  expect(look(['capture-page', 'docs-site', 'portal', 'web-sdk', 'cli'])).toMatchObject({
    ...{ status: 0, stderr: '', stdout: BUILT },
  });
  const buildScript = new URL('../scripts/build/build-package.ts', import.meta.url).href;
  await writeFile(
    join(directory, 'build.ts'),
    `import { writeFileSync } from 'node:fs';
    import { buildPackage } from ${JSON.stringify(buildScript)};
    await buildPackage(import.meta.dirname, async (draft) => writeFileSync(draft + '/a.js', 'built'));`,
  );
  const name = relative('packages', directory);
  expect(look([name])).toMatchObject({
    ...{ status: 0, stdout: BUILT },
    stderr: `Building ${name}: not built from these sources yet.\n`,
  });
  expect(await readdir(join(directory, 'dist'))).toContain('a.js');
  expect(look([name])).toMatchObject({ status: 0, stderr: '', stdout: BUILT });
});

test.each([
  ['nothing', [], PROGRAMS.built, 0],
  ['the documentation site', ['docs-site'], PROGRAMS.built, 0],
  ['the service', ['cli'], PROGRAMS.fromSources, 1],
  ['the service and the documentation site', ['docs-site', 'cli'], PROGRAMS.fromSources, 1],
  ['a page', ['portal'], undefined, 2],
  ['the service and a page', ['portal', 'cli'], undefined, 3],
])(
  'where nothing can be built and %s changed, a start chooses what is of the sources (S51)',
  (_what, stale, program, count) => {
    const found = findProgram(stale);
    expect(found.program).toBe(program);
    expect(found.lines).toHaveLength(count);
    for (const line of found.lines.slice(-1)) expect(line).toContain('"npm ci"');
  },
);

test('npm ci builds the client too, so that the programs of the guides run as they are written (D26)', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['prepare']).toMatch(/^node scripts\/build-packages\.ts && /);
  execFileSync('npm', ['run', '--silent', 'prepare']);
  expect(look(['client'])).toMatchObject({ status: 0, stderr: '' });
});
