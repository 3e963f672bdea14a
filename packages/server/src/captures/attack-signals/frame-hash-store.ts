import { sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';
import { type SubjectRef, subjectColumns } from '../../kernel/database/subject-ref.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { type FoundHashes, framePairsOf, openFound, selectFound, similarByPairs } from './hash-pairs.ts';
import { framePartsOf, newPartsForEarlier, similarByParts } from './hash-parts.ts';

/** A kept frame by what it looks like: the 256 bits of its fingerprint. */
export type FrameHash = {
  subject: SubjectRef;
  attemptId: AttemptId;
  step: number;
  hash: Uint8Array;
  at: Date;
};

type HashRow = { attempt_id: AttemptId; step: number; sealed_print: Buffer };

const rowName = (attemptId: AttemptId, step: number): string => `${attemptId}/${step}`;

/** Opens the hash of a row; one that was changed, or is another frame's, throws `SealBroken`. */
export const openImageHash = (key: TenantKey, { attempt_id, step, sealed_print }: HashRow): Buffer =>
  key.unseal('frame_prints', rowName(attempt_id, step), 'sealed_print', sealed_print);

/** Keeps an image hash, sealed, with its pairs, by which it is found. */
export async function insertImageHash(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  frame: FrameHash,
): Promise<void> {
  await db
    .insertInto('frame_prints')
    .values({
      tenant_id: tenantId,
      attempt_id: frame.attemptId,
      step: frame.step,
      ...subjectColumns(frame.subject),
      parts: newPartsForEarlier(framePartsOf(key, frame.hash)),
      pairs: framePairsOf(key, frame.hash).map(String),
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

/** Image hashes of other subjects: all within `SAME_PICTURE_BITS`, and a few that are further away; where a pair is crowded, some of them. */
export async function listSimilarImageHashes(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  { hash, exceptSubjectId }: { hash: Uint8Array; exceptSubjectId: string },
): Promise<FoundHashes> {
  const among = sql`f.tenant_id = ${tenantId}`;
  const others = sql`${among} AND f.subject_id <> ${exceptSubjectId}`;
  const { rows } = await selectFound(
    similarByPairs('frame_prints', framePairsOf(key, hash), others),
    similarByParts('frame_prints', [framePartsOf(key, hash)], { among, others }),
  ).execute(db);
  return openFound(rows, (row) => openImageHash(key, row));
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
    .select(['attempt_id', 'step', 'sealed_print'])
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .orderBy('step')
    .execute();
  return rows.map((row) => ({ step: row.step, hash: openImageHash(key, row) }));
}

/** Deletes up to `limit` prints, of all tenants, that were kept before `before` and are not held; answers how many. */
export async function deleteOldImageHashes(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM frame_prints WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM frame_prints WHERE kept_at < ${before} AND ${notHeld('frame_prints.subject_id')}
      ORDER BY kept_at LIMIT ${limit}))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
