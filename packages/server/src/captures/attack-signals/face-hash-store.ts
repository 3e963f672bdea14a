import { sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';
import type { DeploymentKey } from '../../tenants/index.ts';

/** The place of a kept frame: a step of an attempt. */
export type FrameRef = { attemptId: AttemptId; step: number };

/** The tenant stands in the row's name, so that a print that was moved to another tenant does not open. */
const rowName = (tenantId: TenantId, { attemptId, step }: FrameRef): string =>
  `${tenantId}/${attemptId}/${step}`;

/** The row of a face hash under a key of the deployment. */
export const faceHashRow = (
  tenantId: TenantId,
  key: DeploymentKey,
  parts: readonly bigint[],
  frame: FrameRef & { hash: Uint8Array },
) => ({
  tenant_id: tenantId,
  attempt_id: frame.attemptId,
  step: frame.step,
  parts: parts.map(String),
  sealed_print: key.seal('face_prints', rowName(tenantId, frame), 'sealed_print', frame.hash),
});

/** Opens the hash of a row; one that was changed, or is another frame's, throws `SealBroken`. */
export const openFaceHash = (
  key: DeploymentKey,
  tenantId: TenantId,
  frame: FrameRef,
  sealed: Uint8Array,
): Buffer => key.unseal('face_prints', rowName(tenantId, frame), 'sealed_print', sealed);

/** Keeps the print of an aligned face, sealed, with the keyed hashes of its parts; that of the whole picture has to be kept already. */
export async function insertFaceHash(
  db: Db,
  tenantId: TenantId,
  key: DeploymentKey,
  parts: readonly bigint[],
  frame: FrameRef & { hash: Uint8Array },
): Promise<void> {
  await db
    .insertInto('face_prints')
    .values(faceHashRow(tenantId, key, parts, frame))
    .execute();
}

/**
 * Prints that share at least `leastShared` of one of these lists of parts, at most `limit`, but for those of one subject. The one
 * statement that reads rows of other tenants: who stole a recording sends it to a shop that never saw it. Nothing but the prints
 * themselves comes out, not even whether they are the tenant's own.
 */
export async function listSimilarFaceHashes(
  db: Db,
  tenantId: TenantId,
  key: DeploymentKey,
  query: {
    parts: readonly (readonly bigint[])[];
    exceptSubjectId: string;
    leastShared: number;
    limit: number;
  },
): Promise<Uint8Array[]> {
  const either = query.parts.map((list) => list.map(String));
  const shared = either.map(
    (list) =>
      sql`(f.parts && ${list}::bigint[] AND
        (SELECT count(*) FROM unnest(f.parts) AS part WHERE part = ANY (${list}::bigint[])) >= ${query.leastShared})`,
  );
  const { rows } = await sql<{
    tenant_id: TenantId;
    attempt_id: AttemptId;
    step: number;
    sealed_print: Buffer;
  }>`
    SELECT f.tenant_id, f.attempt_id, f.step, f.sealed_print
    FROM face_prints f JOIN frame_prints p USING (tenant_id, attempt_id, step)
    WHERE (${sql.join(shared, sql` OR `)})
      AND NOT (p.tenant_id = ${tenantId} AND p.subject_id = ${query.exceptSubjectId})
    LIMIT ${query.limit}`.execute(db);
  return rows.map((row) =>
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
