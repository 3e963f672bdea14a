import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** Remembers that a call was refused that is served when it comes again; one that is remembered already keeps its time. */
export async function insertRefusedCall(
  db: Db,
  tenantId: string,
  fingerprint: Buffer,
  refusedAt: Date,
): Promise<void> {
  await db
    .insertInto('sandbox_refused_calls')
    .values({ tenant_id: tenantId, fingerprint, refused_at: refusedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets a call, and gives when it was refused. */
export async function deleteRefusedCall(
  db: Db,
  tenantId: string,
  fingerprint: Buffer,
): Promise<Date | undefined> {
  const row = await db
    .deleteFrom('sandbox_refused_calls')
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', '=', fingerprint)
    .returning('refused_at')
    .executeTakeFirst();
  return row?.refused_at;
}

/** Forgets the calls of all tenants that were refused before a time, at most so many. */
export async function deleteOldRefusedCalls(db: Db, before: Date, limit: number): Promise<void> {
  await sql`
    DELETE FROM sandbox_refused_calls WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sandbox_refused_calls WHERE refused_at < ${before} LIMIT ${limit}
    ))`.execute(db);
}
