import type { RatePolicy } from '@titular/contract/simulate-limit';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import type { TakeFromBudget } from '@titular/server/kernel/http/admission/admission.ts';
import { API_BUDGET } from '@titular/server/rate-limits/budget.ts';
import { insertBudgets } from '@titular/server/rate-limits/budget-store.ts';
import { createRateLimiter } from '@titular/server/rate-limits/rate-limiter.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;
let other: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 4, () => undefined);
  other = connect(clone.connectionString, 4, () => undefined);
});
afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
  await clone.drop();
});

const slow: RatePolicy = { ratePerSecond: 1, burst: 5 };
/** A limiter whose own clock stands at 0 until it is moved. */
const limiterOn = (target: Database, policy: RatePolicy, clock = { ms: 0 }): TakeFromBudget =>
  createRateLimiter(
    target.db,
    async () => policy,
    () => 2,
    () => clock.ms,
  ).take;

const allowedOf = (states: { allowed: boolean }[]): number => states.filter((state) => state.allowed).length;

/** Sets back by so many seconds when the budget will be full, as if that time had passed. */
const letTimePass = (tenantId: TenantId, seconds: number) =>
  sql`UPDATE rate_budgets SET arrival_at = arrival_at - make_interval(secs => ${seconds}) WHERE tenant_id = ${tenantId}`.execute(
    database.db,
  );

describe('budgets in the database', () => {
  test('a batch larger than the burst is granted the burst, the first come first (R66)', async () => {
    const take = limiterOn(database, slow);
    const tenantId = newId();
    const states = await Promise.all(Array.from({ length: 12 }, () => take(tenantId)));
    expect(states.map((state) => state.allowed)).toEqual([...Array(5).fill(true), ...Array(7).fill(false)]);
    expect(states.map((state) => state.remaining)).toEqual([4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('two processes that fill the empty table after a failover wait for each other in no ring (S57, R80)', async () => {
    const [low, high] = [newId(), newId()].sort() as [TenantId, TenantId];
    let beside = Promise.resolve();
    await database.db.transaction().execute(async (trx) => {
      await insertBudgets(trx, API_BUDGET, [low]);
      beside = insertBudgets(other.db, API_BUDGET, [high, low]);
      await eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.db);
        expect(rows).toHaveLength(1);
      });
      await insertBudgets(trx, API_BUDGET, [high]);
    });
    await beside;
    expect(await limiterOn(other, slow)(high)).toMatchObject({ allowed: true, remaining: 4 });
  });

  test('two processes share one budget to the request, batch against batch (R66)', async () => {
    const tenantId = newId();
    const policy = { ratePerSecond: 1, burst: 30 };
    const takes = [limiterOn(database, policy), limiterOn(other, policy)];
    const states = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => takes[index % 2]?.(tenantId) ?? { allowed: false }),
    );
    expect(allowedOf(states)).toBe(30);
  });

  test('time that passes gives back the rate and never more than the burst (R67)', async () => {
    const tenantId = newId();
    const clock = { ms: 0 };
    const take = limiterOn(database, slow, clock);
    const takeMany = async (count: number): Promise<number> =>
      allowedOf(await Promise.all(Array.from({ length: count }, () => take(tenantId))));
    expect(await takeMany(8)).toBe(5);
    for (const [seconds, allowed] of [
      [2, 2],
      [3, 3],
      [3_600, 5],
    ] as const) {
      await letTimePass(tenantId, seconds);
      clock.ms += seconds * 1000;
      expect(await takeMany(8)).toBe(allowed);
    }
  });

  test('a database whose clock is set back by an hour locks nobody out, and gives nothing away (R67)', async () => {
    const tenantId = newId();
    const clock = { ms: 0 };
    const take = limiterOn(database, slow, clock);
    const takeMany = async (count: number): Promise<number> =>
      allowedOf(await Promise.all(Array.from({ length: count }, () => take(tenantId))));
    await takeMany(6);
    await letTimePass(tenantId, -3_600);
    clock.ms += 1_000;
    expect(await take(tenantId)).toMatchObject({ allowed: false, resetSeconds: 5, retryAfterSeconds: 1 });
    await letTimePass(tenantId, 2);
    clock.ms += 2_000;
    expect(await takeMany(8)).toBe(2);
  });

  test('a budget used up at a slower rate is no longer empty than at the new one (R67)', async () => {
    const tenantId = newId();
    await Promise.all(Array.from({ length: 6 }, () => limiterOn(database, slow)(tenantId)));
    const quick = { ratePerSecond: 100, burst: 5 };
    await limiterOn(database, quick)(tenantId);
    await letTimePass(tenantId, 0.05);
    expect((await limiterOn(database, quick)(tenantId)).allowed).toBe(true);
  });

  test('tenants do not share: one without budget costs another nothing', async () => {
    const take = limiterOn(database, slow);
    const [greedy, modest] = [newId(), newId()];
    const states = await Promise.all([
      ...Array.from({ length: 50 }, () => take(greedy)),
      take(modest),
      take(modest),
    ]);
    expect(states.slice(-2).map((state) => [state.allowed, state.remaining])).toEqual([
      [true, 4],
      [true, 3],
    ]);
  });

  test('a process that starts anew finds the budget as it was left (R67)', async () => {
    const tenantId = newId();
    await Promise.all(Array.from({ length: 9 }, () => limiterOn(database, slow)(tenantId)));
    expect((await limiterOn(other, slow)(tenantId)).allowed).toBe(false);
  });
});

