import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readZip } from '../scripts/bill/read-zip.ts';
import type { Change } from '../scripts/contract/compare-schemas.ts';
import { publishingCommands } from '../scripts/release/commands.ts';
import { contentProblems, summarise } from '../scripts/release/contents.ts';
import { decideVersion, newestOf } from '../scripts/release/decide-version.ts';
import {
  nameRepository,
  parseRepository,
  repositoryOf,
  setRepository,
} from '../scripts/release/name-repository.ts';
import { PUBLISHED } from '../scripts/release/packages.ts';
import { publishedManifest } from '../scripts/release/published-manifest.ts';
import { setInText } from '../scripts/release/set-version.ts';
import { makeZip } from '../scripts/release/zip.ts';

const added: Change = { kind: 'added', where: 'GET /persons', what: 'is new' };
const notable: Change = { kind: 'notable', where: 'GET /calls 200', what: 'the code 40400 is new' };
const breaking: Change = { kind: 'breaking', where: 'GET /limits', what: 'is gone' };

describe('the version of a release', () => {
  const grew = 'the contract grew: GET /persons is new';
  test.each([
    ['the first is what the tree says', { changes: [added] }, '0.1.0', 'it is the first release'],
    ['a later one is a patch', { released: '0.1.0' }, '0.1.1', 'the contract is that of 0.1.0'],
    ['what was added asks a minor', { released: '0.1.4', changes: [added] }, '0.2.0', grew],
    [
      'what is notable asks a minor, and the rest is counted',
      { released: '1.9.4', changes: [notable, added, added] },
      '1.10.0',
      'the contract grew: GET /calls 200 the code 40400 is new, and 2 more',
    ],
    [
      'a tree that is further stays so',
      { released: '0.1.0', current: '0.3.0' },
      '0.3.0',
      'the tree is at it',
    ],
    [
      'a tree that is too low is raised',
      { released: '0.9.0', current: '0.9.0' },
      '0.9.1',
      'the contract is that of 0.9.0',
    ],
    [
      'more than is needed may be asked',
      { released: '0.1.0', requested: '2.0.0' },
      '2.0.0',
      'it was asked for',
    ],
    ['the lowest may be asked', { released: '0.1.0', requested: '0.1.1' }, '0.1.1', 'it was asked for'],
  ])('%s', (_title, given, version, because) => {
    const decision = decideVersion({ released: undefined, current: '0.1.0', changes: [], ...given });
    expect(decision).toEqual({ kind: 'decided', version, because });
  });

  test.each([
    [
      'a breaking change, whatever is asked',
      { changes: [added, breaking], requested: '9.0.0' },
      /would break: GET \/limits is gone\.$/,
    ],
    [
      'a patch for what was added',
      { released: '0.1.0', changes: [added], requested: '0.1.9' },
      /^0\.1\.9 is too low: 0\.2\.0 is the lowest, because the contract grew: GET \/persons is new\.$/,
    ],
    [
      'a version that was released',
      { released: '0.2.0', requested: '0.2.0' },
      /^0\.2\.0 is too low: 0\.2\.1 is/,
    ],
    [
      'a first one below the tree',
      { requested: '0.0.9' },
      /^0\.0\.9 is too low: 0\.1\.0 is the lowest, because it is the first release\.$/,
    ],
    ['two numbers', { requested: '1.0' }, /^1\.0 is no version: three numbers, such as 0\.1\.0\.$/],
    ['a suffix', { requested: '1.0.0-beta' }, /is no version/],
    ['a zero before a number', { requested: '1.02.0' }, /is no version/],
  ])('is refused for %s', (_title, given, reason) => {
    const decision = decideVersion({ released: undefined, current: '0.1.0', changes: [], ...given });
    expect(decision).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
  });

  test('follows the newest tag by its numbers, of tags of releases alone', () => {
    expect(newestOf(['v0.9.0', 'v0.10.0', 'v0.2.9', 'nightly', 'v1.0', 'v2.0.0-rc.1', ''])).toBe('0.10.0');
    expect(newestOf(['main', ''])).toBe(undefined);
  });
});

