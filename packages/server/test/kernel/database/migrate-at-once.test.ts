import { readMigrations, readNewestSchema } from '@titular/server/kernel/database/migrate/migration.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, test } from 'vitest';
import { databaseDump } from '../../../../../scripts/docs/database-dump.ts';
import { goBackTo } from './earlier-schema.ts';
import {
  beginLong,
  beginLongWrite,
  isWaitedFor,
  openClone,
  openPrograms,
  type Program,
  readSchema,
} from './upgrade-fixture.ts';

/** The last migration before the one that puts triggers on transactions and processes. */
const BEFORE = 31;

const WAITS_FOR_LOCK = 'Waiting for another process that brings the schema up to date.';
const WAITS_FOR_JOB =
  /Waiting until npx titular migrate has run: the database lacks \d+ migrations \(000032-/g;

type Probe = { status: number; causes: string[] | undefined };

async function probe(port: number, path: string): Promise<Probe> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const { causes } = (await response.json()) as { causes?: string[] };
  return { status: response.status, causes };
}

/** Holds the lock of whoever migrates, as a process does whose migration goes on. */
const holdMigrationLock = (connectionString: string): Promise<() => Promise<void>> =>
  beginLong(connectionString, 'SELECT pg_advisory_xact_lock(7483501)');

const count = ({ output }: Program, words: string | RegExp): number => output().split(words).length - 1;

describe('processes that start while a migration takes long', () => {
  test('four at once: one migrates, the others say that they wait and are alive, and all go on (S17)', async () => {
    const clone = await openClone();
    await goBackTo(clone.pool, BEFORE);
    const start = await openPrograms(clone);
    const endWrite = await beginLongWrite(clone.connectionString, 'processes');
    const ports = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
    const [a, b, c] = ports.map((port, index) =>
      start(['serve'], {
        PORT: '0',
        TITULAR_OPERATIONS_PORT: String(port),
        TITULAR_MIGRATE: index === 2 ? 'wait' : 'auto',
      }),
    ) as [Program, Program, Program];
    const job = start(['migrate'], { TITULAR_MIGRATE: 'wait' });
    await eventually(async () => expect(await isWaitedFor(clone, 'processes')).toBe(true));
    const contenders = [a, b, job];
    await eventually(() => {
      // One of the three has the lock.
      expect(contenders.filter((one) => count(one, WAITS_FOR_LOCK) === 1)).toHaveLength(2);
      expect(count(c, WAITS_FOR_JOB)).toBe(1);
    });
    for (const port of ports) {
      expect(await probe(port, '/healthz')).toEqual({ status: 200, causes: undefined });
      for (const path of ['/readyz', '/startupz'])
        expect(await probe(port, path)).toEqual({ status: 500, causes: ['starting'] });
    }
    expect(await readSchema(clone)).toBe(BEFORE);
    await endWrite();
    expect([await job.ended, job.output()]).toEqual([0, expect.stringContaining('The schema is up to date')]);
    for (const port of ports)
      await eventually(async () =>
        expect(await probe(port, '/readyz')).toEqual({ status: 200, causes: undefined }),
      );
    const { rows } = await clone.pool.query('SELECT name FROM schema_migrations ORDER BY number');
    expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name));
    expect(contenders.map((one) => count(one, WAITS_FOR_LOCK)).toSorted()).toEqual([0, 1, 1]);
    expect(count(c, WAITS_FOR_JOB)).toBe(1);
  });

  test('a start that only checks is refused with the names and the command, and changes nothing (S17)', async () => {
    const clone = await openClone();
    const [last, ...missing] = (await readMigrations()).slice(-3);
    const behind = last?.number ?? 0;
    await goBackTo(clone.pool, behind);
    const before = await databaseDump(clone.connectionString);
    const start = await openPrograms(clone);
    const refused = start(['serve'], { PORT: '0', TITULAR_MIGRATE: 'check' });
    expect(await refused.ended).toBe(2);
    expect(refused.output().trim().split('\n').at(-1)).toBe(
      `titular cannot start: The database lacks ${missing.map(({ name }) => `the migration ${name}`).join(' and ')}: run npx titular migrate, or start with TITULAR_MIGRATE=auto.`,
    );
    expect(await databaseDump(clone.connectionString)).toBe(before);
    expect(await readSchema(clone)).toBe(behind);
  });

  test('a start that waits ends when it is asked to (S17)', async () => {
    const clone = await openClone();
    await goBackTo(clone.pool, BEFORE);
    const start = await openPrograms(clone);
    for (const [mode, words] of [
      ['wait', 'Waiting until npx titular migrate has run'],
      ['auto', WAITS_FOR_LOCK],
    ] as const) {
      const endLock = await holdMigrationLock(clone.connectionString);
      const waiting = start(['serve'], { PORT: '0', TITULAR_MIGRATE: mode });
      await eventually(() => expect(waiting.output()).toContain(words));
      waiting.kill('SIGTERM');
      expect([await waiting.ended, waiting.output()]).toEqual([0, expect.stringMatching(/Stopped\.\n$/)]);
      await endLock();
    }
    expect(await readSchema(clone)).toBe(BEFORE);
  });

  test('a node of the newest schema starts while another process still holds the lock (F8, S17)', async () => {
    const clone = await openClone();
    const start = await openPrograms(clone);
    const endLock = await holdMigrationLock(clone.connectionString);
    const checked = start(['migrate', '--json']);
    expect([await checked.ended, checked.output()]).toEqual([0, '[]\n']);
    expect(await readSchema(clone)).toBe(await readNewestSchema());
    await endLock();
  });
});
