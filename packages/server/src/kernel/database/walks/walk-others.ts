import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../base/id.ts';

/** Steps after which a walk ends: who has come this far was with very many, whenever that was. */
export const MAX_STEPS = 200;

/** A walk from one end of a link to the others, by the columns of an index: tenant, `from`, `to`, and `at` the latest first. */
export type Walk = {
  table: string;
  from: string;
  to: string;
  at: string;
  /** Reads the index backwards: then it has `to` and `at` in the order of the columns. */
  isBackwards?: true;
  /** Which rows count; the index has the same condition. */
  where?: RawBuilder<unknown>;
};

/** The next hash at the other end, with its latest row: one descent of the index. */
const nextOf = (
  { table, from, to, at, isBackwards, where }: Walk,
  tenantId: TenantId,
  hash: Buffer,
  step: RawBuilder<unknown>,
  after: RawBuilder<unknown>,
) => sql`
  SELECT ${sql.ref(to)} AS hash, ${sql.ref(at)} AS at, ${step} AS step FROM ${sql.table(table)}
  WHERE tenant_id = ${tenantId} AND ${sql.ref(from)} = ${hash} ${where ? sql`AND ${where}` : sql``} ${after}
  ORDER BY ${sql.ref(to)} ${isBackwards ? sql`DESC` : sql`ASC`}, ${sql.ref(at)} DESC LIMIT 1`;

/** Writes the recursive part of a query that meets all hashes at the other end, one after the other. */
export const walkOthers = (
  name: string,
  walk: Walk,
  tenantId: TenantId,
  hash: Buffer,
): RawBuilder<unknown> => {
  const beyond = sql`AND ${sql.ref(walk.to)} ${walk.isBackwards ? sql`<` : sql`>`} w.hash`;
  return sql`
  ${sql.raw(name)} AS (
    (${nextOf(walk, tenantId, hash, sql`1`, sql``)})
    UNION ALL
    SELECT n.hash, n.at, n.step FROM ${sql.raw(name)} AS w CROSS JOIN LATERAL (
      ${nextOf(walk, tenantId, hash, sql`w.step + 1`, beyond)}) AS n
    WHERE w.step < ${sql.lit(MAX_STEPS)})`;
};

/** Whether a walk meets as many others as told since then, that instant included; it ends as soon as it does. */
export const meetsMany = (name: string, own: Buffer, since: Date, most: number): RawBuilder<boolean> => sql`
  (SELECT count(*) >= ${most} OR coalesce(bool_or(step = ${sql.lit(MAX_STEPS)}), false) FROM (
    SELECT step FROM ${sql.raw(name)}
    WHERE (hash <> ${own} AND at >= ${since}) OR step = ${sql.lit(MAX_STEPS)} LIMIT ${most}) AS met)`;
