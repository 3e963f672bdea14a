import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { End, MoveDeps, MoveNews } from '../end.ts';
import { passFences } from '../replication/fences.ts';
import { clearedTables } from '../replication/table-transfers.ts';
import { deleteJobs } from './carry-over.ts';

const BATCH = 2_000;
const TELL_EVERY = 20_000;

/** A table itself, or its partitions: a delete from the whole of a partitioned table leaves rows that are not due. */
async function listParts(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_partition_tree(${table}::regclass) p JOIN pg_class c ON c.oid = p.relid
    WHERE p.isleaf
    UNION ALL SELECT relname FROM pg_class WHERE oid = ${table}::regclass AND relkind = 'r'`.execute(db);
  return rows.map(({ name }) => name);
}

async function deleteBatch(db: End['db'], tenantId: TenantId, part: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await passFences(trx, tenantId);
    const result = await sql`DELETE FROM ${sql.id(part)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.id(part)} WHERE tenant_id = ${tenantId} LIMIT ${BATCH}))`.execute(trx);
    // A trigger lists the objects of deleted pictures as due, and they are the other deployment's from now on.
    if (part === 'capture_frames')
      await sql`DELETE FROM object_dues WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM object_dues WHERE tenant_id = ${tenantId} LIMIT ${BATCH}))`.execute(trx);
    return Number(result.numAffectedRows ?? 0n);
  });
}

/** Deletes every row of a tenant at one end in small commits, and its jobs; answers how many rows. Begun anew, it finds what is left. */
export async function* clearTenant(
  { db }: Pick<End, 'db'>,
  { tenantId, stopping }: Pick<MoveDeps, 'tenantId' | 'stopping'>,
  where: 'here' | 'there',
): AsyncGenerator<MoveNews, number> {
  yield { step: 'clearing', text: `The rows of the tenant are being deleted ${where} …` };
  let deleted = 0;
  let told = 0;
  await deleteJobs(db, tenantId);
  for (const table of clearedTables)
    for (const part of await listParts(db, table)) {
      let count: number;
      do {
        stopping.throwIfAborted();
        count = await deleteBatch(db, tenantId, part);
        deleted += count;
        if (deleted - told < TELL_EVERY) continue;
        told = deleted;
        yield { step: 'clearing', text: `${deleted} rows are deleted ${where} …` };
      } while (count > 0);
    }
  return deleted;
}
