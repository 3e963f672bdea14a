import { sql } from 'kysely';
import type { DeliveryId, ProcessId, TenantId } from '../../kernel/base/id.ts';
import { unindexed } from '../../kernel/database/by-index.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Outcome of one attempt and what comes next. `number` counts from 1, `reopened` counts manual resends before the attempt began, `claimEndsAt` names the claim under which it was made, `nextAttemptAt` is set while the delivery is pending. */
export type AttemptOutcome = {
  tenantId: TenantId;
  deliveryId: DeliveryId;
  number: number;
  reopened: number;
  claimEndsAt: Date;
  state: 'pending' | 'delivered' | 'failed';
  nextAttemptAt: Date | undefined;
  at: Date;
  startedAt: Date;
  durationMs: number;
  responseStatus: number | undefined;
  responseExcerpt: string | undefined;
  error: string | undefined;
};

/** Keeps what came of attempts and gives the claims back under which they were made, all in one statement; a claim taken since stays. An attempt that another process kept first leaves no second row, and no answer is kept about a person who was erased. A delivery that was sent again by hand during an attempt that failed is due as it was asked for, with its whole schedule before it. Answers the deliveries whose attempt was kept. */
export async function recordOutcomes(
  db: Db,
  processId: ProcessId,
  outcomes: readonly AttemptOutcome[],
): Promise<Set<string>> {
  const rows = outcomes.map((outcome) => ({
    tenant_id: outcome.tenantId,
    delivery_id: outcome.deliveryId,
    number: outcome.number,
    reopened: outcome.reopened,
    claim_ends_at: outcome.claimEndsAt,
    state: outcome.state,
    next_attempt_at: outcome.nextAttemptAt ?? null,
    finished_at: outcome.state === 'pending' ? null : outcome.at,
    started_at: outcome.startedAt,
    duration_ms: outcome.durationMs,
    response_status: outcome.responseStatus ?? null,
    response_excerpt: outcome.responseExcerpt ?? null,
    error: outcome.error ?? null,
  }));
  const result = await sql<{ delivery_id: string }>`
    WITH outcome AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS o (tenant_id uuid, delivery_id uuid,
        number integer, reopened integer, claim_ends_at timestamptz, state text, next_attempt_at timestamptz, finished_at timestamptz, started_at timestamptz,
        duration_ms integer, response_status integer, response_excerpt text, error text)
    ), released AS (
      DELETE FROM delivery_claims c USING outcome o
      WHERE c.tenant_id = o.tenant_id AND c.delivery_id = o.delivery_id AND c.process_id = ${processId}
        AND c.expires_at = o.claim_ends_at
    ), updated AS (
      UPDATE deliveries d
      SET attempts = o.number,
        state = CASE WHEN d.reopened = o.reopened OR o.state = 'delivered' THEN o.state ELSE d.state END,
        next_attempt_at = CASE WHEN d.reopened = o.reopened OR o.state = 'delivered'
          THEN o.next_attempt_at ELSE d.next_attempt_at END,
        finished_at = CASE WHEN d.reopened = o.reopened OR o.state = 'delivered' THEN o.finished_at END,
        schedule_from = CASE WHEN d.reopened = o.reopened THEN d.schedule_from ELSE o.number END
      FROM outcome o
      WHERE d.tenant_id = o.tenant_id AND d.delivery_id = o.delivery_id AND ${unindexed('d.state')} = 'pending'
        AND d.attempts = o.number - 1
      RETURNING d.tenant_id, d.delivery_id, d.event_id, o.number, o.started_at, o.duration_ms, o.response_status,
        o.response_excerpt, o.error
    )
    INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_status,
      response_excerpt, error)
    SELECT u.tenant_id, u.delivery_id, u.number, u.started_at, u.duration_ms, u.response_status,
      CASE WHEN t.erased_at IS NULL AND p.erased_at IS NULL THEN u.response_excerpt END, u.error
    FROM updated u
    JOIN events e ON e.tenant_id = u.tenant_id AND e.event_id = u.event_id
    LEFT JOIN transactions t ON t.tenant_id = e.tenant_id
      AND t.transaction_id = coalesce(e.transaction_id, e.subject_id)
    LEFT JOIN processes p ON p.tenant_id = e.tenant_id AND p.process_id = e.subject_id
    RETURNING delivery_id`.execute(db);
  return new Set(result.rows.map((row) => row.delivery_id));
}
