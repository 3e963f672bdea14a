import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { refusal, startScripted, status } from '@titular/test-kit/services/scripted-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTypesJudge, judgeTypes, lintPackage } from '../../../scripts/release/judge-package.ts';
import manifest from '../package.json' with { type: 'json' };

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(PACKAGE, '../..');
const CONSUMER = join(PACKAGE, 'test/consumer');
const run = promisify(execFile);

/** What only some tests need is no part of `npm ci`: older Node.js, and a judge of types with the compiler it brings. */
const RUNTIMES = join(ROOT, 'runtimes');
const areInstalled = hasTypesJudge(ROOT);
const HOW = areInstalled ? '' : ' (npm ci --prefix runtimes)';
const inRuntimes = createRequire(join(RUNTIMES, 'package.json'));

let directory: string;
let tarball: string;
let files: string[];

/** Packs what was built, and installs the tarball where nothing else is, without a network or a cache. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-consumer-'));
  const flags = ['--json', '--ignore-scripts', '--pack-destination', directory];
  const packed = execFileSync('npm', ['pack', ...flags], { cwd: PACKAGE, encoding: 'utf8' });
  const [facts] = Object.values(JSON.parse(packed)) as { filename: string; files: { path: string }[] }[];
  tarball = join(directory, facts?.filename ?? '');
  files = facts?.files.map(({ path }) => path) ?? [];
  await writeFile(join(directory, 'package.json'), '{"name":"shop","type":"module","private":true}');
  const install = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(directory, 'cache'),
    tarball,
  ];
  execFileSync('npm', install, { cwd: directory, stdio: 'pipe' });
  for (const file of ['program.ts', 'run.mjs']) await copyFile(join(CONSUMER, file), join(directory, file));
});
afterAll(() => rm(directory, { recursive: true }));

describe('the package', () => {
  test('depends on no package, and its one module names no other and nothing of one platform alone', async () => {
    expect(Object.keys(manifest)).not.toContain('dependencies');
    expect(Object.keys(manifest)).not.toContain('peerDependencies');
    const code = (await readFile(join(PACKAGE, 'dist/index.js'), 'utf8')).replace(
      /\/\*[\s\S]*?\*\/|\/\/.*/g,
      '',
    );
    expect(code).not.toMatch(/^import\b|\bimport\s*\(|\brequire\(|\bfrom\s*["']/m);
    const ofOnePlatform =
      /(?<![\w"'.])(?:process|Buffer|global|window|document|setImmediate|Deno)\s*[.([]|\bnode:/g;
    expect(code.match(ofOnePlatform)).toBe(null);
  });

  test('weighs no more than 18 kB on its way, comments and all', async () => {
    expect(gzipSync(await readFile(join(PACKAGE, 'dist/index.js'))).length).toBeLessThan(18_000);
  });

  test('is found sound by publint', async () => {
    expect(await lintPackage(await readFile(tarball))).toEqual([]);
  });

  test.runIf(areInstalled)(`has types that every resolution of modules finds right${HOW}`, async () => {
    expect(await judgeTypes(ROOT, await readFile(tarball))).toEqual([]);
  });

  test('has declarations that name nothing outside of it', async () => {
    for (const file of files.filter((one) => one.endsWith('.d.ts'))) {
      const text = await readFile(join(PACKAGE, file), 'utf8');
      const named = [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]|<reference ([^>]+)>/g)].map(
        ([, target, reference]) => target ?? reference ?? '',
      );
      const wrong = named.filter(
        (one) => !one.startsWith('.') || !files.includes(join(dirname(file), one.replace(/\.js$/, '.d.ts'))),
      );
      expect(wrong, file).toEqual([]);
    }
  });
});

describe('a project that installs it without a network', () => {
  const strict = {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const BROWSER = { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] };
  const NODE = { lib: ['ES2022'], types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] };
  const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler' };
  const newest = join(ROOT, 'node_modules/typescript/bin/tsc');

  async function compile(name: string, compiler: string, options: object): Promise<string> {
    const folder = join(directory, name.replaceAll(/\W/g, '-'));
    await mkdir(folder);
    const config = join(folder, 'tsconfig.json');
    const compilerOptions = { ...strict, ...options };
    await writeFile(config, JSON.stringify({ compilerOptions, files: [join(directory, 'program.ts')] }));
    const { stdout } = await run(process.execPath, [compiler, '-p', config]).catch(
      (error: { stdout: string }) => error,
    );
    return stdout;
  }

  test.each([
    ['the types of Node.js', NODE],
    ['the types of browsers', BROWSER],
    ['a bundler', { ...BROWSER, ...BUNDLER }],
  ])('compiles a program against it with %s', async (name, options) => {
    expect(await compile(name, newest, options)).toBe('');
  });

  test.runIf(areInstalled)(
    `compiles a program against it with a compiler of two years ago${HOW}`,
    async () => {
      const core = createRequire(inRuntimes.resolve('@arethetypeswrong/core'));
      const older = join(core.resolve('typescript/package.json'), '../bin/tsc');
      expect(await compile('older', older, BROWSER)).toBe('');
    },
  );

  async function runOn(version: string, node: string): Promise<void> {
    const service = await startScripted();
    service.script.push(...Array(6).fill(status('waiting')), refusal('40401'));
    const secret = webhookSecret(randomBytes(32));
    const payload = JSON.stringify({ id: 'event', type: 'transaction.finished' });
    const headers = signWebhook('event', new Date(), payload, [secret]);
    const given = JSON.stringify({ baseUrl: service.url, payload, headers, secret });
    // Nobody is at the port of this proxy, which is for none of these requests.
    const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' };
    const { stdout, stderr } = await run(node, [join(directory, 'run.mjs'), given], { cwd: directory, env });
    expect(stdout).toMatch(new RegExp(`^${version}\\.\\d+\\.\\d+ transaction\\.finished\n$`));
    const warnings = /^.*(?:ExperimentalWarning: The Ed25519|UNDICI-EHPA).*\n(?:.*--trace-warnings.*\n)?/gm;
    expect(stderr.replace(warnings, '')).toBe('');
    expect(service.tokenRequests.length).toBe(7);
  }

  test('runs on Node.js v24', () => runOn('v24', process.execPath));

  // The older ones are packages for Linux; a developer's other machine goes without them.
  test.runIf(areInstalled && process.platform === 'linux').each(['20', '22'])(
    `runs on Node.js v%s${HOW}`,
    (version) =>
      runOn(`v${version}`, join(RUNTIMES, `node_modules/node-${version}-linux-${process.arch}/bin/node`)),
  );

  test('brings no Node.js that shadows the one of the service, in whatever folder a script runs', async () => {
    for (const workspace of [[], ['--workspace', '@titular/client'], ['--workspace', '@titular/server']]) {
      const { stdout } = await run('npm', ['exec', '--offline', ...workspace, '--', 'node', '-v'], {
        cwd: ROOT,
      });
      expect(stdout.trim()).toBe(process.version);
    }
    expect(existsSync(join(PACKAGE, 'node_modules/.bin/node'))).toBe(false);
  });
});
