import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Notes that a call was refused that is served when it comes again, from now on. */
export async function recordRefusedCall(
  db: Db,
  tenantId: TenantId,
  fingerprint: Buffer,
  refusedAt: Date,
): Promise<void> {
  await db
    .insertInto('sandbox_refused_calls')
    .values({ tenant_id: tenantId, fingerprint, refused_at: refusedAt })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'fingerprint']).doUpdateSet({ refused_at: refusedAt }),
    )
    .execute();
}

/** When a call was refused that is remembered. */
export async function findRefusedCall(
  db: Db,
  tenantId: TenantId,
  fingerprint: Buffer,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sandbox_refused_calls')
    .select('refused_at')
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row?.refused_at;
}

/** Deletes a call, and gives when it was refused. */
export async function deleteRefusedCall(
  db: Db,
  tenantId: TenantId,
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

/** Deletes calls of all tenants that were refused before a time, at most so many; answers how many. */
export async function deleteOldRefusedCalls(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM sandbox_refused_calls WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sandbox_refused_calls WHERE refused_at < ${before} ORDER BY refused_at LIMIT ${limit}
    ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
