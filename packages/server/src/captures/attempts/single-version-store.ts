import { sql } from 'kysely';
import { lowestId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Counts captures begun since an instant that have a frame measured in one engine version alone, of those that nodes have now; by that version. */
export async function countSingleVersion(
  db: Db,
  liveVersions: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ engine_version: string; captures: number }>`
    SELECT f.engine_version, count(DISTINCT f.attempt_id)::integer AS captures
    FROM tenants t CROSS JOIN LATERAL (
      SELECT engine_version, attempt_id FROM capture_frames
      WHERE tenant_id = t.tenant_id AND attempt_id >= ${lowestId(since)}
        AND (other_engine_version IS NULL OR other_engine_version <> ALL(${liveVersions}::text[]))
    ) AS f GROUP BY f.engine_version`.execute(db);
  return new Map(rows.map((row) => [row.engine_version, row.captures]));
}
