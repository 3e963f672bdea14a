import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const COPIER = join(import.meta.dirname, 'part-copier.ts');
const BYTES = Buffer.alloc(8_192, 'x');
const run = promisify(execFile);

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-part-'));
  await writeFile(join(directory, 'part'), BYTES);
});

afterAll(() => rm(directory, { recursive: true }));

/** Copies the part in a process whose files may be this large. */
async function copyWithin(limit: string): Promise<string> {
  const command = `ulimit -f ${limit} && exec "$0" "$@"`;
  const words = ['-c', command, process.execPath, COPIER, directory, 'part', join(directory, 'target')];
  return (await run('sh', words)).stdout.trim();
}

test('a part that the disk takes only in part is refused, and leaves no file (S47)', async () => {
  // The limit of a file's size stands for a full disk: the kernel writes what fits, and refuses the rest.
  expect(await copyWithin('1')).toBe('EFBIG');
  expect(await readdir(directory)).toEqual(['part']);
  expect(await copyWithin('unlimited')).toBe('copied');
  expect(await readFile(join(directory, 'target'))).toEqual(BYTES);
});
