import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { isOwned, type OwnedTable, type PartitionedTable, type TimedTable } from './partitioned-tables.ts';

const isDue = ({ at, heldBy }: TimedTable, before: Date): RawBuilder<unknown> =>
  sql`${sql.ref(`due.${at}`)} < ${before} AND NOT EXISTS (SELECT FROM legal_holds h WHERE h.tenant_id = due.tenant_id
    AND h.subject_id IN (${sql.join(heldBy.map((column) => sql.ref(`due.${column}`)))}))
    ORDER BY ${sql.ref(`due.${at}`)}`;

/** Looked up for one row after the other: joined, the whole of the other table could be read. */
const isOrphan = ({ owner, key }: OwnedTable): RawBuilder<unknown> =>
  sql`(SELECT o.tenant_id FROM ${sql.table(owner)} o
    WHERE o.tenant_id = due.tenant_id AND ${sql.ref(`o.${key}`)} = ${sql.ref(`due.${key}`)}) IS NULL`;

/** Deletes up to `limit` rows of one partition whose time was before `before` and which nothing holds, or whose owner is gone; answers how many. A place (ctid) is one of a partition, never of the whole table. */
export async function deleteDueRows(
  db: Db,
  of: PartitionedTable,
  partition: string,
  before: Date,
  limit: number,
): Promise<number> {
  const which = isOwned(of) ? isOrphan(of) : isDue(of, before);
  const result = await sql`
    DELETE FROM ${sql.table(partition)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(partition)} AS due WHERE ${which} LIMIT ${limit}
    ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