describe('the files of a package', () => {
  const platform = `${process.platform}-${process.arch}`;
  test.each([
    ['dist/index.js', 'dist/index.js'],
    ['docs/guides/tokens.md', 'docs/**.md'],
    ['lib/node_modules/@titular/server/src/a/b.js', 'lib/node_modules/@titular/server/src/**.js'],
    ['lib/node_modules/@titular/server/package.json', 'lib/node_modules/@titular/server/package.json'],
    ['lib/node_modules/fastify/lib/a.js', 'lib/node_modules/fastify/**'],
    [
      'lib/node_modules/@titular/server/node_modules/a/b.js',
      'lib/node_modules/@titular/server/node_modules/a/**',
    ],
    ['lib/node_modules/a/node_modules/@b/c/d.js', 'lib/node_modules/a/node_modules/@b/c/**'],
    [`lib/node_modules/@img/sharp-${platform}/a.node`, 'lib/node_modules/@img/sharp-<platform>/**'],
    ['titular-0.1.0/PKG-INFO', 'titular-<version>/PKG-INFO'],
  ])('%s is listed as %s', (path, line) => {
    expect(summarise([path], '0.1.0')).toEqual([line]);
  });

  test('are those of the list: one more and one less are told', () => {
    const contents = { a: ['dist/**', 'one.js', 'two.js'] };
    expect(contentProblems('a', ['one.js', 'two.js', 'stray.key', 'dist/**'], '0.1.0', contents)).toEqual([
      'a: stray.key is packed and not listed.',
    ]);
    expect(contentProblems('a', ['one.js', 'dist/**'], '0.1.0', contents)).toEqual([
      'a: two.js is listed and not packed.',
    ]);
    expect(contentProblems('b', ['one.js'], '0.1.0', contents)).toEqual([
      'b: one.js is packed and not listed.',
    ]);
  });

  test('in a ZIP archive come out as they went in, and the same files are the same bytes', () => {
    const files = ['a', 'ä/b'].map((path) => ({ path, bytes: Buffer.from(path.repeat(500)) }));
    const archive = makeZip(files);
    expect(readZip(archive)).toEqual(files.map((file) => ({ ...file, kind: 'file' })));
    expect(makeZip(files).equals(archive)).toBe(true);
    archive.writeUInt8(archive.readUInt8(32) ^ 0xff, 32);
    expect(() => readZip(archive)).toThrow();
    expect(() => readZip(Buffer.from('PK'))).toThrow('the archive has no end');
  });
});

test('a published package.json has nothing of the repository, and no export of a source', () => {
  const types = { types: './dist/a.d.ts', default: './dist/a.js' };
  const exports = { '.': types, './location': './location.ts', './types': './dist/a.d.ts' };
  const manifest = {
    name: 'a',
    version: '1.0.0',
    private: false,
    scripts: {},
    devDependencies: {},
    exports,
    files: ['dist'],
  };
  expect(publishedManifest(manifest)).toEqual({
    ...{ name: 'a', version: '1.0.0', files: ['dist'] },
    exports: { '.': types, './types': './dist/a.d.ts' },
  });
  expect(publishedManifest({ name: 'a', version: '1.0.0' })).toEqual({ name: 'a', version: '1.0.0' });
});

describe('a new version', () => {
  const move = { from: '0.1.0', to: '0.2.0', day: '2026-02-28' };
  test.each([
    [
      'packages/a/package.json',
      '{\n  "version": "0.1.0",\n  "dependencies": {\n    "@titular/b": "0.1.0",\n    "other": "0.1.0"\n  }\n}\n',
      ['"version": "0.2.0"', '"@titular/b": "0.2.0"', '"other": "0.1.0"'],
    ],
    [
      'clients/python/pyproject.toml',
      'requires = ["setuptools>=0.1.0"]\nversion = "0.1.0"\n',
      ['>=0.1.0', 'version = "0.2.0"'],
    ],
    ['clients/python/titular/__init__.py', '__version__ = "0.1.0"\n', ['__version__ = "0.2.0"']],
    [
      'clients/php/composer.json',
      '{\n  "version": "0.1.0",\n  "require": { "php": ">=0.1.0" }\n}\n',
      ['"version": "0.2.0"', '>=0.1.0'],
    ],
    ['clients/php/src/Titular.php', "public const VERSION = '0.1.0';\n", ["VERSION = '0.2.0'"]],
    ['clients/go/client.go', 'const Version = "0.1.0"\n', ['const Version = "0.2.0"']],
    [
      'clients/java/src/titular/Titular.java',
      'public static final String VERSION = "0.1.0";\n',
      ['VERSION = "0.2.0"'],
    ],
    [
      'clients/java/pom.xml',
      '<artifactId>titular-client</artifactId>\n  <version>0.1.0</version>\n<artifactId>a</artifactId><version>0.1.0</version>',
      [
        'client</artifactId>\n  <version>0.2.0</version>',
        '<artifactId>a</artifactId><version>0.1.0</version>',
      ],
    ],
    ['clients/java/README.md', 'Take `titular:titular-client:0.1.0`.', ['titular-client:0.2.0']],
    [
      'docs/operations/install.md',
      'titular-0.1.0-linux-x64.tgz and titular:0.1.0',
      ['titular-0.2.0-linux-x64.tgz', 'titular:0.2.0'],
    ],
    ['packages/client/CHANGELOG.md', '## 0.2.0, not released yet\n\n- One.\n', ['## 0.2.0, 2026-02-28']],
    ['docs/contract/changelog.md', '## Not released yet\n\n- One.\n', ['## 0.2.0, 2026-02-28\n\n- One.']],
    ['docs/portal.md', 'Since 0.1.0.', ['0.1.0']],
  ])('stands in %s', (file, text, expected) => {
    const written = setInText(file, text, move);
    for (const part of expected) expect(written).toContain(part);
  });

  test('stands in the lockfile for workspaces, and for no installed package', () => {
    const lock = {
      version: '0.1.0',
      packages: {
        '': { version: '0.1.0' },
        'packages/a': { version: '0.1.0', dependencies: { '@titular/b': '0.1.0', other: '0.1.0' } },
        'node_modules/other': { version: '0.1.0' },
      },
    };
    const written = JSON.parse(setInText('package-lock.json', JSON.stringify(lock), move));
    expect(written).toEqual({
      version: '0.2.0',
      packages: {
        '': { version: '0.2.0' },
        'packages/a': { version: '0.2.0', dependencies: { '@titular/b': '0.2.0', other: '0.1.0' } },
        'node_modules/other': { version: '0.1.0' },
      },
    });
  });
});

