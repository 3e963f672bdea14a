import { sql } from 'kysely';
import { copyFaceHashes } from '../../captures/index.ts';
import { createDeploymentKey } from '../../tenants/index.ts';
import type { End, MoveDeps } from '../end.ts';
import { insertRows } from './copy-rows.ts';

const BATCH = 500;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

const keyedEnd = async ({ db, masterKeys }: End) => ({
  db,
  key: await createDeploymentKey(db, masterKeys, 'face-prints')(),
});

/** Brings the face hashes of the tenant, each keyed anew; the same again changes nothing. */
export async function bringFaceHashes({ tenantId, source, target }: MoveDeps): Promise<number> {
  return copyFaceHashes(await keyedEnd(source), await keyedEnd(target), tenantId);
}

/**
 * Copies the tenant's entries of the audit log, which have their places in the target's chain from then on. They stay in the log of the
 * source, which nobody can delete from.
 */
export async function bringAuditLog({ tenantId, source, target }: MoveDeps): Promise<number> {
  let after = LOWEST_ID;
  let copied = 0;
  for (;;) {
    const { rows } = await sql<{ entry_id: string; row: string }>`
      SELECT entry_id, to_json(a)::text AS row FROM audit_log a
      WHERE tenant_id = ${tenantId} AND entry_id > ${after}::uuid ORDER BY entry_id LIMIT ${BATCH}`.execute(
      source.db,
    );
    const last = rows.at(-1);
    if (!last) return copied;
    await insertRows(
      target.db,
      'audit_log',
      rows.map(({ row }) => row),
    );
    after = last.entry_id;
    copied += rows.length;
  }
}
