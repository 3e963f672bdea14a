import type { SearchAudit } from '@titular/contract';
import { type AuditFilter, describeAuditFilter, insertAuditEntry } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { UserActor } from '../../kernel/http/portal/portal-route.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** Writes down an export with filter and bound, committed before its first page is answered; other pages leave no entry. */
export async function recordExport(
  { db, clock }: PortalDeps,
  actor: UserActor,
  { exporting }: SearchAudit,
  asked: AuditFilter & { tenantId: TenantId | undefined },
  hasFound: boolean,
): Promise<void> {
  if (exporting === undefined) return;
  const { tenantId } = asked;
  const subject = tenantId === undefined ? 'deployment' : (`tenant/${tenantId}` as const);
  const after = { ...describeAuditFilter(asked, hasFound), most: exporting };
  await insertAuditEntry(db, { clock, actor }, { tenantId, action: 'audit.export', subject, after });
}
