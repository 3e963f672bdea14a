import type { AuditAction } from '@titular/contract';
import { sql } from 'kysely';
import { lowestId, type TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** An entry that is looked for: of one actor about one thing, with these values among those after it. */
export type SoughtView = {
  tenantId: TenantId;
  actor: string;
  action: AuditAction;
  subject: string;
  values: Readonly<Record<string, string>>;
};

/** Whether the tenant's log has such an entry since a time. */
export async function hasView(
  db: Db,
  { tenantId, actor, action, subject, values }: SoughtView,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_log
    WHERE tenant_id = ${tenantId} AND subject = ${subject} AND entry_id >= ${lowestId(since)}
      AND actor = ${actor} AND action = ${action} AND after @> ${JSON.stringify(values)}::jsonb LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Entries to count: those of an actor in a tenant from one time to another that name a stay. */
export type CountedSpan = { tenantId: TenantId; actor: string; stayId: string; from: Date; until: Date };

/** Entries of a span that are counted. */
const MAX_COUNTED = 1_000;

/** How many views each stay has, by the call that they were made with; of the first 1,000 entries of each. */
export async function countViews(
  db: Db,
  action: AuditAction,
  spans: readonly CountedSpan[],
): Promise<{ stayId: string; call: string; count: number }[]> {
  const column = <T>(of: (span: CountedSpan) => T): T[] => spans.map(of);
  const { rows } = await sql<{ stayId: string; call: string; count: number }>`
    SELECT s.stay_id AS "stayId", v.call, count(*)::integer AS count
    FROM unnest(${column(({ tenantId }) => tenantId)}::uuid[], ${column(({ actor }) => actor)}::text[],
      ${column(({ stayId }) => stayId)}::text[], ${column(({ from }) => lowestId(from))}::uuid[],
      ${column(({ until }) => lowestId(new Date(until.getTime() + 1)))}::uuid[])
      AS s (tenant_id, actor, stay_id, from_id, before_id)
    CROSS JOIN LATERAL (
      SELECT a.after ->> 'call' AS call FROM audit_log a
      WHERE a.tenant_id = s.tenant_id AND a.actor = s.actor AND a.entry_id >= s.from_id AND a.entry_id < s.before_id
        AND a.action = ${action} AND a.after ->> 'stay' = s.stay_id
      ORDER BY a.tenant_id, a.actor, a.entry_id LIMIT ${sql.lit(MAX_COUNTED)}
    ) AS v GROUP BY s.stay_id, v.call ORDER BY s.stay_id, v.call`.execute(db);
  return rows;
}
