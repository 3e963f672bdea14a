import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DataDirectoryInUse, lockHome } from '@titular/embedded-postgres/home/home-lock.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'titular-lock-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('who stands in the way for a moment, as another start at the same instant does, does not make the start be refused', async () => {
  const file = path.join(home, 'lock');
  await writeFile(file, '');
  const other = new Worker(new URL('lock-holder.ts', import.meta.url), { workerData: file });
  const ended = once(other, 'exit');
  await once(other, 'message');
  const lock = lockHome(home, '/data');
  lock.release();
  await ended;
});

test('who holds the lock keeps it: the second is refused with the directory and the holder', () => {
  const lock = lockHome(home, '/data');
  try {
    expect(() => lockHome(home, '/data')).toThrow(DataDirectoryInUse);
    expect(() => lockHome(home, '/data')).toThrow(
      `the data directory /data is in use by process ${process.pid}`,
    );
  } finally {
    lock.release();
  }
});
