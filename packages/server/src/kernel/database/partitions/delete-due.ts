import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

const notHeldBy = ({ heldBy }: PartitionedTable): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT FROM legal_holds h WHERE h.tenant_id = due.tenant_id
    AND h.subject_id IN (${sql.join(heldBy.map((column) => sql.ref(`due.${column}`)))}))`;

/** Deletes up to `limit` rows of one partition whose time was before `before`, and which nothing holds; answers how many. A place (ctid) is one of a partition, never of the whole table. */
export async function deleteDueRows(
  db: Db,
  of: PartitionedTable,
  partition: string,
  before: Date,
  limit: number,
): Promise<number> {
  const result = await sql`
    DELETE FROM ${sql.table(partition)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(partition)} AS due
      WHERE ${sql.ref(`due.${of.at}`)} < ${before} AND ${notHeldBy(of)}
      ORDER BY ${sql.ref(`due.${of.at}`)} LIMIT ${limit}
    ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
