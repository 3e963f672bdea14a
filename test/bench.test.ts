import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findPostmaster } from '@titular/embedded-postgres/process/take-over-postmaster.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

const START_MS = 60_000;

let directory: string;
let benches: ChildProcess[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-benches-'));
  await chmod(directory, 0o711);
  benches = [];
});
afterEach(async () => {
  for (const bench of benches) {
    if (bench.exitCode !== null || bench.signalCode !== null) continue;
    const ended = once(bench, 'exit');
    bench.kill('SIGTERM');
    await ended;
  }
  await rm(directory, { recursive: true, force: true });
});

const clusterOf = (name: string): string => join(directory, name, 'database/database/cluster');
const listHarnesses = async (): Promise<string[]> =>
  (await readdir(directory)).filter((name) => name.startsWith('titular-bench-'));

/** Starts a bench and waits until its server runs; gives the server's process id. */
async function startBench(): Promise<{ bench: ChildProcess; cluster: string; server: number }> {
  const known = await listHarnesses();
  const bench = spawn(process.execPath, [resolve('bench/src/main.ts'), '--only', 'gallery'], {
    env: { PATH: '/usr/bin:/bin', TMPDIR: directory },
    stdio: 'ignore',
  });
  benches.push(bench);
  const find = async (): Promise<string | undefined> =>
    (await listHarnesses()).find((name) => !known.includes(name) && findPostmaster(clusterOf(name)));
  await expect.poll(find, { timeout: START_MS }).toBeDefined();
  const cluster = clusterOf((await find()) ?? '');
  return { bench, cluster, server: findPostmaster(cluster) ?? Number.NaN };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a bench that %s interrupts leaves neither its PostgreSQL nor its directory',
  async (signal) => {
    const { bench, server } = await startBench();
    const ended = once(bench, 'exit');
    bench.kill(signal);
    expect(await ended).toEqual([130, null]);
    await expect.poll(() => stat(`/proc/${server}`).catch(() => 'gone'), { timeout: START_MS }).toBe('gone');
    expect(await listHarnesses()).toEqual([]);
  },
);

test('what a bench that was killed left behind goes with the next one', async () => {
  const first = await startBench();
  const killed = once(first.bench, 'exit');
  first.bench.kill('SIGKILL');
  await killed;
  const second = await startBench();
  expect(findPostmaster(first.cluster)).toBeUndefined();
  const ended = once(second.bench, 'exit');
  second.bench.kill('SIGINT');
  await ended;
  expect(await listHarnesses()).toEqual([]);
});
