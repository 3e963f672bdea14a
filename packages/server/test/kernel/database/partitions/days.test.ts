import { randomUUID } from 'node:crypto';
import { oldestDueOf } from '@titular/server/kernel/database/oldest-due.ts';
import { apiCalls } from '@titular/server/kernel/database/partitions/partitioned-tables.ts';
import type { CallRow } from '@titular/server/request-log/api-call-store.ts';
import { asId } from '@titular/test-kit';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  callAt,
  dayOf,
  inDays,
  insert,
  midnight,
  openPartitions,
  type PartitionFixture,
} from './partition-fixture.ts';

const DAYS = 400;
const KEPT_DAYS = apiCalls.days;
const HOURS = [1, 9, 20];

/** A sequence of numbers from 0 to 1 that is the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Calls of one day, one in ten about something that is held. */
function callsOf(day: Date, random: () => number, held: readonly string[]): CallRow[] {
  return HOURS.map((hour) => {
    const at = new Date(day.getTime() + (hour + random()) * 3_600_000);
    const id = held[Math.floor(random() * held.length)] ?? '';
    if (random() > 0.1) return callAt(at);
    return callAt(at, random() < 0.5 ? { transactionId: asId(id) } : { processId: asId(id) });
  });
}

const isHeld = ({ transactionId, processId }: CallRow): boolean => (transactionId ?? processId) !== undefined;

/** Each call is where it belongs: held ones for ever, the others for their days and no longer. */
async function expectExact(fixture: PartitionFixture, made: readonly CallRow[], now: Date): Promise<void> {
  const found = new Map((await fixture.rows()).map((row) => [row.id, row]));
  const firstDay = inDays(midnight(now), 1 - KEPT_DAYS);
  for (const call of made) {
    const row = found.get(call.requestId);
    if (isHeld(call) || call.at >= firstDay) expect(row, call.at.toISOString()).toBeDefined();
    else if (call.at < inDays(now, -KEPT_DAYS)) expect(row, call.at.toISOString()).toBeUndefined();
    if (!row || row.partition === 'api_calls_before') continue;
    const place = call.at < firstDay ? 'api_calls_default' : dayOf(call.at);
    expect(row.partition.slice(0, place.length)).toBe(place);
  }
}

describe('the log of calls, whose clock moves 400 days', () => {
  test.each([
    ['daily', 1],
    ['with gaps of up to three weeks', 21],
  ])(
    'has each call in the partition of its day, none lost, none beyond the promise, held ones kept, where the job runs %s (S29)',
    async (_how, longestGap) => {
      const start = midnight(new Date());
      const fixture = await openPartitions(new Date(start.getTime() + 22 * 3_600_000));
      const random = createRandom(longestGap);
      const held = [randomUUID(), randomUUID(), randomUUID()];
      for (const id of held) await fixture.hold(id);
      const made: CallRow[] = [];
      await fixture.keep();
      let nextRun = 1;
      for (let day = 0; day < DAYS; day += 1) {
        const calls = callsOf(inDays(start, day), random, held);
        await insert(fixture, ...calls);
        made.push(...calls);
        fixture.clock.advanceSeconds(86_400);
        if (day < nextRun && day < DAYS - 1) continue;
        nextRun = day + 1 + Math.floor(random() * longestGap);
        expect(await fixture.keep()).toBe(true);
        if (day % 10 === 0 || day === DAYS - 1) await expectExact(fixture, made, fixture.clock.now());
      }
      // Those of a day that is kept or to come, and the default one: nothing piles up.
      expect((await fixture.names()).length).toBeLessThanOrEqual(KEPT_DAYS + 7 + longestGap);
      expect(fixture.logged.filter(({ msg }) => msg === 'partitions could not be changed')).toEqual([]);
      for (const id of held) await fixture.release(id);
      await fixture.keep();
      expect((await fixture.rows()).every(({ at }) => at >= inDays(fixture.clock.now(), -KEPT_DAYS))).toBe(
        true,
      );
    },
  );

  test('tells its oldest due row over all partitions: overdue where the job does not run, and no more once it did (S29)', async () => {
    const fixture = await openPartitions(midnight(new Date()));
    await fixture.keep();
    const first = callAt(inDays(fixture.clock.now(), 2.5));
    await insert(fixture, callAt(inDays(fixture.clock.now(), 3)), first);
    const dueSince = async (): Promise<Date> =>
      (await sql<{ due: Date }>`${oldestDueOf('api_calls', 'at', KEPT_DAYS)()}`.execute(fixture.db)).rows[0]
        ?.due as Date;
    expect(await dueSince()).toEqual(inDays(first.at, KEPT_DAYS));
    fixture.clock.advanceSeconds(17 * 86_400);
    expect((await dueSince()) < fixture.clock.now()).toBe(true);
    await fixture.keep();
    expect(await fixture.rows()).toEqual([]);
  });

  test('keeps a held row as it was, to the last byte, while its day is dropped (S29)', async () => {
    const fixture = await openPartitions(midnight(new Date()));
    await fixture.keep();
    const [transactionId, other] = [randomUUID(), randomUUID()];
    await fixture.hold(transactionId);
    await fixture.hold(transactionId);
    await fixture.hold(other);
    const at = inDays(fixture.clock.now(), 1.2);
    // About two that are held, and so found twice.
    await insert(
      fixture,
      callAt(at, { transactionId: asId(transactionId), processId: asId(other) }),
      callAt(at),
    );
    const [before] = (await fixture.rows()).filter(({ row }) => row.includes(transactionId));
    fixture.clock.advanceSeconds(20 * 86_400);
    await fixture.keep();
    expect(await fixture.names()).not.toContain(dayOf(at));
    expect(await fixture.rows()).toEqual([{ ...before, partition: 'api_calls_default' }]);
  });

  test('keeps a day with more held rows than one commit moves in a partition of its own, without its other rows, until the hold ends (S29)', async () => {
    const fixture = await openPartitions(midnight(new Date()));
    await fixture.keep();
    const transactionId = randomUUID();
    await fixture.hold(transactionId);
    const at = inDays(fixture.clock.now(), 1.2);
    const about = { transactionId: asId(transactionId) };
    const held = Array.from({ length: 1_100 }, () => callAt(at, about));
    await insert(fixture, ...held, ...Array.from({ length: 50 }, () => callAt(at)));
    fixture.clock.advanceSeconds(20 * 86_400);
    await fixture.keep();
    const rows = await fixture.rows();
    expect(rows.map(({ id }) => id)).toEqual(held.map(({ requestId }) => requestId).toSorted());
    expect(new Set(rows.map(({ partition }) => partition))).toEqual(new Set([dayOf(at)]));
    await fixture.release(transactionId);
    await fixture.keep();
    expect(await fixture.rows()).toEqual([]);
    expect(await fixture.names()).not.toContain(dayOf(at));
  });
});
