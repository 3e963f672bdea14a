import type { ApproveErasure, ErasureResponse } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import { takeAsSecond, type WithRules, withdrawWaiting } from '../../two-person/index.ts';
import { type ErasureDeps, eraseTaken, parseErasure } from '../erase-person.ts';
import { waitingProposals } from './proposal-store.ts';
import { openProposal, type ProposalDeps, type StaffActor, subjectOf } from './propose-erasure.ts';

/**
 * Approves a proposal and erases the person, in one commit with both entries of the audit log: of approvals that race, one acts. Refuses
 * with 40348 whoever may not be the second person, with 40054 where the approver names another person than the proposal, and with 40420
 * what is gone.
 */
export async function approveErasure(
  deps: ErasureDeps & WithRules,
  staff: StaffActor,
  proposalId: string,
  { identity: named }: ApproveErasure,
): Promise<ErasureResponse> {
  const { tenantId, actor } = staff;
  const key = await deps.tenantKeys(tenantId);
  const { identityHash } = parseErasure(key, { identity: named });
  return eraseTaken(deps, { tenantId, actor }, async (trx, erasureId) => {
    const which = { id: proposalId, now: deps.clock.now() };
    const proposal = await takeAsSecond(deps, trx, waitingProposals, staff, which);
    const { proposedBy, reference } = proposal;
    const identity = openProposal(key, proposal);
    if (!sameDigest(parseErasure(key, { identity }).identityHash, identityHash)) throw new Refusal('40054');
    const after = { erasure: erasureId, proposedBy: `user:${proposedBy}` };
    const entry = {
      tenantId,
      action: 'person.approve-erasure',
      subject: subjectOf(proposal),
      after,
    } as const;
    await insertAuditEntry(trx, { clock: deps.clock, actor }, entry);
    return { identity, ...(reference === undefined ? {} : { reference }) };
  });
}

/** Withdraws a proposal that waits: its proposer, or whoever else may erase. Refuses with 40420 what is gone. */
export const withdrawErasure = (
  { db, clock }: Pick<ProposalDeps, 'db' | 'clock'>,
  { tenantId, actor }: Pick<StaffActor, 'tenantId' | 'actor'>,
  proposalId: string,
): Promise<void> =>
  withdrawWaiting({ db, clock, actor }, waitingProposals, { tenantId, id: proposalId }, (gone) => ({
    ...{ action: 'person.withdraw-erasure', subject: subjectOf(gone) },
    before: { proposedBy: `user:${gone.proposedBy}` },
  }));
