import type { EraseIdentityRequest } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import type { Identity } from '../../identity/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import { newId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type Db, withRetries } from '../../kernel/database/connect.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { type ErasureDeps, parseErasure } from '../erase-person.ts';
import { findProposalAbout, insertProposal, type NewProposal, type Proposal } from './proposal-store.ts';

/** Seconds for which a proposal waits for a second person. */
export const PROPOSAL_SECONDS = 86_400;

/** Refuses within the commit of a proposal what its proposer may not propose at a time, or nobody could approve. */
export type CheckProposal = (trx: Db, staff: StaffActor, at: Date) => Promise<void>;

/** What proposals need. */
export type ProposalDeps = Pick<ErasureDeps, 'db' | 'clock' | 'tenantKeys'>;

/** What proposing needs. */
export type ProposeDeps = ProposalDeps & { check: CheckProposal };

/** Somebody of the staff, by account: `userId` is who they are, whatever name, role or session they have. */
export type StaffActor = { tenantId: TenantId; userId: string; actor: string };

/** Where a proposal keeps whom it is about. */
const seal = (key: TenantKey, proposalId: string, identity: Identity): Buffer =>
  key.seal('erasure_proposals', proposalId, 'identity', Buffer.from(JSON.stringify(identity)));

/** Opens whom a proposal is about. */
export const openProposal = (key: TenantKey, { proposalId, sealedIdentity }: Proposal): Identity =>
  JSON.parse(key.unseal('erasure_proposals', proposalId, 'identity', sealedIdentity).toString());

/** How the audit log names a proposal. */
export const subjectOf = ({ proposalId }: Pick<Proposal, 'proposalId'>): `erasure-proposal/${string}` =>
  `erasure-proposal/${proposalId}`;

/** Commits a proposal with its entry; undefined where one about the person waits already. */
async function insertWithEntry(
  { db, clock, check }: ProposeDeps,
  staff: StaffActor,
  proposal: NewProposal,
): Promise<Proposal | undefined> {
  const { tenantId, actor } = staff;
  // Tried again where an approval about the same person holds what the check waits for, and waits for the proposal.
  return withRetries(() =>
    db.transaction().execute(async (trx) => {
      await check(trx, staff, proposal.proposedAt);
      const made = await insertProposal(trx, tenantId, proposal);
      if (!made) return undefined;
      const after = { reference: made.reference ?? null, expiresAt: made.expiresAt.toISOString() };
      const entry = { tenantId, action: 'person.propose-erasure', subject: subjectOf(made), after } as const;
      await insertAuditEntry(trx, { clock, actor }, entry);
      return made;
    }),
  );
}

/**
 * Proposes an erasure for somebody else to approve. Repeated by the same person of the staff, it is the one that waits. Of somebody
 * else, or with another reference, it is refused with 40053. Refuses what `check` and `erasePerson` refuse.
 */
export async function proposeErasure(
  deps: ProposeDeps,
  staff: StaffActor,
  request: EraseIdentityRequest,
): Promise<Proposal> {
  const key = await deps.tenantKeys(staff.tenantId);
  const { identity, identityHash, reference } = parseErasure(key, request);
  const proposedAt = deps.clock.now();
  const proposalId = newId(proposedAt.getTime());
  const made = await insertWithEntry(deps, staff, {
    ...{ proposalId, proposedBy: staff.userId, proposedAt, reference, identityHash },
    expiresAt: addSeconds(proposedAt, PROPOSAL_SECONDS),
    sealedIdentity: seal(key, proposalId, identity),
  });
  if (made) return made;
  const waiting = await findProposalAbout(deps.db, staff.tenantId, identityHash, proposedAt);
  if (waiting?.proposedBy !== staff.userId || waiting.reference !== reference) throw new Refusal('40053');
  return waiting;
}
