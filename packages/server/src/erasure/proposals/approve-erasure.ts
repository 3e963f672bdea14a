import type { ApproveErasure, ErasureResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { type ErasureDeps, eraseTaken, parseErasure } from '../erase-person.ts';
import { deleteProposal, findProposal, type Proposal, takeProposal } from './proposal-store.ts';
import { openProposal, type ProposalDeps, type StaffActor, subjectOf } from './propose-erasure.ts';

/** Whether two accounts count as two persons of the tenant, who may both erase now and could when it was proposed. */
export type AreTwoPersons = (
  db: Db,
  tenantId: TenantId,
  userIds: readonly [string, string],
  proposedAt: Date,
) => Promise<boolean>;

/** What approving needs. */
export type ApproveDeps = ErasureDeps & { areTwoPersons: AreTwoPersons };

/** Tells one's own proposal, which another has to approve, from one that is gone or never was. */
async function refuseTaken(
  { clock }: ApproveDeps,
  trx: Kysely<Tables>,
  { tenantId }: StaffActor,
  proposalId: string,
): Promise<never> {
  const own = await findProposal(trx, tenantId, proposalId, clock.now());
  throw new Refusal(own ? '40348' : '40420');
}

/** Takes the proposal for this approver alone; refuses with 40348 where proposer and approver do not count as two persons now. */
async function take(
  deps: ApproveDeps,
  trx: Kysely<Tables>,
  staff: StaffActor,
  proposalId: string,
): Promise<Proposal> {
  const by = { approverId: staff.userId, now: deps.clock.now() };
  const proposal = await takeProposal(trx, staff.tenantId, proposalId, by);
  if (!proposal) return refuseTaken(deps, trx, staff, proposalId);
  const accounts = [proposal.proposedBy, staff.userId] as const;
  if (!(await deps.areTwoPersons(trx, staff.tenantId, accounts, proposal.proposedAt)))
    throw new Refusal('40348');
  return proposal;
}

/**
 * Approves a proposal and erases the person, in one commit with both entries of the audit log: of approvals that race, one acts. Refuses
 * with 40348 whoever may not be the second person, with 40054 where the approver names another person than the proposal, and with 40420
 * what is gone.
 */
export async function approveErasure(
  deps: ApproveDeps,
  staff: StaffActor,
  proposalId: string,
  { identity: named }: ApproveErasure,
): Promise<ErasureResponse> {
  const { tenantId, actor } = staff;
  const key = await deps.tenantKeys(tenantId);
  const { identityHash } = parseErasure(key, { identity: named });
  return eraseTaken(deps, { tenantId, actor }, async (trx, erasureId) => {
    const proposal = await take(deps, trx, staff, proposalId);
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
export async function withdrawErasure(
  { db, clock }: Pick<ProposalDeps, 'db' | 'clock'>,
  { tenantId, actor }: Pick<StaffActor, 'tenantId' | 'actor'>,
  proposalId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const proposal = await deleteProposal(trx, tenantId, proposalId, clock.now());
    if (!proposal) throw new Refusal('40420');
    const before = { proposedBy: `user:${proposal.proposedBy}` };
    const entry = {
      tenantId,
      action: 'person.withdraw-erasure',
      subject: subjectOf(proposal),
      before,
    } as const;
    await insertAuditEntry(trx, { clock, actor }, entry);
  });
}
