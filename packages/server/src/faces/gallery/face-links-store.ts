import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { MAX_WITHIN } from '../search/messages.ts';

/**
 * Whether faces that a search found are of so many identities or more, each enrolled or matched since then, that instant included. Ids of faces
 * that are gone count for nothing. A search that met as many as it tells of is of very many identities.
 */
export async function isFaceOfMany(
  db: Db,
  tenantId: TenantId,
  within: readonly Uint8Array[],
  { since, most }: { since: Date; most: number },
): Promise<boolean> {
  if (within.length >= MAX_WITHIN) return true;
  if (within.length < most) return false;
  // One descent of the index for each: of many ids at once, PostgreSQL would read the whole table.
  const ids = within.map((id) => Buffer.from(id).toString('hex'));
  const { rows } = await sql<{ is_many: boolean }>`
    SELECT count(DISTINCT f.identity_hash) >= ${most} AS is_many FROM unnest(${ids}::uuid[]) AS near (id)
    CROSS JOIN LATERAL (
      SELECT identity_hash FROM face_templates
      WHERE tenant_id = ${tenantId} AND template_id = near.id
        AND greatest(created_at, last_matched_at) >= ${since} LIMIT 1) AS f`.execute(db);
  return rows[0]?.is_many === true;
}
