import type { NewLink, Resent } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import type { CompanyId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { type RenewProcessLinkDeps, renewProcessLink } from '../../processes/index.ts';
import { cancelAsMember, type RenewLinkDeps, renewLinkAsOperator } from '../../transactions/index.ts';
import { resendDelivery } from '../../webhooks/index.ts';
import { isWithin, parseCaseId } from '../case-scope.ts';
import type { CaseDeps } from '../read/case-deps.ts';
import { refuseUnseen } from '../read/shared-parts.ts';
import { findDeliveryCompany } from './delivery-company-store.ts';
import { hideUnknown } from './hide-unknown.ts';
import type { Member } from './member.ts';

/** What changing cases needs. */
export type ChangeDeps = RenewLinkDeps & RenewProcessLinkDeps & Pick<CaseDeps, 'db' | 'clock'>;

/** A new link for the person of a transaction, shown this once, with an audit entry in the same commit. Earlier links end. Refuses with 40420 and 40050. */
export async function renewTransactionLink(deps: ChangeDeps, member: Member, id: string): Promise<NewLink> {
  const { tenantId, actor } = member;
  const transactionId = parseCaseId(id);
  await refuseUnseen(deps, member, { kind: 'transaction', id: transactionId });
  const { link } = await hideUnknown(() => renewLinkAsOperator({ ...deps, actor }, tenantId, transactionId));
  invariant(link !== undefined, 'a renewed transaction has a link');
  return { link };
}

/** The same for a process of the built-in platform. Refuses with 40420 and 40051. */
export async function renewProcessLinkByHand(deps: ChangeDeps, member: Member, id: string): Promise<NewLink> {
  const { tenantId, actor } = member;
  const processId = parseCaseId(id);
  await refuseUnseen(deps, member, { kind: 'process', id: processId });
  const { process } = await hideUnknown(() =>
    inTransaction(deps.db, async (trx) => {
      const renewed = await renewProcessLink({ ...deps, db: trx }, tenantId, processId);
      const entry = { action: 'process.renew-link', subject: `process/${processId}` } as const;
      await insertAuditEntry(trx, { clock: deps.clock, actor }, { tenantId, ...entry });
      return renewed;
    }),
  );
  invariant(process.userRedirectUrl !== undefined, 'a renewed process has an address');
  return { link: process.userRedirectUrl };
}

/** Cancels at the wish of the merchant's staff, with an audit entry in the same commit; once more changes nothing. Refuses with 40420 and 40046. */
export async function cancelByHand(
  deps: Pick<CaseDeps, 'db' | 'clock'>,
  member: Member,
  id: string,
): Promise<void> {
  const { tenantId, actor } = member;
  const transactionId = parseCaseId(id);
  await refuseUnseen(deps, member, { kind: 'transaction', id: transactionId });
  const { db, clock } = deps;
  await hideUnknown(() => cancelAsMember({ db, clock, actor }, tenantId, transactionId));
}

/** Sends a delivery again, with an audit entry in the same commit. Refuses with 40420, and with 40070 while its endpoint is switched off. */
export async function resendByHand(
  deps: Pick<CaseDeps, 'db' | 'clock'>,
  member: Member,
  id: string,
): Promise<Resent> {
  const { tenantId, actor } = member;
  const deliveryId = parseCaseId(id);
  const companyId: CompanyId | undefined = await findDeliveryCompany(deps.db, tenantId, deliveryId);
  if (companyId === undefined || !isWithin(member, companyId)) throw new Refusal('40420');
  const resent = await hideUnknown(() => resendDelivery(deps, { tenantId, actor }, deliveryId));
  return { deliveryId: resent.id };
}