test('the commands publish each archive with provenance, tag the commit, and freeze the contract; what is not committed comes first', () => {
  const archives = PUBLISHED.map((published) => ({ published, file: `out of/${published.key}` }));
  const repository = 'https://git.bank.example/titular';
  const given = { version: '0.2.0', commit: 'abc', archives, isPrepared: true, repository };
  const groups = publishingCommands(given).map(([, commands]) => commands);
  expect(groups[0]?.slice(0, 2)).toEqual([
    "npm publish './out of/titular' --provenance --access public",
    "npm publish './out of/@titular/client' --provenance --access public",
  ]);
  expect(groups[0]?.at(-1)).toBe("python3 -m twine upload 'out of/titular for Python'");
  expect(groups[0]).toHaveLength(PUBLISHED.length);
  expect(groups[1]).toEqual([
    "git tag --annotate v0.2.0 --message 'titular 0.2.0' abc",
    'git push origin v0.2.0',
  ]);
  expect(groups[2]?.[0]).toBe('npm run generate -- --release');
  const before = publishingCommands({ ...given, isPrepared: false }).map(([, commands]) => commands);
  expect(before[0]).toEqual([
    'npm run release -- --no-dry --version 0.2.0',
    'npm run generate',
    "git commit --all --message 'Release 0.2.0'",
    'npm run release -- --version 0.2.0 --repository https://git.bank.example/titular',
  ]);
  // The registry refuses provenance of a package that does not tell where its sources lie.
  const unnamed = publishingCommands({ ...given, repository: undefined }).map(([, commands]) => commands);
  expect(unnamed[0]?.[0]).toBe("npm publish './out of/titular' --access public");
  expect(before[2]?.[0]).toBe("git tag --annotate v0.2.0 --message 'titular 0.2.0'");
});

describe('the repository of a package', () => {
  test('is named with its folder, and nothing else of the package changes', () => {
    const address = parseRepository('https://git.bank.example/team/titular.git/');
    expect(address).toBe('https://git.bank.example/team/titular');
    const written = (folder: string) =>
      JSON.parse(setRepository('{"name":"a","exports":{}}', address, folder));
    const repository = { type: 'git', url: 'git+https://git.bank.example/team/titular.git' };
    expect(written('.')).toEqual({ name: 'a', exports: {}, repository });
    expect(written('packages/a')).toMatchObject({ repository: { directory: 'packages/a' } });
    expect([repositoryOf(written('.')), repositoryOf({})]).toEqual([address, undefined]);
  });

  test.each([
    '',
    'titular',
    'http://git.bank.example/a',
    'https://git.bank.example',
    'https://u:p@git.bank.example/a',
    'https://git.bank.example/a?b',
    'git@git.bank.example:a',
  ])('is none at %j', (given) =>
    expect(() => parseRepository(given)).toThrow('--repository must be an https address'),
  );

  test('is written into all that is published of a copy', () => {
    const copy = mkdtempSync(join(tmpdir(), 'titular-copy-'));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    for (const { folder, form } of PUBLISHED) {
      const file = join(folder, form === 'python' ? 'pyproject.toml' : 'package.json');
      mkdirSync(join(copy, folder), { recursive: true });
      copyFileSync(file, join(copy, file));
    }
    nameRepository(copy, 'https://git.bank.example/titular');
    const client = JSON.parse(readFileSync(join(copy, 'packages/client/package.json'), 'utf8'));
    expect(client).toMatchObject({
      name: '@titular/client',
      repository: { url: 'git+https://git.bank.example/titular.git', directory: 'packages/client' },
    });
    expect(readFileSync(join(copy, 'clients/python/pyproject.toml'), 'utf8')).toContain(
      '\n\n[project.urls]\nRepository = "https://git.bank.example/titular"\n\n[project.optional-dependencies]\n',
    );
  });

  test('is named by no file of the tree, because no public address is known here', () => {
    for (const { folder, form } of PUBLISHED)
      if (form !== 'python')
        expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).not.toHaveProperty(
          'repository',
        );
  });
});
