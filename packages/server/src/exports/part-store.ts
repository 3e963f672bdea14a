import type { Db } from '../kernel/database/connect.ts';
import type { NewExport } from './stored-export.ts';

type Of = Pick<NewExport, 'tenantId' | 'exportId'>;

/** Writes the next part of a file. */
export async function insertPart(
  db: Db,
  { tenantId, exportId }: Of,
  part: number,
  sealed: Buffer,
): Promise<void> {
  await db
    .insertInto('export_parts')
    .values({ tenant_id: tenantId, export_id: exportId, part, sealed_lines: sealed })
    .execute();
}

/** A part of a file, as it is sealed. */
export async function findPart(
  db: Db,
  { tenantId, exportId }: Of,
  part: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('export_parts')
    .select('sealed_lines')
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.sealed_lines;
}

/** Deletes what is written of a file. */
export async function deleteParts(db: Db, { tenantId, exportId }: Of): Promise<void> {
  await db
    .deleteFrom('export_parts')
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .execute();
}
