import type { CreateTransactionResponse } from '@titular/contract';
import { type IssueLinkDeps, issueLink } from '../../captures/links/issue-link.ts';
import { endUnusedLinks } from '../../captures/links/link-store.ts';
import { endSessions } from '../../captures/sessions/session-store.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Settings } from '../../tenants/settings-cache.ts';
import { advance } from '../transaction.ts';
import { findStatus, lockStatus } from '../transaction-store.ts';

/** What renewing a link needs. */
export type RenewLinkDeps = IssueLinkDeps & { clock: Clock; settings: Settings };

/** A new link and token for a person whose link was used elsewhere or has expired; all links of before end, and the pages that they opened, unless a selfie is just being taken there. Refuses with 40401 and 40050. */
export async function renewLink(
  deps: RenewLinkDeps,
  tenantId: string,
  transactionId: string,
): Promise<CreateTransactionResponse> {
  if (!isId(transactionId)) throw new Refusal('40004');
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockStatus(trx, tenantId, transactionId);
    const found = locked && (await findStatus(trx, tenantId, transactionId));
    if (!found) throw new Refusal('40401');
    const isLate = found.expiresAt <= now || (found.retryUntil !== undefined && found.retryUntil <= now);
    if (isLate || !advance(found.status, 'share')) throw new Refusal('40050');
    const company = await deps.settings.findCompany(tenantId, locked.companyId);
    if (!company?.active) throw new Refusal('40050');
    await endUnusedLinks(trx, tenantId, transactionId, undefined, now);
    await endSessions(trx, tenantId, transactionId, undefined, now);
    const issued = await issueLink({ ...deps, db: trx }, company, { transactionId, ...found }, now);
    return { id: transactionId, status: found.status, ...issued };
  });
}
