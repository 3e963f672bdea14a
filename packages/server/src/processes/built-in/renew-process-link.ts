import type { CreateProcessResponse } from '@titular/contract';
import { type IssueLinkDeps, issueLink } from '../../captures/links/issue-link.ts';
import { endUnusedLinks } from '../../captures/links/link-store.ts';
import { endSessions } from '../../captures/sessions/session-store.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { TenantKeys } from '../../tenants/keys/tenant-keys.ts';
import type { Settings } from '../../tenants/settings-cache.ts';
import { findProcess, lockProcess, type ProcessRow } from '../process-store.ts';
import { viewProcess } from '../view-process.ts';

/** What renewing the address of a process needs. */
export type RenewProcessLinkDeps = IssueLinkDeps & {
  clock: Clock;
  settings: Settings;
  tenantKeys: TenantKeys;
};

/** Of a process that is carried out elsewhere the address is the platform's to renew. */
const takesCapture = ({ status, platform, expiresAt, retryUntil }: ProcessRow, now: Date): boolean =>
  status === 'created' &&
  platform === 'built-in' &&
  expiresAt > now &&
  (retryUntil === undefined || retryUntil > now);

/** A new address and token for the person; all links of before end, and the pages that they opened, unless a selfie is just being taken there. Refuses with 40007, 40409 and 40051. */
export async function renewProcessLink(
  deps: RenewProcessLinkDeps,
  tenantId: string,
  processId: string,
): Promise<CreateProcessResponse> {
  if (!isId(processId)) throw new Refusal('40007');
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    await lockProcess(trx, tenantId, processId);
    const row = await findProcess(trx, tenantId, processId);
    if (!row) throw new Refusal('40409');
    const company = await deps.settings.findCompany(tenantId, row.companyId);
    if (!company?.active || !takesCapture(row, now)) throw new Refusal('40051');
    await endUnusedLinks(trx, tenantId, row.processId, undefined, now);
    await endSessions(trx, tenantId, row.processId, undefined, now);
    const subject = { transactionId: row.processId, expiresAt: row.expiresAt };
    const { link, token } = await issueLink({ ...deps, db: trx }, company, subject, now);
    const process = viewProcess(row, await deps.tenantKeys(tenantId));
    return { process: { ...process, userRedirectUrl: link, token } };
  });
}
