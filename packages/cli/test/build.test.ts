import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { buildStale } from '../../../scripts/build/build-stale.ts';

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
