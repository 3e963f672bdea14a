import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { appendEntry } from '@titular/server/erasure/ledger/append-entry.ts';
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

const entry = (erasure: string) => ({
  ...{ erasure, tenant: 'tenant', at: '2026-01-01T00:00:00.000Z' },
  ...{ identity: 'a'.repeat(64), held: [], receipt: 'b'.repeat(100) },
});

const fail = (): Promise<void> => Promise.reject(new Error('the disk failed'));

test('an entry that the disk fails to keep takes no entry of another node with it (S48)', async () => {
  const file = join(directory, 'shared.ledger');
  await beginLedger(file, new Date());
  await appendEntry(file, entry('first'));
  const before = await readFile(file);
  await expect(appendEntry(file, entry('lost'), fail)).rejects.toThrow('the disk failed');
  expect(await readFile(file)).toEqual(before);
  // The database has ended the session of a node whose disk hangs: its lock is free, and another node adds and commits.
  const hangThenFail = async (): Promise<void> => {
    await appendEntry(file, entry('of-another'));
    await fail();
  };
  await expect(appendEntry(file, entry('late'), hangThenFail)).rejects.toThrow('the disk failed');
  const read: string[] = [];
  const reading = await readLedger(file, ({ erasure }) => void read.push(erasure));
  expect(reading.problem).toBeUndefined();
  expect(read).toEqual(['first', 'late', 'of-another']);
});

test('an entry that nobody waits for any more is not begun, and one that is written by then is not taken back (S48)', async () => {
  const file = join(directory, 'given-up.ledger');
  await beginLedger(file, new Date());
  const before = await readFile(file);
  const late = appendEntry(file, entry('never'), undefined, AbortSignal.abort(new Error('given up')));
  await expect(late).rejects.toThrow('given up');
  expect(await readFile(file)).toEqual(before);
  const giveUp = new AbortController();
  const hangThenFail = async (): Promise<void> => {
    giveUp.abort();
    await fail();
  };
  await expect(appendEntry(file, entry('late'), hangThenFail, giveUp.signal)).rejects.toThrow(
    'the disk failed',
  );
  const read: string[] = [];
  await readLedger(file, ({ erasure }) => void read.push(erasure));
  expect(read).toEqual(['late']);
});
