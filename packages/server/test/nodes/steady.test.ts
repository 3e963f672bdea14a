import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startWatch } from './watch-fixture.ts';

const STEADY_FOR_A_WHILE = 1_000;

test('a process counts as steady from its first look on, and not while a look is overdue (R79)', async () => {
  const { watch, skipMs } = await startWatch();
  await eventually(() => expect(watch.steadyMs()).toBeGreaterThan(STEADY_FOR_A_WHILE));
  // A process that stood still finds its last look long ago.
  skipMs(1_600);
  expect(watch.steadyMs()).toBe(0);
});

test('it begins anew after a lost connection, however soon the next look finds the database', async () => {
  const { watch, main } = await startWatch();
  await eventually(() => expect(watch.steadyMs()).toBeGreaterThan(STEADY_FOR_A_WHILE));
  await sql`
    SELECT pg_terminate_backend(l.pid) FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.mode = 'ShareLock' AND l.database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`.execute(main.db);
  await eventually(() => expect(watch.steadyMs()).toBeLessThan(STEADY_FOR_A_WHILE));
  await eventually(() => expect(watch.steadyMs()).toBeGreaterThan(STEADY_FOR_A_WHILE));
});

test('it begins anew where the clock of the database and ours went on by another time', async () => {
  const { watch, skipMs } = await startWatch();
  await eventually(() => expect(watch.steadyMs()).toBeGreaterThan(STEADY_FOR_A_WHILE));
  const beforeMs = watch.steadyMs();
  skipMs(-2_500);
  await eventually(() => expect(watch.steadyMs()).toBeLessThan(beforeMs));
});
