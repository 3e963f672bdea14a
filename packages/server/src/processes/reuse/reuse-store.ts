import { sql } from 'kysely';
import type { ProcessId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { ProcessStatus } from '../process.ts';

/** What is to be known of a process that a transaction wants to use. */
export type ReusableProcess = {
  status: ProcessStatus;
  identityHash: Buffer;
  /** Also where its person asked for the deletion of their data: the consent was withdrawn. */
  isErased: boolean;
  /** Whether its time has passed, whether or not that was written yet. */
  isOver: boolean;
  /** Whole seconds since it ended, by the database's clock; NaN while it is open. */
  ageSeconds: number;
  /** Whether the frames of a completed attempt are held. */
  hasCaptures: boolean;
  /** Whether a transaction has used it. */
  isUsed: boolean;
  /** Transactions of the person since then that used a process. */
  usesOfTheDay: number;
};

/** Lets the uses of processes for one person be counted one after the other, until the caller's commit. */
export async function lockUses(db: Db, tenantId: TenantId, identityHash: Buffer): Promise<void> {
  const name = `reuse/${tenantId}/${identityHash.toString('hex')}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** What speaks for and against using a process of the tenant; the database's clock alone tells its age. */
export async function findReusable(
  db: Db,
  tenantId: TenantId,
  processId: ProcessId,
  { identityHash, since }: { identityHash: Buffer; since: Date },
): Promise<ReusableProcess | undefined> {
  const { rows } = await sql<{
    status: string;
    identity_hash: Buffer;
    is_erased: boolean;
    age_seconds: number | null;
    has_captures: boolean;
    is_used: boolean;
    is_over: boolean;
    uses_of_the_day: string;
  }>`
    SELECT p.status, p.identity_hash, (p.erased_at IS NOT NULL OR p.erasure_requested_at IS NOT NULL) AS is_erased,
      floor(extract(epoch FROM now() - p.finished_at))::double precision AS age_seconds,
      EXISTS (
        SELECT FROM capture_attempts a JOIN capture_frames f USING (tenant_id, attempt_id)
        WHERE a.tenant_id = p.tenant_id AND a.subject_id = p.process_id AND a.outcome = 'completed'
      ) AS has_captures,
      EXISTS (
        SELECT FROM process_history h
        WHERE h.tenant_id = p.tenant_id AND h.process_id = p.process_id AND h.event = 'reuse'
      ) AS is_used,
      p.expires_at <= now() AS is_over,
      (
        SELECT count(*) FROM transactions t
        WHERE t.tenant_id = p.tenant_id AND t.identity_hash = ${identityHash} AND t.created_at > ${since}
          AND t.reference_process_id IS NOT NULL
      ) AS uses_of_the_day
    FROM processes p
    WHERE p.tenant_id = ${tenantId} AND p.process_id = ${processId}`.execute(db);
  const [row] = rows;
  return (
    row && {
      status: row.status as ProcessStatus,
      identityHash: row.identity_hash,
      isErased: row.is_erased,
      ageSeconds: row.age_seconds ?? Number.NaN,
      hasCaptures: row.has_captures,
      isUsed: row.is_used,
      isOver: row.is_over,
      usesOfTheDay: Number(row.uses_of_the_day),
    }
  );
}