describe('what does not reach the database', () => {
  test('requests over a budget that is known to be closed, until the time they were told (R68)', async () => {
    const tenantId = newId();
    const clock = { ms: 0 };
    const take = limiterOn(database, slow, clock);
    await Promise.all(Array.from({ length: 6 }, () => take(tenantId)));
    await database.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE rate_budgets IN ACCESS EXCLUSIVE MODE`.execute(trx);
      // With the table locked, only an answer from memory can come.
      const states = await Promise.all(Array.from({ length: 100 }, () => take(tenantId)));
      expect(allowedOf(states)).toBe(0);
      expect(states.every((state) => state.retryAfterSeconds === 1)).toBe(true);
    });
    await letTimePass(tenantId, 1);
    clock.ms = 1_000;
    expect((await take(tenantId)).allowed).toBe(true);
  });

  test('requests that come while a statement is under way share the next one', async () => {
    const tenantId = newId();
    const policy = { ratePerSecond: 1, burst: 1_000 };
    const take = limiterOn(database, policy);
    await take(tenantId);
    const pool = database.pool;
    let statements = 0;
    const count = (): void => {
      statements += 1;
    };
    pool.on('acquire', count);
    const states = await Promise.all(Array.from({ length: 300 }, () => take(tenantId)));
    pool.off('acquire', count);
    expect(allowedOf(states)).toBe(300);
    expect(new Set(states.map((state) => state.remaining)).size).toBe(300);
    expect(statements).toBeLessThanOrEqual(2);
  });
});

describe('a database that fails', () => {
  test('is a fault for those who asked, and no lock-out for those who ask later', async () => {
    const tenantId = newId();
    const take = limiterOn(database, slow);
    await sql`ALTER TABLE rate_budgets RENAME TO rate_budgets_gone`.execute(database.db);
    const outcomes = await Promise.allSettled([take(tenantId), take(tenantId), take(newId())]);
    await sql`ALTER TABLE rate_budgets_gone RENAME TO rate_budgets`.execute(database.db);
    expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await take(tenantId)).allowed).toBe(true);
  });

  test('an unknown rate is a fault as well, for that tenant alone', async () => {
    const known = newId();
    const { take } = createRateLimiter(
      database.db,
      async (tenantId) => {
        if (tenantId !== known) throw new Error('no settings');
        return slow;
      },
      () => 1,
      () => 0,
    );
    const outcomes = await Promise.allSettled([take(newId()), take(known)]);
    expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'fulfilled']);
  });
});
