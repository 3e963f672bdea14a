import { listSchedule } from '@titular/server/modules.ts';
import { query } from '../load/times.ts';

/** Minutes for which what has ended stays as it is. */
const KEPT = "interval '3 minutes'";
/** Longer than any time for which the service keeps what it deletes. */
const AGE = "interval '1200 days'";
/** Rows that were moved are older than this, and are moved once. */
const MOVED = "interval '600 days'";

/** Subjects that have ended and were moved. */
const ENDED = `SELECT transaction_id FROM transactions WHERE finished_at < now() - ${MOVED}`;

const ofEnded = (table: string, column: string): string =>
  `UPDATE ${table} SET ${column} = ${column} - ${AGE}
   WHERE ${column} > now() - ${MOVED} AND subject_id IN (${ENDED})`;

/** What lives for `life` is moved once it is older than others are kept. */
const ofLife = (table: string, column: string, life: string): string =>
  `UPDATE ${table} SET ${column} = ${column} - ${AGE}
   WHERE ${column} > now() - ${MOVED} AND ${column} < now() + interval '${life}' - ${KEPT}`;

/** Each moves times of one table back; events stay, because a check compares ends with them. */
const AGEING: readonly string[] = [
  ofLife('transactions', 'finished_at', '0'),
  ofEnded('capture_links', 'expires_at'),
  ofEnded('capture_sessions', 'expires_at'),
  ofEnded('frame_prints', 'kept_at'),
  ofEnded('face_templates', 'created_at'),
  `UPDATE face_templates SET last_matched_at = NULL WHERE created_at < now() - ${MOVED} AND last_matched_at IS NOT NULL`,
  ofEnded('subject_traces', 'created_at'),
  ofLife('idempotency_keys', 'expires_at', '1 day'),
  ofLife('revoked_tokens', 'expires_at', '1 hour'),
  ofLife('face_changes', 'at', '0'),
];

/** Moves times of what has ended back, and asks for every job that cleans up. */
export async function ageRows(adminUrl: string): Promise<void> {
  for (const statement of AGEING) await query(adminUrl, statement);
  for (const { task, queue } of listSchedule().filter((one) => one.queue === 'clean-up'))
    await query(
      adminUrl,
      "SELECT graphile_worker.add_job($1, '{}'::json, queue_name => $2, max_attempts => 1, job_key => $3)",
      [task, queue ?? null, `soak-${task}`],
    );
}
