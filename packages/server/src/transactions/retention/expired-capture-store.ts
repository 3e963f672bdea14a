import { sql } from 'kysely';
import { closedObservations } from '../../captures/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';

/** A finished transaction or process by its id. */
export type Ended = { tenantId: TenantId; subjectId: SubjectId };

const idsOf = (ended: readonly Ended[]) => sql`
  unnest(${ended.map((one) => one.tenantId)}::uuid[], ${ended.map((one) => one.subjectId)}::uuid[])
    AS due (tenant_id, subject_id)`;

/** Up to `limit` transactions and processes, of all tenants, that ended longer ago than their company keeps captures. */
export async function listDueCaptures(db: Db, now: Date, limit: number): Promise<Ended[]> {
  const { rows } = await sql<{ tenant_id: TenantId; subject_id: SubjectId }>`
    SELECT d.tenant_id, d.subject_id
    FROM companies c CROSS JOIN LATERAL (
      SELECT tenant_id, subject_id FROM capture_dues
      WHERE tenant_id = c.tenant_id AND company_id = c.company_id
        AND finished_at < ${now}::timestamptz - make_interval(days => c.capture_retention_days)
        AND ${notHeld('capture_dues.subject_id')}
      ORDER BY finished_at LIMIT ${limit}
    ) AS d
    LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ tenantId: row.tenant_id, subjectId: row.subject_id }));
}

const keyOf = ({ tenantId, subjectId }: Ended): string => `${tenantId} ${subjectId}`;

const byId = (one: Ended, other: Ended): number => (keyOf(one) < keyOf(other) ? -1 : 1);

/**
 * Locks them on the list in the order of their ids, as a hold does before it is placed: whoever comes second waits. Each is looked up by
 * itself: a join that has to keep the order may go through the whole list.
 */
export async function lockCaptureDues(trx: Db, ended: readonly Ended[]): Promise<void> {
  await sql`
    SELECT FROM ${idsOf(ended.toSorted(byId))} CROSS JOIN LATERAL (
      SELECT FROM capture_dues kept
      WHERE kept.tenant_id = due.tenant_id AND kept.subject_id = due.subject_id
      FOR UPDATE) AS locked`.execute(trx);
}

/** Deletes up to `limit` kept frames of those that are locked and not held, with all that was measured on them; answers how many. */
export async function deleteFramesOf(db: Db, ended: readonly Ended[], limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM capture_frames WHERE ctid = ANY (ARRAY(
      SELECT f.ctid FROM ${idsOf(ended)}
      JOIN capture_attempts a ON a.tenant_id = due.tenant_id AND a.subject_id = due.subject_id
      JOIN capture_frames f ON f.tenant_id = a.tenant_id AND f.attempt_id = a.attempt_id
      WHERE ${notHeld('due.subject_id')}
      LIMIT ${limit}))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Locks the transactions among them in the order of their ids, as an erasure does; whoever holds one waits for it as well. */
export async function lockEndedTransactions(trx: Db, ended: readonly Ended[]): Promise<void> {
  await sql`
    SELECT FROM ${idsOf(ended.toSorted(byId))} CROSS JOIN LATERAL (
      SELECT FROM transactions t
      WHERE t.tenant_id = due.tenant_id AND t.transaction_id = due.subject_id
        AND (t.create_inputs IS NOT NULL OR t.decision_inputs IS NOT NULL)
      FOR UPDATE) AS locked`.execute(trx);
}

/** Deletes what their checks and decisions were made from, those that are held left out; answers of how many. */
export async function deleteInputsOf(db: Db, ended: readonly Ended[]): Promise<number> {
  const result = await sql`
    UPDATE transactions t SET create_inputs = NULL, decision_inputs = NULL
    FROM ${idsOf(ended)}
    WHERE t.tenant_id = due.tenant_id AND t.transaction_id = due.subject_id
      AND (t.create_inputs IS NOT NULL OR t.decision_inputs IS NOT NULL)
      AND ${notHeld('due.subject_id')}`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Deletes what was measured on faces in attempts that nobody finished; others kept none of it. Whether they are held makes no
 * difference: what a hold keeps was decided from, and this never was.
 */
export async function closeAttemptsOf(trx: Db, ended: readonly Ended[]): Promise<void> {
  const isOpen = sql`observations <> ${closedObservations}`;
  await sql`
    SELECT FROM ${idsOf(ended.toSorted(byId))} CROSS JOIN LATERAL (
      SELECT FROM capture_attempts a
      WHERE a.tenant_id = due.tenant_id AND a.subject_id = due.subject_id AND ${isOpen}
      ORDER BY a.number FOR UPDATE) AS locked`.execute(trx);
  await sql`
    UPDATE capture_attempts a SET observations = ${closedObservations}
    FROM ${idsOf(ended)}
    WHERE a.tenant_id = due.tenant_id AND a.subject_id = due.subject_id AND ${isOpen}`.execute(trx);
}

/** Takes those off the list that have no frames any more; answers how many. */
export async function deleteCaptureDues(db: Db, ended: readonly Ended[]): Promise<number> {
  const result = await sql`
    DELETE FROM capture_dues kept USING ${idsOf(ended)}
    WHERE kept.tenant_id = due.tenant_id AND kept.subject_id = due.subject_id
      AND NOT EXISTS (
        SELECT FROM capture_attempts a
        JOIN capture_frames f ON f.tenant_id = a.tenant_id AND f.attempt_id = a.attempt_id
        WHERE a.tenant_id = due.tenant_id AND a.subject_id = due.subject_id)`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Lists what of the next `limit` attempts had ended before there was a list, and keeps how far it came. Answers how many attempts it
 * passed, fewer than `limit` once all are.
 */
export async function fillCaptureDues(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ passed: number }>`
    WITH batch AS (
      SELECT tenant_id, attempt_id, subject_kind, subject_id FROM capture_attempts
      WHERE (tenant_id, attempt_id) > ((SELECT after_tenant_id FROM capture_due_backfill),
        (SELECT after_attempt_id FROM capture_due_backfill))
      ORDER BY tenant_id, attempt_id LIMIT ${limit}
    ), listed AS (
      INSERT INTO capture_dues (tenant_id, subject_kind, subject_id, company_id, finished_at)
      SELECT s.tenant_id, requested.subject_kind, s.subject_id, s.company_id, s.finished_at
      FROM (SELECT DISTINCT tenant_id, subject_kind, subject_id FROM batch) AS requested
      CROSS JOIN LATERAL (
        SELECT tenant_id, transaction_id AS subject_id, company_id, finished_at FROM transactions
        WHERE tenant_id = requested.tenant_id AND transaction_id = requested.subject_id
        UNION ALL
        SELECT tenant_id, process_id, company_id, finished_at FROM processes
        WHERE tenant_id = requested.tenant_id AND process_id = requested.subject_id
      ) AS s
      WHERE s.finished_at IS NOT NULL
      ON CONFLICT DO NOTHING
    ), last AS (
      SELECT tenant_id, attempt_id FROM batch ORDER BY tenant_id DESC, attempt_id DESC LIMIT 1
    ), noted AS (
      UPDATE capture_due_backfill SET after_tenant_id = last.tenant_id, after_attempt_id = last.attempt_id FROM last
      WHERE (SELECT count(*) FROM batch) = ${limit}
    ), ended AS (
      DELETE FROM capture_due_backfill WHERE (SELECT count(*) FROM batch) < ${limit}
    )
    SELECT count(*)::integer AS passed FROM batch`.execute(db);
  return rows[0]?.passed ?? 0;
}
