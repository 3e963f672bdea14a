import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EIGHT_BIT_NET, NET_NAMES } from '@titular/face-engine/nets/nets.ts';
import { netPath, readNetFile } from '@titular/face-engine/nets/runtime/net-files.ts';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test('nets are written once, under their names alone, and read from there afterwards', async () => {
  const directory = await makeDirectory();
  const names = [...NET_NAMES, EIGHT_BIT_NET];
  for (const name of names) await readNetFile(directory, name);
  expect((await readdir(directory)).toSorted()).toEqual(names.map((name) => `${name}.onnx`).toSorted());
  const before = await stat(netPath(directory, 'mesh'));
  await readNetFile(directory, 'mesh');
  expect((await stat(netPath(directory, 'mesh'))).mtimeMs).toBe(before.mtimeMs);
});

test.each<[string, (bytes: Buffer) => Uint8Array]>([
  ['cut short', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['empty', () => new Uint8Array()],
  ['changed in one bit', (bytes) => bytes.fill((bytes[9000] ?? 0) ^ 1, 9000, 9001)],
])('a file that is %s is not used, and made anew', async (_what, damage) => {
  const directory = await makeDirectory();
  const genuine = await readNetFile(directory, 'landmarks');
  const path = netPath(directory, 'landmarks');
  await writeFile(path, damage(await readFile(path)));
  expect(Buffer.compare(await readNetFile(directory, 'landmarks'), genuine)).toBe(0);
  expect(Buffer.compare(await readFile(path), genuine)).toBe(0);
});

test('processes that start at once all have their nets, and leave one whole file of each and no draft', async () => {
  const directory = await makeDirectory();
  const module = new URL(import.meta.resolve('@titular/face-engine/nets/runtime/net-files.ts')).href;
  const program = `const { readNetFile } = await import(${JSON.stringify(module)});
    const bytes = await readNetFile(process.argv[1], 'mesh');
    console.log(bytes.length);`;
  const args = ['--input-type=module', '--eval', program, directory];
  const lengths = await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, args)));
  expect(new Set(lengths.map(({ stdout }) => stdout.trim())).size).toBe(1);
  expect(await readdir(directory)).toEqual(['mesh.onnx']);
  expect(await readFile(netPath(directory, 'mesh'))).toHaveLength(Number(lengths[0]?.stdout));
});

test.runIf(process.getuid?.() !== 0)('a directory that cannot be written to only costs time', async () => {
  const directory = await makeDirectory();
  await chmod(directory, 0o500);
  expect((await readNetFile(directory, 'landmarks')).length).toBeGreaterThan(0);
  expect(await readdir(directory)).toEqual([]);
});

test('a path that is no directory only costs time', async () => {
  const path = join(await makeDirectory(), 'file');
  await writeFile(path, 'x');
  expect((await readNetFile(path, 'landmarks')).length).toBeGreaterThan(0);
});
