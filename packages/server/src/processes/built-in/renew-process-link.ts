import type { CreateProcessResponse } from '@titular/contract';
import { type IssueLinkDeps, replaceLink } from '../../captures/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { lockSubject, takesCapture } from '../../subjects/index.ts';
import type { Settings, TenantKeys } from '../../tenants/index.ts';
import { PROCESSES } from '../change/change-process.ts';
import { findProcess } from '../process-store.ts';
import { viewProcess } from '../view-process.ts';

/** What renewing the address of a process needs. */
export type RenewProcessLinkDeps = IssueLinkDeps & {
  clock: Clock;
  settings: Settings;
  tenantKeys: TenantKeys;
};

/** A new address and token for the person; all links of before end, and the pages that they opened, unless a selfie is just being taken there. Refuses with 40007, 40409 and 40051. */
export async function renewProcessLink(
  deps: RenewProcessLinkDeps,
  tenantId: TenantId,
  processId: string,
): Promise<CreateProcessResponse> {
  if (!isId(processId)) throw new Refusal('40007');
  const now = deps.clock.now();
  return inTransaction(deps.db, async (trx) => {
    await lockSubject(trx, PROCESSES, tenantId, processId);
    const row = await findProcess(trx, tenantId, processId);
    if (!row) throw new Refusal('40409');
    const company = await deps.settings.findCompany(tenantId, row.companyId, trx);
    // Of a process that is carried out elsewhere the address is the platform's to renew.
    const isOurs = row.platform === 'built-in' && takesCapture(PROCESSES, row, now);
    if (!company?.active || !isOurs) throw new Refusal('40051');
    const subject = { subject: { kind: 'process', id: row.processId }, expiresAt: row.expiresAt } as const;
    const { link, token } = await replaceLink({ ...deps, db: trx }, company, subject, now);
    const process = viewProcess(row, await deps.tenantKeys(tenantId));
    return { process: { ...process, userRedirectUrl: link, token } };
  });
}
