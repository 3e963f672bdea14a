import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';

const rowsOf = async (db: Db, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0n);

/** Deletes the pictures and measurements of subjects; answers how many. */
export const deleteFrames = (db: Db, tenantId: TenantId, subjectIds: readonly string[]): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM capture_frames f USING capture_attempts a
      WHERE f.tenant_id = ${tenantId} AND a.tenant_id = f.tenant_id AND a.attempt_id = f.attempt_id
        AND a.subject_id = ANY (${[...subjectIds]}::uuid[])`,
  );

type DeleteOf = (db: Db, tenantId: TenantId, subjectIds: readonly string[]) => Promise<number>;

const deleteFrom =
  (
    table:
      | 'frame_prints'
      | 'capture_devices'
      | 'capture_signs'
      | 'capture_attempts'
      | 'capture_sessions'
      | 'capture_links',
  ): DeleteOf =>
  (db, tenantId, subjectIds) =>
    rowsOf(
      db,
      sql`DELETE FROM ${sql.table(table)}
        WHERE tenant_id = ${tenantId} AND subject_id = ANY (${[...subjectIds]}::uuid[])`,
    );

/** Deletes what the pictures of subjects looked like; answers how many. */
export const deleteImageHashes = deleteFrom('frame_prints');

/** Deletes the signs of attacks noted for subjects; answers how many. */
export const deleteAttackSignals = deleteFrom('capture_signs');

/** Deletes on which devices the attempts of subjects were begun; answers how many. */
export const deleteDevices = deleteFrom('capture_devices');

/** Deletes the attempts of subjects, whose frames must be gone; answers how many. */
export const deleteAttempts = deleteFrom('capture_attempts');

/** Ends and deletes the page sessions of subjects; answers how many. */
export const deleteSessions = deleteFrom('capture_sessions');

/** Deletes the links of subjects; answers how many. */
export const deleteLinks = deleteFrom('capture_links');

/** Deletes up to `limit` sessions, of all tenants, that expired before `before` and are not held; answers how many. */
export const deleteExpiredSessions = (db: Db, before: Date, limit: number): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM capture_sessions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM capture_sessions
      WHERE expires_at < ${before} AND ${notHeld('capture_sessions.subject_id')}
      ORDER BY expires_at LIMIT ${limit}))`,
  );

/** Locks the attempts of subjects that the caller has locked: a frame that is being stored ends before they are erased. An attempt that ends takes its locks in the same order (`lockForEnd`). */
export const lockAttempts = (db: Db, tenantId: TenantId, subjectIds: readonly string[]): Promise<number> =>
  rowsOf(
    db,
    sql`SELECT FROM capture_attempts
      WHERE tenant_id = ${tenantId} AND subject_id = ANY (${[...subjectIds]}::uuid[])
      ORDER BY attempt_id FOR UPDATE`,
  );
