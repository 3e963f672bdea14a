import { sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';
import type { DeploymentKey } from '../../tenants/index.ts';
import { type FoundHashes, facePairsOf, openFound, selectFound, similarByPairs } from './hash-pairs.ts';
import { facePartsOf, mirroredPartsOf, newPartsForEarlier, similarByParts } from './hash-parts.ts';

/** The place of a kept frame: a step of an attempt. */
export type FrameRef = { attemptId: AttemptId; step: number };

/** The tenant stands in the row's name, so that a print that was moved to another tenant does not open. */
const rowName = (tenantId: TenantId, { attemptId, step }: FrameRef): string =>
  `${tenantId}/${attemptId}/${step}`;

/** The row of a face hash under a key of the deployment. */
export const faceHashRow = (
  tenantId: TenantId,
  key: DeploymentKey,
  frame: FrameRef & { hash: Uint8Array },
) => ({
  tenant_id: tenantId,
  attempt_id: frame.attemptId,
  step: frame.step,
  parts: newPartsForEarlier(facePartsOf(key, frame.hash)),
  pairs: facePairsOf(key, frame.hash).map(String),
  sealed_print: key.seal('face_prints', rowName(tenantId, frame), 'sealed_print', frame.hash),
});

/** Opens the hash of a row; one that was changed, or is another frame's, throws `SealBroken`. */
export const openFaceHash = (
  key: DeploymentKey,
  tenantId: TenantId,
  frame: FrameRef,
  sealed: Uint8Array,
): Buffer => key.unseal('face_prints', rowName(tenantId, frame), 'sealed_print', sealed);

/** Keeps the print of an aligned face, sealed, with its pairs, by which it is found; that of the whole picture has to be kept already. */
export async function insertFaceHash(
  db: Db,
  tenantId: TenantId,
  key: DeploymentKey,
  frame: FrameRef & { hash: Uint8Array },
): Promise<void> {
  await db
    .insertInto('face_prints')
    .values(faceHashRow(tenantId, key, frame))
    .execute();
}

/**
 * Face hashes of all subjects but one: all within `SAME_FACE_BITS`, mirrored or not, and a few that are further away; where a pair is crowded, some of them. The one
 * statement that reads rows of other tenants: who stole a recording sends it to a shop that never saw it. Nothing but the hashes
 * themselves comes out, not even whether they are the tenant's own.
 */
export async function listSimilarFaceHashes(
  db: Db,
  tenantId: TenantId,
  key: DeploymentKey,
  { hash, exceptSubjectId }: { hash: Uint8Array; exceptSubjectId: string },
): Promise<FoundHashes> {
  // Looked up for one row after the other: as EXISTS, the whole of the other table could be read first.
  const others = sql`(f.tenant_id <> ${tenantId} OR (
    SELECT p.subject_id FROM frame_prints p
    WHERE p.tenant_id = f.tenant_id AND p.attempt_id = f.attempt_id AND p.step = f.step
  ) IS DISTINCT FROM ${exceptSubjectId})`;
  const { rows } = await selectFound(
    similarByPairs('face_prints', facePairsOf(key, hash), others),
    similarByParts('face_prints', mirroredPartsOf(key, hash), { among: sql`true`, others }),
  ).execute(db);
  return openFound(rows, (row) =>
    openFaceHash(key, row.tenant_id, { attemptId: row.attempt_id, step: row.step }, row.sealed_print),
  );
}

/** The face prints of all attempts of a subject, opened, in the order in which the frames were kept. */
export async function listFaceHashes(
  db: Db,
  tenantId: TenantId,
  key: DeploymentKey,
  subjectId: SubjectId,
): Promise<(FrameRef & { hash: Uint8Array })[]> {
  const rows = await db
    .selectFrom('face_prints as f')
    .innerJoin('frame_prints as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'f.tenant_id')
        .onRef('p.attempt_id', '=', 'f.attempt_id')
        .onRef('p.step', '=', 'f.step'),
    )
    .select(['f.attempt_id', 'f.step', 'f.sealed_print'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.subject_id', '=', subjectId)
    .orderBy('p.kept_at')
    .orderBy('f.step')
    .execute();
  return rows.map((row) => {
    const place = { attemptId: row.attempt_id, step: row.step };
    return { ...place, hash: openFaceHash(key, tenantId, place, row.sealed_print) };
  });
}
