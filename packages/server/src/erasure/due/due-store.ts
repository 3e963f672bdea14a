import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { RetentionClass } from '../../module.ts';

/** Counts the rows of a tenant that are due before the first bound, and from each bound to the next, each count up to `limit`. */
export async function countDueWithin(
  db: Db,
  dueWithin: NonNullable<RetentionClass['dueWithin']>,
  tenantId: TenantId,
  bounds: readonly Date[],
  limit: number,
): Promise<number[]> {
  const [from, before] = [sql.ref('span.from_at'), sql.ref('span.before_at')];
  const starts = [null, ...bounds.slice(0, -1)];
  const { rows } = await sql<{ due: number }>`
    SELECT counted.due FROM unnest(${starts}::timestamptz[], ${[...bounds]}::timestamptz[])
      WITH ORDINALITY AS given (from_at, before_at, place)
    CROSS JOIN LATERAL (SELECT coalesce(given.from_at, 'epoch'::timestamptz) AS from_at, given.before_at) AS span
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS due FROM (${dueWithin({ tenantId, from, before, limit })}) AS rows_due
    ) AS counted ORDER BY given.place`.execute(db);
  return rows.map(({ due }) => due);
}
