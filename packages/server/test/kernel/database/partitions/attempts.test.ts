import { randomUUID } from 'node:crypto';
import { lowestId } from '@titular/server/kernel/base/id.ts';
import { describe, expect, test } from 'vitest';
import { type AttemptFixture, openAttempts, type Planted, weekOf } from './attempt-fixture.ts';
import { inDays, midnight } from './partition-fixture.ts';

const DAYS = 400;
/** An event is there for so many days, and its attempts for a week and a day more at most. */
const EVENT_DAYS = 90;
const ATTEMPT_DAYS = 98;

/** Of each day one event that is delivered at the second attempt, days later; some about what is held, some that wait for ever. */
async function plantDay(fixture: AttemptFixture, day: Date, place: number, held: string): Promise<Planted> {
  const planted = await fixture.plant(inDays(day, 0.4), place % 9 === 0 ? held : randomUUID());
  await fixture.attempt(planted, 1, { state: 'pending' });
  if (place % 13 !== 0) await fixture.attempt(planted, 2, { at: inDays(day, 2) });
  return planted;
}

/** Every attempt is there while its delivery is, and none a week and a day after its event. */
async function expectExact(fixture: AttemptFixture, now: Date): Promise<void> {
  const deliveries = await fixture.deliveries();
  const attempts = await fixture.attempts();
  const found = new Set(attempts.map(({ id }) => id));
  expect(deliveries.filter((id) => !found.has(id))).toEqual([]);
  const left = attempts.filter(({ id }) => !deliveries.includes(id));
  expect(left.filter(({ id }) => id < lowestId(inDays(now, -ATTEMPT_DAYS)))).toEqual([]);
}

describe('attempts at deliveries, whose clock moves 400 days', () => {
  test.each([
    ['daily', 1],
    ['every 17 days', 17],
  ])(
    'are kept as long as their deliveries, whatever keeps these, and go with their week, where the jobs run %s (S29)',
    async (_how, every) => {
      const fixture = await openAttempts();
      const held = randomUUID();
      await fixture.hold(held);
      const planted: Planted[] = [];
      for (let place = 0; place < DAYS; place += 1) {
        planted.push(await plantDay(fixture, midnight(fixture.clock.now()), place, held));
        fixture.clock.advanceSeconds(86_400);
        if (place % every !== 0 && place < DAYS - 1) continue;
        await fixture.keep();
        if (place % 20 === 0 || place === DAYS - 1) await expectExact(fixture, fixture.clock.now());
      }
      const now = fixture.clock.now();
      const stays = planted.filter(
        ({ at }, place) => at >= inDays(now, -EVENT_DAYS) || place % 9 === 0 || place % 13 === 0,
      );
      expect(await fixture.deliveries()).toEqual(stays.map(({ id }) => id));
      const attempts = await fixture.attempts();
      const young = attempts.filter(({ id }) => id >= lowestId(inDays(now, -EVENT_DAYS)));
      expect(young.filter(({ partition }) => !/_20[0-9]{6}(_[0-9]{9})?$/.test(partition))).toEqual([]);
      // Weeks that are kept, in slices where the job came late, the next two, the first and the default one: nothing piles up.
      expect((await fixture.names()).length).toBeLessThanOrEqual(every === 1 ? 18 : 36);
      expect(fixture.logged.filter(({ msg }) => msg === 'partitions could not be changed')).toEqual([]);
    },
  );

  test('of an event that stays move to the default partition as they were, get more there, and go with it (S29)', async () => {
    const fixture = await openAttempts();
    const waiting = await fixture.plant(inDays(fixture.start, 1));
    await fixture.attempt(waiting, 1, { state: 'pending' });
    const over = await fixture.plant(inDays(fixture.start, 1));
    await fixture.attempt(over, 1);
    const row = 'SELECT row_to_json(a)::text AS row FROM delivery_attempts a WHERE delivery_id = $1';
    const before = (await fixture.pool.query(row, [waiting.id])).rows;
    fixture.clock.advanceSeconds(100 * 86_400);
    await fixture.keep();
    expect(await fixture.names()).not.toContain(weekOf(fixture.start));
    expect(await fixture.attempts()).toMatchObject([
      { id: waiting.id, partition: 'delivery_attempts_default' },
    ]);
    expect((await fixture.pool.query(row, [waiting.id])).rows).toEqual(before);
    await fixture.attempt(waiting, 2, { at: fixture.clock.now() });
    expect(await fixture.attempts()).toHaveLength(2);
    await fixture.keep();
    expect([await fixture.attempts(), await fixture.deliveries()]).toEqual([[], []]);
  });

  test('with a response go with their event, not with their week: an erasure would not find them (S29)', async () => {
    const fixture = await openAttempts();
    const planted = await fixture.plant(inDays(fixture.start, 1));
    await fixture.attempt(planted, 1, { state: 'pending' });
    fixture.clock.advanceSeconds(89 * 86_400);
    await fixture.attempt(planted, 2, { response: 'about a person', at: fixture.clock.now() });
    fixture.clock.advanceSeconds(2 * 86_400);
    await fixture.keep();
    expect(await fixture.deliveries()).toEqual([]);
    expect(await fixture.attempts()).toMatchObject([{ number: 1, response: null }]);
    fixture.clock.advanceSeconds(7 * 86_400);
    await fixture.keep();
    expect(await fixture.attempts()).toEqual([]);
  });

  test('of a week with more that stay than one commit moves keep their partition, and lose the others row by row (S29)', async () => {
    const fixture = await openAttempts();
    const held = randomUUID();
    await fixture.hold(held);
    const at = inDays(fixture.start, 1);
    for (let place = 0; place < 1_050; place += 1)
      await fixture.attempt(await fixture.plant(at, place % 21 === 0 ? undefined : held), 1);
    const few = await fixture.plant(at, held);
    await fixture.attempt(few, 1);
    await fixture.pool.query(
      `INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
       SELECT tenant_id, delivery_id, n, now(), 1 FROM deliveries, generate_series(2, 20) n WHERE delivery_id = $1`,
      [few.id],
    );
    fixture.clock.advanceSeconds(100 * 86_400);
    await fixture.keep();
    const attempts = await fixture.attempts();
    expect(attempts).toHaveLength(1_000 + 20);
    expect(new Set(attempts.map(({ partition }) => partition))).toEqual(new Set([weekOf(at)]));
    await fixture.release(held);
    await fixture.keep();
    expect(await fixture.attempts()).toEqual([]);
    expect(await fixture.names()).not.toContain(weekOf(at));
  });
});
