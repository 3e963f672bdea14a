import { sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { DeploymentKey } from '../../tenants/index.ts';
import { type FrameRef, faceHashRow, openFaceHash } from './face-hash-store.ts';

/** A deployment's face hashes: its database, and the key that they are under. */
type HashEnd = { db: Db; key: DeploymentKey };

const BATCH = 500;
const FIRST: FrameRef = { attemptId: '00000000-0000-0000-0000-000000000000' as AttemptId, step: -1 };

type Row = { attempt_id: AttemptId; step: number; sealed_print: Buffer };

async function listAfter(db: Db, tenantId: TenantId, after: FrameRef): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT attempt_id, step, sealed_print FROM face_prints
    WHERE tenant_id = ${tenantId} AND (attempt_id, step) > (${after.attemptId}::uuid, ${after.step}::integer)
    ORDER BY attempt_id, step LIMIT ${BATCH}`.execute(db);
  return rows;
}

/** Copies the face hashes of a tenant to another deployment, each under the key there, where the picture's own hash is; answers how many were read. */
export async function copyFaceHashes(from: HashEnd, to: HashEnd, tenantId: TenantId): Promise<number> {
  let after = FIRST;
  let read = 0;
  for (;;) {
    const rows = await listAfter(from.db, tenantId, after);
    for (const row of rows) {
      const frame = { attemptId: row.attempt_id, step: row.step };
      const hash = openFaceHash(from.key, tenantId, frame, row.sealed_print);
      const { parts, pairs, sealed_print } = faceHashRow(tenantId, to.key, { ...frame, hash });
      await sql`
        INSERT INTO face_prints (tenant_id, attempt_id, step, parts, pairs, sealed_print)
        SELECT tenant_id, attempt_id, step, ${parts}, ${pairs}::bigint[], ${sealed_print} FROM frame_prints
        WHERE tenant_id = ${tenantId} AND attempt_id = ${frame.attemptId} AND step = ${frame.step}
        FOR KEY SHARE ON CONFLICT DO NOTHING`.execute(to.db);
      after = frame;
    }
    read += rows.length;
    if (rows.length === 0) return read;
  }
}
