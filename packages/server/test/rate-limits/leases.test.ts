import type { RatePolicy } from '@titular/contract/simulate-limit';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { createLeases, LEASE_MS } from '@titular/server/rate-limits/leases.ts';
import { createRateLimiter, type RateLimiter } from '@titular/server/rate-limits/rate-limiter.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

const POLICY: RatePolicy = { ratePerSecond: 10, burst: 20 };

let clone: ClonedDatabase;
let databases: Database[];
let statements = 0;

beforeAll(async () => {
  clone = await cloneDatabase();
  databases = [0, 1].map(() => connect(clone.connectionString, 4, () => undefined));
  for (const { pool } of databases)
    pool.on('acquire', () => {
      statements += 1;
    });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await clone.drop();
});

/** Two processes that answer one tenant's calls, and a clock that moves for them and for the database alike. */
function twoProcesses(policy: RatePolicy = POLICY) {
  const tenantId: TenantId = newId();
  const clock = { ms: 0 };
  const limiters = databases.map(({ db }) =>
    createRateLimiter(
      db,
      async () => policy,
      () => databases.length,
      () => clock.ms,
    ),
  );
  let realMs = performance.now();
  /** Moves both clocks on by so much together, whatever time passes meanwhile. */
  const passMs = async (ms: number): Promise<void> => {
    const now = performance.now();
    const shift = (now - realMs - ms) / 1_000;
    realMs = now;
    clock.ms += ms;
    await databases[0]?.pool.query(
      'UPDATE rate_budgets SET arrival_at = arrival_at + make_interval(secs => $2) WHERE tenant_id = $1',
      [tenantId, shift],
    );
  };
  const process = (index: number): RateLimiter => limiters[index % limiters.length] as RateLimiter;
  const take = (index: number) => process(index).take(tenantId);
  return { tenantId, take, process, passMs };
}

/** Sends one request after another, `everyMs` apart, to the processes in turn, and counts those that were served. */
async function sendEvery(everyMs: number, count: number, { take, passMs }: ReturnType<typeof twoProcesses>) {
  let served = 0;
  for (let index = 0; index < count; index += 1) {
    if ((await take(index)).allowed) served += 1;
    await passMs(everyMs);
  }
  return served;
}

/** How many requests a tenant's budget grants at once to a process that borrows nothing. */
async function countLeft(tenantId: TenantId): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    SELECT greatest(0, extract(epoch FROM arrival_at - clock_timestamp()))::float8 AS ahead
    FROM rate_budgets WHERE tenant_id = ${tenantId}`.execute((databases[0] as Database).db);
  return Math.floor(POLICY.burst - (rows[0]?.ahead ?? 0) * POLICY.ratePerSecond + 0.05);
}

describe('requests lent in advance', () => {
  test('9.9 a second for a minute over two processes are all served, most of them without a statement (R66, S28)', async () => {
    const processes = twoProcesses();
    const before = statements;
    const count = 594;
    expect(await sendEvery(1_000 / 9.9, count, processes)).toBe(count);
    // One statement of each request moves the clock.
    expect(statements - before - count).toBeLessThan(count / 2);
  });

  test('20 a second for 30 s over two processes: never more than the rate and one burst (R66)', async () => {
    const served = await sendEvery(50, 600, twoProcesses());
    expect(served).toBeLessThanOrEqual(POLICY.ratePerSecond * 30 + POLICY.burst);
    expect(served).toBeGreaterThanOrEqual(POLICY.ratePerSecond * 29 + POLICY.burst);
  });

  test('a tenant that goes on asking is served while the budgets cannot be read (S28)', async () => {
    const processes = twoProcesses({ ratePerSecond: 1, burst: 1_000 });
    await sendEvery(10, 60, processes);
    await (databases[1] as Database).db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE rate_budgets IN ACCESS EXCLUSIVE MODE`.execute(trx);
      const states = await Promise.all([0, 0, 0, 0].map((index) => processes.take(index)));
      expect(states.map(({ allowed }) => allowed)).toEqual([true, true, true, true]);
      expect(new Set(states.map(({ remaining }) => remaining)).size).toBe(4);
    });
  });

  test('what a process borrowed and did not use goes back when it stops (R67)', async () => {
    const processes = twoProcesses();
    await sendEvery(200, 20, processes);
    await Promise.all([0, 1].map((index) => processes.process(index).stop()));
    expect(await countLeft(processes.tenantId)).toBe(POLICY.burst);
  });

  test('what a process borrowed and did not use goes back after a second, though nobody asks any more (S28)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const processes = twoProcesses({ ratePerSecond: 1, burst: 1_000 });
    const { tenantId, take, passMs } = processes;
    await sendEvery(10, 60, processes);
    // The first look comes while the latest lease still holds.
    vi.advanceTimersByTime(LEASE_MS);
    await passMs(LEASE_MS);
    const lent = await countLent(tenantId);
    expect(lent).toBeGreaterThan(0);
    vi.advanceTimersByTime(LEASE_MS);
    vi.useRealTimers();
    await expect.poll(() => countLent(tenantId)).toBe(0);
    expect((await take(0)).allowed).toBe(true);
  });

  /** Requests that were taken from the budget beyond the 60 that were served, less what a second gives back. */
  async function countLent(tenantId: TenantId): Promise<number> {
    const { rows } = await sql<{ taken: number }>`
      SELECT extract(epoch FROM arrival_at - clock_timestamp())::float8 AS taken
      FROM rate_budgets WHERE tenant_id = ${tenantId}`.execute((databases[0] as Database).db);
    return Math.max(0, Math.round((rows[0]?.taken ?? 0) - 60 + (60 * 10 + LEASE_MS) / 1_000));
  }

  test('a burst after silence is granted whole, to either process: nothing is lent to who does not go on asking (R66)', async () => {
    const processes = twoProcesses();
    await processes.take(0);
    await processes.passMs(10_000);
    const states = await Promise.all(Array.from({ length: 30 }, (_, index) => processes.take(index)));
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(POLICY.burst);
  });
});

describe('how much is lent', () => {
  const tenantId: TenantId = newId();
  const grant = { granted: 1, lent: 3, aheadSeconds: 2 };

  test('as much as came in the last stretch, for a second; nothing to the first requests, nor to one a second', () => {
    const clock = { ms: 0 };
    const leases = createLeases(() => clock.ms);
    leases.note(tenantId);
    expect(leases.nextSize(tenantId)).toBe(0);
    for (; clock.ms < 500; clock.ms += 20) leases.note(tenantId);
    expect(leases.nextSize(tenantId)).toBeGreaterThanOrEqual(40);
    expect(leases.nextSize(tenantId)).toBeLessThanOrEqual(60);
    clock.ms += 10_000;
    leases.note(tenantId);
    expect(leases.nextSize(tenantId)).toBe(0);
  });

  test('a lease is used up to its last request or to its last millisecond, and only then given back', () => {
    const clock = { ms: 0 };
    const leases = createLeases(() => clock.ms);
    leases.keep(tenantId, grant, POLICY);
    expect(leases.use(tenantId)).toEqual({ aheadSeconds: 2, left: 2, policy: POLICY });
    clock.ms = LEASE_MS - 1;
    expect(leases.reclaim(tenantId)).toBe(0);
    expect(leases.use(tenantId)).toMatchObject({ left: 1 });
    clock.ms = LEASE_MS;
    expect(leases.use(tenantId)).toBeUndefined();
    expect(leases.ended()).toEqual([{ tenantId, policy: POLICY }]);
    expect([leases.reclaim(tenantId), leases.reclaim(tenantId), leases.isEmpty()]).toEqual([1, 0, true]);
  });
});
