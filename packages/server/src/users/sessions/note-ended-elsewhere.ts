import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { listAllMembershipsOf } from '../memberships/membership-store.ts';

/**
 * Tells the other tenants of a person, and the deployment, that an act in one tenant ended their sessions, which are not of that tenant
 * alone. The deployment's log says who did it; to the others it was the service, since nothing of one tenant stands in another's log.
 */
export async function noteEndedElsewhere(
  inSameCommit: Operator,
  userId: string,
  { tenantId, ended }: { tenantId: TenantId; ended: number },
): Promise<void> {
  const all = await listAllMembershipsOf(inSameCommit.db, userId);
  const others = all.filter((one) => one.tenantId !== tenantId);
  if (ended === 0 || others.length === 0) return;
  const entry = { action: 'session.end', subject: `user/${userId}`, before: { sessions: ended } } as const;
  await insertAuditEntry(inSameCommit.db, inSameCommit, { ...entry, tenantId: undefined });
  for (const other of others)
    await insertAuditEntry(
      inSameCommit.db,
      { ...inSameCommit, actor: 'service' },
      { ...entry, tenantId: other.tenantId },
    );
}
