import type { CreateTransactionResponse } from '@titular/contract';
import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import { type IssueLinkDeps, replaceLink } from '../../captures/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { parseUuid, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { lockSubject, takesCapture } from '../../subjects/index.ts';
import type { Settings } from '../../tenants/index.ts';
import { findStatus } from '../status-store.ts';
import { TRANSACTIONS } from './change-status.ts';

/** What renewing a link needs. */
export type RenewLinkDeps = IssueLinkDeps & { clock: Clock; settings: Settings };

/** A new link and token for a person whose link was used elsewhere or has expired. All links of before end, and the pages that they opened, unless a selfie is just being taken there. Refuses with 40401 and 40050. */
export async function renewLink(
  deps: RenewLinkDeps,
  tenantId: TenantId,
  id: string,
): Promise<CreateTransactionResponse> {
  const transactionId = parseUuid(id);
  if (!transactionId) throw new Refusal('40004');
  const now = deps.clock.now();
  return inTransaction(deps.db, async (trx) => {
    const locked = await lockSubject(trx, TRANSACTIONS, tenantId, transactionId);
    const found = locked && (await findStatus(trx, tenantId, transactionId));
    if (!found) throw new Refusal('40401');
    const company = await deps.settings.findCompany(tenantId, locked.companyId, trx);
    if (!company?.active || !takesCapture(TRANSACTIONS, found, now)) throw new Refusal('40050');
    const issued = await replaceLink(
      { ...deps, db: trx },
      company,
      { subject: { kind: 'transaction', id: transactionId }, ...found },
      now,
    );
    return { id: transactionId, status: found.status, ...issued };
  });
}

/** Renews the link in the operator's name, with an audit entry in the same commit; nothing of the link stands in it. Refuses as `renewLink` does. */
export const renewLinkAsOperator = (
  deps: RenewLinkDeps & Pick<Operator, 'actor'>,
  tenantId: TenantId,
  transactionId: string,
): Promise<CreateTransactionResponse> =>
  inTransaction(deps.db, async (trx) => {
    const renewed = await renewLink({ ...deps, db: trx }, tenantId, transactionId);
    const entry = { action: 'transaction.renew-link', subject: `transaction/${renewed.id}` } as const;
    await insertAuditEntry(trx, deps, { tenantId, ...entry });
    return renewed;
  });
