import { once } from 'node:events';
import path from 'node:path';
import { keepDatabaseRunning } from '@titular/embedded-postgres/process/keep-database-running.ts';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import { findPostmaster } from '@titular/embedded-postgres/process/take-over-postmaster.ts';
import { expect, test } from 'vitest';
import {
  findHome,
  makePlace,
  optionsAt,
  query,
  readPostmasterPid,
  startInChild,
} from './embedded-fixture.ts';

test('after kill -9 of the postmaster with sessions open, starting again finds every commit (R79)', async () => {
  const place = await makePlace();
  const first = await startEmbeddedDatabase({ ...optionsAt(place), durable: true });
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const busy = query(first.connectionString, 'SELECT pg_sleep(60)').catch(() => undefined);
  const countSleepers = () =>
    query(first.connectionString, `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`);
  await expect.poll(countSleepers, { timeout: 60_000 }).toHaveLength(1);
  process.kill(await readPostmasterPid(place), 'SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
  await first.stop();
  const second = await startEmbeddedDatabase(optionsAt(place));
  try {
    expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await busy;
  } finally {
    await second.stop();
  }
});

test('after kill -9 of our process its server is taken over: ended in order, then started anew (R78)', async () => {
  const place = await makePlace();
  const { child, word } = await startInChild(place);
  if (word.kind !== 'started') throw new Error(word.message);
  await query(word.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const orphan = await readPostmasterPid(place);
  expect(findPostmaster(path.join(await findHome(place), 'cluster'))).toBe(orphan);
  const messages: string[] = [];
  const database = await startEmbeddedDatabase({
    ...optionsAt(place),
    log: (message) => messages.push(message),
  });
  try {
    expect(messages).toEqual([expect.stringContaining(`process ${orphan}`)]);
    expect(await readPostmasterPid(place)).not.toBe(orphan);
    expect(await query(database.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  } finally {
    await database.stop();
  }
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a program that %s ends, and that does not heed it, takes its server with it',
  async (signal) => {
    const place = await makePlace();
    const { child, word } = await startInChild(place);
    if (word.kind !== 'started') throw new Error(word.message);
    const cluster = path.join(await findHome(place), 'cluster');
    const exited = once(child, 'exit');
    child.kill(signal);
    expect(await exited).toEqual([null, signal]);
    await expect.poll(() => findPostmaster(cluster), { timeout: 60_000 }).toBeUndefined();
  },
);

test('a second process on the same directory is refused with the directory and the holder; the first goes on', async () => {
  const place = await makePlace();
  const database = await startEmbeddedDatabase(optionsAt(place));
  try {
    const { word } = await startInChild(place);
    const message = `the data directory ${place.dataDirectory} is in use by process ${process.pid}`;
    expect(word).toEqual({ kind: 'refused', message });
    await expect(startEmbeddedDatabase(optionsAt(place))).rejects.toThrow(message);
    // Refused attempts of the same process must not have loosened its lock.
    expect((await startInChild(place)).word).toEqual({ kind: 'refused', message });
    expect(await query(database.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await database.stop();
  }
});

test('of two first starts at once exactly one wins', async () => {
  const place = await makePlace();
  const started = await Promise.all([startInChild(place), startInChild(place)]);
  expect(started.map(({ word }) => word.kind).sort()).toEqual(['refused', 'started']);
});

test('a supervised server comes back after kill -9 under the same address, until it is stopped (R79)', async () => {
  const place = await makePlace();
  const database = await keepDatabaseRunning(optionsAt(place));
  const cluster = path.join(await findHome(place), 'cluster');
  const serves = () => query(database.connectionString, 'SELECT 1 AS one');
  for (let round = 0; round < 2; round++) {
    const pid = await readPostmasterPid(place);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => findPostmaster(cluster) ?? pid, { timeout: 60_000 }).not.toBe(pid);
    await expect.poll(serves, { timeout: 60_000 }).toEqual([{ one: 1 }]);
  }
  await database.stop();
  expect(findPostmaster(cluster)).toBeUndefined();
  await expect(serves()).rejects.toThrow();
});
