import type { TenantId } from '../../kernel/base/id.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
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

/** Deletes calls that were refused before a time. */
export const deleteOldRefusedCalls = deleteOlder('sandbox_refused_calls', 'refused_at');
