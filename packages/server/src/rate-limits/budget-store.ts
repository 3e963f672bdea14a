import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { BatchGrant, RatePolicy } from './budget.ts';

/** Requests of one tenant that arrived together. */
export type Ask = { tenantId: TenantId; count: number; policy: RatePolicy };

type GrantRow = { tenant_id: TenantId; granted: number; ahead_seconds: number };

/**
 * Takes from several tenants' budgets in one statement: GCRA on the database's clock, rows locked in the order of their keys; tenants
 * without a row are left out. A budget is never further ahead than a whole burst: what is, was left by a clock that stood later or a
 * slower rate, and would lock the tenant out.
 */
export async function takeFromBudgets(
  db: Db,
  budget: string,
  asks: readonly Ask[],
): Promise<Map<string, BatchGrant>> {
  const result = await sql<GrantRow>`
    WITH asked AS (
      SELECT * FROM unnest(
        ${asks.map((ask) => ask.tenantId)}::uuid[],
        ${asks.map((ask) => ask.count)}::integer[],
        ${asks.map((ask) => 1 / ask.policy.ratePerSecond)}::float8[],
        ${asks.map((ask) => ask.policy.burst)}::integer[]
      ) AS a (tenant_id, count, interval_seconds, burst)
    ), held AS (
      SELECT b.tenant_id, b.arrival_at, a.count, a.interval_seconds, a.burst
      FROM rate_budgets b JOIN asked a USING (tenant_id)
      WHERE b.budget = ${budget}
      ORDER BY b.tenant_id
      FOR UPDATE OF b
    ), timed AS (
      -- Read when the row is ours: an earlier instant would make another process's taking look like the future.
      SELECT held.*, clock_timestamp() AS now FROM held
    ), measured AS (
      SELECT timed.*, least(burst * interval_seconds,
        greatest(0, extract(epoch FROM arrival_at - now)::float8)) AS ahead_seconds
      FROM timed
    ), granted AS (
      SELECT measured.*,
        greatest(0, least(count, floor(burst - ahead_seconds / interval_seconds + 1e-6)))::integer AS granted
      FROM measured
    )
    UPDATE rate_budgets b
    SET arrival_at = g.now + make_interval(secs => g.ahead_seconds + g.granted * g.interval_seconds)
    FROM granted g
    WHERE b.tenant_id = g.tenant_id AND b.budget = ${budget}
    RETURNING b.tenant_id, g.granted, g.ahead_seconds + g.granted * g.interval_seconds AS ahead_seconds`.execute(
    db,
  );
  return new Map(
    result.rows.map((row) => [row.tenant_id, { granted: row.granted, aheadSeconds: row.ahead_seconds }]),
  );
}

/** Gives tenants that have none a full budget; two processes doing so at once end with one. */
export async function insertBudgets(db: Db, budget: string, tenantIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO rate_budgets (tenant_id, budget, arrival_at)
    SELECT tenant_id, ${budget}, clock_timestamp() FROM unnest(${[...tenantIds]}::uuid[]) AS t (tenant_id)
    ON CONFLICT DO NOTHING`.execute(db);
}
