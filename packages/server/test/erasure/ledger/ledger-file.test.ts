import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beginLedger, readLedger } from '@titular/server/erasure/ledger/ledger-file.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const WRITER = fileURLToPath(new URL('./ledger-writer.ts', import.meta.url));
const run = promisify(execFile);

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-ledger-'));
});

afterAll(() => rm(directory, { recursive: true }));

test('an entry that the disk takes only in part is refused, and the ledger stays as it was (S48)', async () => {
  const file = join(directory, 'full.ledger');
  await beginLedger(file, new Date());
  // The limit of a file's size stands for a full disk: the kernel writes what fits, and refuses the rest.
  const { stdout } = await run('sh', [
    '-c',
    'ulimit -f 4 && exec "$0" "$1" "$2"',
    process.execPath,
    WRITER,
    file,
  ]);
  const { added, code } = JSON.parse(stdout);
  expect(code).toBe('EFBIG');
  expect(added).toBeGreaterThan(1);
  const read: string[] = [];
  const reading = await readLedger(file, ({ erasure }) => void read.push(erasure));
  expect(reading).toMatchObject({ entries: added, problem: undefined });
  expect(read.at(-1)).toBe(`erasure-${added - 1}`);
  const text = await readFile(file, 'utf8');
  expect(text.trimEnd().split('\n')).toHaveLength(added + 1);
  expect(text.endsWith('\n')).toBe(true);
});
