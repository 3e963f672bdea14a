import { sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';
import { type SubjectRef, subjectColumns } from '../../kernel/database/subject-ref.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** A kept frame by what it looks like: the 256 bits of its fingerprint. */
export type FrameHash = {
  subject: SubjectRef;
  attemptId: AttemptId;
  step: number;
  hash: Uint8Array;
  at: Date;
};

const rowName = (attemptId: AttemptId, step: number): string => `${attemptId}/${step}`;

/** Keeps a print, sealed, with the keyed hashes of its parts. */
export async function insertImageHash(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  parts: readonly bigint[],
  frame: FrameHash,
): Promise<void> {
  await db
    .insertInto('frame_prints')
    .values({
      tenant_id: tenantId,
      attempt_id: frame.attemptId,
      step: frame.step,
      ...subjectColumns(frame.subject),
      parts: parts.map(String),
      sealed_print: key.seal(
        'frame_prints',
        rowName(frame.attemptId, frame.step),
        'sealed_print',
        frame.hash,
      ),
      kept_at: frame.at,
    })
    .execute();
}

/** Prints of other subjects that have at least `leastShared` of these parts; at most `limit` of them. */
export async function listSimilarImageHashes(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  query: { parts: readonly bigint[]; exceptSubjectId: string; leastShared: number; limit: number },
): Promise<Uint8Array[]> {
  const parts = query.parts.map(String);
  const { rows } = await sql<{ attempt_id: AttemptId; step: number; sealed_print: Buffer }>`
    SELECT attempt_id, step, sealed_print FROM frame_prints
    WHERE tenant_id = ${tenantId} AND parts && ${parts}::bigint[]
      AND subject_id <> ${query.exceptSubjectId}
      AND (SELECT count(*) FROM unnest(parts) AS part WHERE part = ANY (${parts}::bigint[])) >= ${query.leastShared}
    LIMIT ${query.limit}`.execute(db);
  return rows.map((row) =>
    key.unseal('frame_prints', rowName(row.attempt_id, row.step), 'sealed_print', row.sealed_print),
  );
}

/** The prints of an attempt, opened. */
export async function listImageHashes(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  attemptId: AttemptId,
): Promise<{ step: number; hash: Uint8Array }[]> {
  const rows = await db
    .selectFrom('frame_prints')
    .select(['step', 'sealed_print'])
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .orderBy('step')
    .execute();
  return rows.map((row) => ({
    step: row.step,
    hash: key.unseal('frame_prints', rowName(attemptId, row.step), 'sealed_print', row.sealed_print),
  }));
}

/** Deletes up to `limit` prints, of all tenants, that were kept before `before` and are not held; answers how many. */
export async function deleteOldImageHashes(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM frame_prints WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM frame_prints WHERE kept_at < ${before} AND ${notHeld('frame_prints.subject_id')}
      ORDER BY kept_at LIMIT ${limit}))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
