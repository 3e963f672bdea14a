import { randomUUID } from 'node:crypto';
import { listSimilarFaceHashes } from '@titular/server/captures/attack-signals/face-hash-store.ts';
import { listSimilarImageHashes } from '@titular/server/captures/attack-signals/frame-hash-store.ts';
import { facePairsOf, framePairsOf } from '@titular/server/captures/attack-signals/hash-pairs.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { readTenantKey } from '@titular/server/tenants/keys/tenant-keys.ts';
import { openRecorder, type Statement } from '@titular/test-kit/explain.ts';
import type { Harness } from '../harness/harness.ts';
import type { PrintKind } from './fill-prints.ts';

/** Makes the statement that looks for a hash by its lists: one of pairs; of parts, those of the mirror image too. */
export type Search = (lists: readonly (readonly string[])[]) => Statement;

const shared = (parameter: string): string => `(f.parts && ${parameter}::bigint[] AND
  (SELECT count(*) FROM unnest(f.parts) AS part WHERE part = ANY (${parameter}::bigint[])) >= 4)`;

/** The searches before, by parts. */
export const oldSearch =
  ({ what }: PrintKind, tenantId: string): Search =>
  ([list = [], mirrored = []]) =>
    what === 'pictures'
      ? {
          text: `SELECT attempt_id, step, sealed_print FROM frame_prints f
            WHERE tenant_id = $1 AND subject_id <> $2 AND ${shared('$3')} LIMIT 200`,
          values: [tenantId, randomUUID(), list],
        }
      : {
          text: `SELECT f.tenant_id, f.attempt_id, f.step, f.sealed_print FROM face_prints f
            WHERE ${shared('$1')} OR ${shared('$2')} LIMIT 200`,
          values: [list, mirrored],
        };

/** The search as the service sends it, in which pairs that were made in SQL take the places of those under the key. */
export async function newSearch(harness: Harness, { what }: PrintKind): Promise<Search> {
  const { database, masterKeys, connectionString, tenants } = harness;
  const [tenant] = tenants;
  if (!tenant) throw new Error('the bench has a tenant');
  const { tenantId } = tenant;
  const recorder = openRecorder<Tables>(connectionString);
  try {
    const query = { hash: new Uint8Array(32), exceptSubjectId: randomUUID() };
    const tenantKey = await readTenantKey(database.db, masterKeys, tenantId);
    const faceKey = await createDeploymentKey(database.db, masterKeys, 'face-prints')();
    if (what === 'pictures') await listSimilarImageHashes(recorder.db, tenantId, tenantKey, query);
    else await listSimilarFaceHashes(recorder.db, tenantId, faceKey, query);
    const own = (
      what === 'pictures' ? framePairsOf(tenantKey, query.hash) : facePairsOf(faceKey, query.hash)
    ).map(String);
    const sent = recorder.statements.at(-1);
    if (!sent) throw new Error('the search sends a statement');
    return ([list = []]) => ({
      text: sent.text,
      values: sent.values.map((value) => (String(value) === own.join() ? list : value)),
    });
  } finally {
    await recorder.close();
  }
}
