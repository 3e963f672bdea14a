import type { EraseIdentityRequest } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import type { Identity } from '../../identity/index.ts';
import { newId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { TenantKey } from '../../tenants/index.ts';
import {
  lockTwoPerson,
  type Proposer,
  propose,
  requireSecond,
  type WithRules,
} from '../../two-person/index.ts';
import { type ErasureDeps, parseErasure } from '../erase-person.ts';
import { findProposalAbout, insertProposal, type NewProposal, type Proposal } from './proposal-store.ts';

/** What proposals need. */
export type ProposalDeps = Pick<ErasureDeps, 'db' | 'clock' | 'tenantKeys'>;

/** Somebody of the staff, and how the audit log names them. */
export type StaffActor = Proposer & { actor: string };

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
  { db, clock, rules }: ProposalDeps & WithRules,
  staff: StaffActor,
  proposal: NewProposal,
): Promise<Proposal | undefined> {
  const { tenantId, actor } = staff;
  const { reference = null, expiresAt } = proposal;
  // Tried again where an approval about the same person holds what the check waits for, and waits for the proposal.
  return withRetries(() =>
    db.transaction().execute(async (trx) => {
      await requireSecond({ rules }, trx, staff, { at: proposal.proposedAt });
      if (!(await lockTwoPerson(trx, tenantId))) throw new Refusal('40376');
      if (!(await insertProposal(trx, tenantId, proposal))) return undefined;
      await insertAuditEntry(
        trx,
        { clock, actor },
        {
          ...{ tenantId, action: 'person.propose-erasure', subject: subjectOf(proposal) },
          after: { reference, expiresAt: expiresAt.toISOString() },
        },
      );
      return proposal;
    }),
  );
}

/**
 * Proposes an erasure for somebody else to approve. Repeated by the same person of the staff, it is the one that waits. Of somebody
 * else, or with another reference, it is refused with 40053. Refuses with 40348 whoever may not take part, with 40352 what nobody could
 * approve, with 40376 what one person may do, and what `erasePerson` refuses.
 */
export async function proposeErasure(
  deps: ProposalDeps & WithRules,
  staff: StaffActor,
  request: EraseIdentityRequest,
): Promise<Proposal> {
  const key = await deps.tenantKeys(staff.tenantId);
  const { identity, identityHash, reference } = parseErasure(key, request);
  const proposedAt = deps.clock.now();
  const proposalId = newId(proposedAt.getTime());
  const made = await insertWithEntry(deps, staff, {
    ...propose(staff.userId, proposedAt),
    ...{ proposalId, reference, identityHash },
    sealedIdentity: seal(key, proposalId, identity),
  });
  if (made) return made;
  const waiting = await findProposalAbout(deps.db, staff.tenantId, identityHash, proposedAt);
  if (waiting?.proposedBy !== staff.userId || waiting.reference !== reference) throw new Refusal('40053');
  return waiting;
}
