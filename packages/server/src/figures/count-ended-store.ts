import { type RawBuilder, sql } from 'kysely';
import type { TenantId, TransactionId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import { MAX_ATTEMPTS, NOT_COUNTED, REACHED, TIME_BOUNDS } from './finish-times.ts';

/** Days since its creation for which the database surely knows whether the page of a transaction was opened: sessions go after them. */
const PAGE_DAYS = 7;

const took = sql`CASE WHEN t.status IN ('approved', 'inconclusive') AND t.reference_process_id IS NULL AND t.erased_at IS NULL
  THEN width_bucket(extract(epoch FROM t.finished_at - t.created_at), ${sql.lit(`{${TIME_BOUNDS.join(',')}}`)}::numeric[])
  ELSE ${sql.lit(NOT_COUNTED)} END`;

const reached = (now: Date): RawBuilder<unknown> => sql`CASE
  WHEN t.status = 'fast-inconclusive' OR t.reference_process_id IS NOT NULL THEN ${sql.lit(NOT_COUNTED)}
  WHEN a.is_completed THEN ${sql.lit(REACHED.completed)}
  WHEN a.attempts > 0 THEN ${sql.lit(REACHED.begun)}
  WHEN EXISTS (SELECT FROM capture_sessions s WHERE s.tenant_id = t.tenant_id AND s.subject_id = t.transaction_id)
    THEN ${sql.lit(REACHED.opened)}
  WHEN t.erased_at IS NOT NULL OR t.created_at < ${now}::timestamptz - make_interval(days => ${sql.lit(PAGE_DAYS)})
    THEN ${sql.lit(NOT_COUNTED)}
  ELSE ${sql.lit(REACHED.created)} END`;

/** Of each ended transaction what figures tell: nothing of a person, and each part found by a key. */
const factsOf = (now: Date): RawBuilder<unknown> => sql`
  SELECT t.tenant_id, t.transaction_id, t.version, t.company_id, t.module, t.status,
    date_trunc('hour', t.created_at, 'UTC') AS created_hour, ${took} AS took,
    least(a.attempts, ${sql.lit(MAX_ATTEMPTS)}) AS attempts, ${reached(now)} AS reached
  FROM ended t CROSS JOIN LATERAL (
    SELECT count(*) AS attempts, coalesce(bool_or(outcome = 'completed'), false) AS is_completed
    FROM capture_attempts c WHERE c.tenant_id = t.tenant_id AND c.subject_id = t.transaction_id
  ) AS a`;

/** Adds the facts to their cells; `facts` and `ended` stand before it in the statement. */
const counting = sql`
  counted AS (
    INSERT INTO transaction_hours AS known
      (tenant_id, company_id, created_hour, module, status, took, attempts, reached, seen)
    SELECT tenant_id, company_id, created_hour, module, status, took, attempts, reached, count(*)
    FROM facts GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (tenant_id, created_hour, company_id, module, status, took, attempts, reached)
    DO UPDATE SET seen = known.seen + excluded.seen
  ), reasoned AS (
    INSERT INTO reason_hours AS known (tenant_id, company_id, created_hour, module, reason, seen)
    SELECT f.tenant_id, f.company_id, f.created_hour, f.module, r.reason, count(*)
    FROM facts f CROSS JOIN LATERAL (
      SELECT DISTINCT unnest(h.reasons) AS reason FROM transaction_history h
      WHERE h.tenant_id = f.tenant_id AND h.transaction_id = f.transaction_id AND h.version = f.version
    ) AS r WHERE f.status <> 'approved'
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, created_hour, company_id, module, reason) DO UPDATE SET seen = known.seen + excluded.seen
  )`;

/** Columns of a transaction that figures are made of. */
const COLUMNS = sql.raw(
  ['tenant_id', 'transaction_id', 'version', 'company_id', 'module', 'status', 'created_at', 'finished_at']
    .concat(['erased_at', 'reference_process_id'])
    .map((name) => `t.${name}`)
    .join(', '),
);

/** Places of events: after the first, and up to the last. */
export type Places = { after: string; upTo: string };

/** Counts the transactions whose ends stand among the next `limit` events; answers how many events it read, and the place of the last. */
export async function countEnds(
  trx: Db,
  tenantId: TenantId,
  { after, upTo }: Places,
  limit: number,
  now: Date,
): Promise<{ read: number; position: string }> {
  const { rows } = await sql<{ read: number; position: string | null }>`
    WITH fresh AS MATERIALIZED (
      SELECT transaction_id, sequence, type, position FROM events
      WHERE tenant_id = ${tenantId} AND position > ${after} AND position <= ${upTo}
      ORDER BY position LIMIT ${limit}
    ), ended AS MATERIALIZED (
      SELECT found.* FROM fresh e CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM transactions t
        WHERE t.tenant_id = ${tenantId} AND t.transaction_id = e.transaction_id AND t.version = e.sequence
          AND t.finished_at IS NOT NULL LIMIT 1
      ) AS found WHERE e.type = 'transaction.finished'
    ), facts AS MATERIALIZED (${factsOf(now)}), ${counting}
    SELECT count(*)::integer AS read, max(position) AS position FROM fresh`.execute(trx);
  return { read: rows[0]?.read ?? 0, position: rows[0]?.position ?? after };
}

/** Counts the next `limit` transactions by id, from the newest down, that ended no later than a place of events; answers how many it looked at, and the last. */
export async function countKept(
  trx: Db,
  tenantId: TenantId,
  { beforeId, sinceId, position }: { beforeId: TransactionId; sinceId: TransactionId; position: string },
  limit: number,
  now: Date,
): Promise<{ read: number; lastId: TransactionId }> {
  const { rows } = await sql<{ read: number; last_id: TransactionId | null }>`
    WITH walked AS MATERIALIZED (
      SELECT ${COLUMNS} FROM transactions t
      WHERE t.tenant_id = ${tenantId} AND t.transaction_id < ${beforeId} AND t.transaction_id >= ${sinceId}
      ORDER BY t.transaction_id DESC LIMIT ${limit}
    ), ended AS MATERIALIZED (
      SELECT ${COLUMNS} FROM walked t WHERE t.finished_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM events e WHERE e.tenant_id = ${tenantId} AND e.transaction_id = t.transaction_id
          AND e.sequence = t.version AND e.position > ${position})
    ), facts AS MATERIALIZED (${factsOf(now)}), ${counting}
    SELECT (SELECT count(*)::integer FROM walked) AS read,
      (SELECT transaction_id FROM walked ORDER BY transaction_id LIMIT 1) AS last_id`.execute(trx);
  return { read: rows[0]?.read ?? 0, lastId: rows[0]?.last_id ?? beforeId };
}
