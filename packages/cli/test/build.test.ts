import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { buildStale } from '../../../scripts/build/build-stale.ts';
import { keepParts, listParts } from '../../../scripts/build/keep-parts.ts';
import { listPackageFiles } from '../../../scripts/pack/package-files.ts';

const DIST = resolve(import.meta.dirname, '../dist');

const BESIDE = /new URL\("(\.[^"]+)", import\.meta\.url\)/g;
const IMPORTED = /^(?:import|export)\b[^"']*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

async function readPrograms(): Promise<Map<string, string>> {
  await buildStale(['cli']);
  const files = readdirSync(DIST).filter((file) => file.endsWith('.js'));
  return new Map(files.map((file) => [file, readFileSync(join(DIST, file), 'utf8')]));
}

test('a start finds from the build whatever its sources find beside themselves', async () => {
  const programs = await readPrograms();
  const named = [...programs.values()].flatMap((code) =>
    [...code.matchAll(BESIDE)].map(([, path = '']) => path),
  );
  const missing = named.filter(
    (path) => !existsSync(fileURLToPath(new URL(path, pathToFileURL(`${DIST}/x`)))),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(missing).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(['./face-worker.js', './search-thread.js']));
});

test('a start finds from the build every package that is left outside it', async () => {
  const require = createRequire(join(DIST, 'main.js'));
  const specifiers = [...(await readPrograms()).values()].flatMap((code) =>
    [...code.matchAll(IMPORTED)].map(([, from, alone, lazy]) => String(from ?? alone ?? lazy)),
  );
  const outside = [...new Set(specifiers)].filter((name) => !isBuiltin(name) && !name.startsWith('.'));
  expect(outside.sort()).toEqual(expect.arrayContaining(['onnxruntime-node', 'pdfkit', 'sharp']));
  for (const name of outside) expect(existsSync(require.resolve(name)), name).toBe(true);
});

test('built programs are ASCII, which Node.js holds in half the memory', async () => {
  for (const [file, code] of await readPrograms()) {
    const other = /[^\0-\x7f]/.exec(code);
    expect(other?.[0], file).toBeUndefined();
  }
});

test('a start loads what seldom runs when it is first asked for: documents, passkeys, passwords, sign-in elsewhere', async () => {
  const programs = await readPrograms();
  const main = programs.get('main.js') ?? '';
  const loaded = new Set<string>();
  const left = [...main.matchAll(/import\("\.\/([^"]+)"\)/g)]
    .map(([, file = '']) => file)
    .filter((file) => /^main-serve/.test(file));
  expect(left).not.toEqual([]);
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const code = programs.get(file) ?? '';
    for (const [, next = ''] of code.matchAll(/^import\b[^"']*?"\.\/([^"]+)"/gm)) left.push(next);
    expect(code, file).not.toMatch(/^import\b[^"']*"pdfkit"/m);
    expect(code, file).not.toMatch(
      /^\/\/ node_modules\/(?:pkijs|@simplewebauthn|@zxcvbn-ts|openid-client)\//m,
    );
  }
});

test('the package holds every file that its built service imports, commands included', async () => {
  await readPrograms();
  const files = listPackageFiles(resolve(import.meta.dirname, '../../..'));
  const place = 'lib/node_modules/@titular/cli/dist';
  const paths = new Set(files.map(({ path }) => path));
  const built = files.filter(({ path }) => path.startsWith(`${place}/`));
  const specifiers = built.flatMap(({ bytes }) =>
    [...Buffer.from(bytes).toString().matchAll(IMPORTED)].map(([, from, alone, lazy]) =>
      String(from ?? alone ?? lazy),
    ),
  );
  const named = [...new Set(specifiers)].flatMap((name) => {
    if (name.startsWith('.')) return [join(place, name)];
    return name.startsWith('@titular/')
      ? [`lib/node_modules/${name.replace(/^(@titular\/[^/]+)\//, '$1/src/')}`]
      : [];
  });
  expect(named).toEqual(expect.arrayContaining(['lib/node_modules/@titular/cli/src/frame/run-command.js']));
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
});

test('a build keeps the parts of the one before, which a running service may still load, and none that are older', async () => {
  const [first, second, third] = (await Promise.all(
    Array.from({ length: 3 }, () => mkdtemp(join(tmpdir(), 'titular-parts-'))),
  )) as [string, string, string];
  const build = async (before: string, draft: string, made: string[]): Promise<void> => {
    for (const file of made) await writeFile(join(draft, file), file);
    await keepParts(before, draft, made);
  };
  await build(third, first, ['main.js', 'main-a-1.js']);
  await build(first, second, ['main.js', 'main-a-2.js']);
  expect(readdirSync(second).sort()).toEqual(['.parts', 'main-a-1.js', 'main-a-2.js', 'main.js']);
  expect(listParts(second)).toEqual(['main.js', 'main-a-2.js']);
  await build(second, third, ['main.js', 'main-a-3.js']);
  expect(readdirSync(third).sort()).toEqual(['.parts', 'main-a-2.js', 'main-a-3.js', 'main.js']);
  // Removed by hand, or taken away by another build at the same time.
  await rm(join(third, 'main-a-3.js'));
  await build(third, first, ['main.js', 'main-a-4.js']);
  expect(listParts(first)).toEqual(['main.js', 'main-a-4.js']);
  for (const directory of [first, second, third]) await rm(directory, { recursive: true });
});
