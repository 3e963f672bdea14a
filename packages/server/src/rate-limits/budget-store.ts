import type { RatePolicy } from '@titular/contract/simulate-limit';
import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { fixedStatement } from '../kernel/database/batches/fixed-statement.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { BatchGrant } from './budget.ts';

/** Requests of one tenant that arrived together; how many more it would like in advance, and how many it gives back unused. */
export type Ask = {
  tenantId: TenantId;
  count: number;
  extra: number;
  returned: number;
  policy: RatePolicy;
};

type GrantRow = { tenant_id: TenantId; granted: number; lent: number; ahead_seconds: number };

/**
 * Takes from several tenants' budgets in one statement: GCRA on the database's clock, rows locked in the order of their keys; tenants
 * without a row are left out. A budget is never further ahead than a whole burst: what is, was left by a clock that stood later or a
 * slower rate, and would lock the tenant out. Requests are lent in advance from the upper
 * half of a budget alone, to each asker one part in `shares`: who was told to wait finds what it waited for.
 */
export async function takeFromBudgets(
  db: Db,
  budget: string,
  asks: readonly Ask[],
  shares: number,
): Promise<Map<string, BatchGrant>> {
  const result = await fixedStatement<GrantRow>`
    WITH asked AS (
      SELECT * FROM unnest(
        ${asks.map((ask) => ask.tenantId)}::uuid[],
        ${asks.map((ask) => ask.count)}::integer[],
        ${asks.map((ask) => ask.extra)}::integer[],
        ${asks.map((ask) => ask.returned)}::integer[],
        ${asks.map((ask) => 1 / ask.policy.ratePerSecond)}::float8[],
        ${asks.map((ask) => ask.policy.burst)}::integer[]
      ) AS a (tenant_id, count, extra, returned, interval_seconds, burst)
    ), held AS (
      SELECT b.tenant_id, b.arrival_at, a.count, a.extra, a.returned, a.interval_seconds, a.burst
      FROM rate_budgets b JOIN asked a USING (tenant_id)
      WHERE b.budget = ${budget}
      ORDER BY b.tenant_id
      FOR UPDATE OF b
    ), timed AS (
      -- Read when the row is ours: an earlier instant would make another process's taking look like the future.
      SELECT held.*, clock_timestamp() AS now FROM held
    ), measured AS (
      SELECT timed.*, greatest(0, least(burst * interval_seconds, extract(epoch FROM arrival_at - now)::float8)
        - returned * interval_seconds) AS ahead_seconds
      FROM timed
    ), served AS (
      SELECT measured.*,
        greatest(0, least(count, floor(burst - ahead_seconds / interval_seconds + 1e-6)))::integer AS granted
      FROM measured
    ), granted AS (
      SELECT served.*, greatest(0, least(extra,
        floor((burst / 2.0 - ahead_seconds / interval_seconds - granted) / ${shares}::integer)))::integer AS lent
      FROM served
    )
    UPDATE rate_budgets b
    SET arrival_at = g.now + make_interval(secs => g.ahead_seconds + (g.granted + g.lent) * g.interval_seconds)
    FROM granted g
    WHERE b.tenant_id = g.tenant_id AND b.budget = ${budget}
    RETURNING b.tenant_id, g.granted, g.lent,
      g.ahead_seconds + (g.granted + g.lent) * g.interval_seconds AS ahead_seconds`.execute(db);
  return new Map(
    result.rows.map(({ tenant_id, granted, lent, ahead_seconds }) => [
      tenant_id,
      { granted, lent, aheadSeconds: ahead_seconds },
    ]),
  );
}

/** How far the arrival time of a budget lies ahead, in seconds; 0 for one that is full or was never used. */
export async function readAheadSeconds(db: Db, budget: string, tenantId: TenantId): Promise<number> {
  const { rows } = await sql<{ ahead_seconds: number }>`
    SELECT greatest(0, extract(epoch FROM arrival_at - clock_timestamp())::float8) AS ahead_seconds
    FROM rate_budgets WHERE tenant_id = ${tenantId} AND budget = ${budget}`.execute(db);
  return rows[0]?.ahead_seconds ?? 0;
}

/** Gives tenants that have none a full budget, in the order of their keys: two processes that do so at once wait for each other, and never in a ring. */
export async function insertBudgets(db: Db, budget: string, tenantIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO rate_budgets (tenant_id, budget, arrival_at)
    SELECT tenant_id, ${budget}, clock_timestamp() FROM unnest(${[...tenantIds]}::uuid[]) AS t (tenant_id)
    ORDER BY tenant_id
    ON CONFLICT DO NOTHING`.execute(db);
}
