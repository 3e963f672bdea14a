import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Whether a tenant is on and allows operators, locked against a change of either; undefined where there is none. */
export async function lockEntry(
  trx: Db,
  tenantId: TenantId,
): Promise<{ isOn: boolean; isAllowed: boolean } | undefined> {
  const row = await trx
    .selectFrom('tenants')
    .select(['active', 'operator_entry'])
    .where('tenant_id', '=', tenantId)
    .forShare()
    .executeTakeFirst();
  return row && { isOn: row.active, isAllowed: row.operator_entry === 'allowed' };
}

/** Locks a session, so that it begins one stay at a time, and tells when it is over; undefined where it has ended. */
export async function lockSession(trx: Db, sessionId: string): Promise<{ expiresAt: Date } | undefined> {
  const row = await trx
    .selectFrom('user_sessions')
    .select('expires_at')
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  return row && { expiresAt: row.expires_at };
}
