import { randomUUID } from 'node:crypto';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { redactCalls } from '@titular/server/request-log/api-call-store.ts';
import { asId } from '@titular/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callAt, dayOf, inDays, insert, midnight, openPartitions, TENANT } from './partition-fixture.ts';

/** Opens a log of calls with partitions, a call of the first day and one of today, 20 days later by the clock. */
async function openDue() {
  const start = midnight(new Date());
  const fixture = await openPartitions(start);
  await fixture.keep();
  const old = inDays(start, 2.5);
  await insert(fixture, callAt(old));
  fixture.clock.advanceSeconds(10 * 86_400);
  await fixture.keep();
  fixture.clock.advanceSeconds(7 * 86_400);
  return { fixture, old, now: inDays(start, 17.5) };
}

const INSERT = `INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, duration_ms, source_address)
  VALUES ($1, $2, $3, 'shop', 'o', 'GET', '/', 200, 1, 'a')`;

describe('a day that is dropped (S29)', () => {
  test('is emptied while a transaction that inserts is open, and others insert without any wait; it is dropped once that has ended', async () => {
    const { fixture, old, now } = await openDue();
    const writer = await fixture.begin();
    const write = () => writer.query(INSERT, [TENANT, callAt(now).requestId, now]);
    await write();
    const beside = await fixture.begin();
    await beside.query("COMMIT; SET lock_timeout = '1ms'");
    const running = fixture.keep();
    let isRunning = true;
    void running.then(() => {
      isRunning = false;
    });
    let inserted = 0;
    // Whatever the job asks for meanwhile, no insert ever waits for it, not even for a millisecond.
    for (; isRunning; inserted += 1) await beside.query(INSERT, [TENANT, callAt(now).requestId, now]);
    await running;
    await write();
    expect(inserted).toBeGreaterThan(0);
    expect((await fixture.rows()).filter(({ at }) => at <= old)).toEqual([]);
    expect(await fixture.names()).toContain(dayOf(old));
    await writer.query('COMMIT');
    await fixture.keep();
    expect(await fixture.names()).not.toContain(dayOf(old));
    expect(await fixture.rows()).toHaveLength(inserted + 2);
  });

  test('waits for nobody who reads it, as a backup does for hours; half an hour later it is emptied row by row', async () => {
    const { fixture, old } = await openDue();
    const reader = await fixture.begin();
    await reader.query(`LOCK TABLE api_calls IN ACCESS SHARE MODE`);
    await fixture.keep();
    expect(await fixture.rows()).toHaveLength(0);
    await insert(fixture, callAt(old));
    fixture.clock.advanceSeconds(-2.5 * 86_400 - 60);
    await fixture.keep();
    expect(await fixture.rows()).toHaveLength(1);
    fixture.clock.advanceSeconds(2.5 * 86_400);
    await fixture.keep();
    expect(await fixture.rows()).toEqual([]);
    expect(await fixture.names()).toContain(dayOf(old));
    await reader.query('COMMIT');
    await fixture.keep();
    expect(await fixture.names()).not.toContain(dayOf(old));
  });

  test('is dropped once by four processes that do the job at once, and their days are made once', async () => {
    const { fixture, old, now } = await openDue();
    const held = randomUUID();
    await fixture.hold(held);
    await insert(fixture, callAt(old, { transactionId: asId(held) }), callAt(now), callAt(inDays(now, -1)));
    const others = [1, 2, 3].map(() => connect(fixture.connectionString, 2, () => undefined));
    onTestFinished(async () => {
      for (const one of others) await one.close();
    });
    for (let day = 0; day < 5; day += 1) {
      await Promise.all([fixture.keep(), ...others.map((one) => fixture.keep(one))]);
      await fixture.keep();
      await insert(fixture, callAt(fixture.clock.now()));
      fixture.clock.advanceSeconds(86_400);
    }
    expect(fixture.logged.filter(({ msg }) => msg === 'partitions could not be changed')).toEqual([]);
    const rows = await fixture.rows();
    expect(rows).toHaveLength(8);
    expect(rows.filter(({ partition }) => partition === 'api_calls_default')).toMatchObject([{ at: old }]);
  });
});

describe('rows that move (S29)', () => {
  test('are reached by an erasure that began before they moved, and by one that comes after', async () => {
    const fixture = await openPartitions();
    const [first, second] = [randomUUID(), randomUUID()];
    const at = fixture.clock.now();
    await insert(
      fixture,
      callAt(at, { transactionId: asId(first) }),
      callAt(at, { processId: asId(second) }),
    );
    const eraser = await fixture.begin();
    await eraser.query('UPDATE api_calls SET request = NULL WHERE transaction_id = $1', [first]);
    await fixture.keep();
    expect((await fixture.rows()).map(({ partition }) => partition)).toEqual([
      'api_calls_default',
      'api_calls_default',
    ]);
    await eraser.query('COMMIT');
    const moving = fixture.keep();
    await redactCalls(fixture.db, asId(TENANT), [second]);
    await moving;
    await fixture.keep();
    const rows = await fixture.rows();
    expect(rows.map(({ partition }) => partition.slice(0, dayOf(at).length))).toEqual([dayOf(at), dayOf(at)]);
    expect(rows.every(({ row }) => row.includes('"request":null'))).toBe(true);
  });
});
