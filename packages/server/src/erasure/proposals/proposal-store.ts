import type { Selectable } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { createWaitingStore, type Proposed } from '../../two-person/index.ts';

/** An erasure that waits for a second person. */
export type Proposal = Proposed & {
  proposalId: string;
  sealedIdentity: Buffer;
  reference: string | undefined;
};

/** A proposal as it is written, with the keyed hash by which an erasure of the same person finds it. */
export type NewProposal = Proposal & { identityHash: Buffer };

type Row = Pick<Selectable<Tables['erasure_proposals']>, 'proposal_id' | 'sealed_identity' | 'reference'>;

/** Erasures that wait for a second person. */
export const waitingProposals = createWaitingStore({
  table: 'erasure_proposals',
  id: 'proposal_id',
  columns: ['proposal_id', 'sealed_identity', 'reference'],
  read: (row: Row) => ({
    proposalId: row.proposal_id,
    sealedIdentity: row.sealed_identity,
    reference: row.reference ?? undefined,
  }),
});

/** Writes a proposal; false, and nothing done, where one of the same person waits already. An expired one gives way. */
export async function insertProposal(db: Db, tenantId: TenantId, proposal: NewProposal): Promise<boolean> {
  const row = await db
    .insertInto('erasure_proposals')
    .values({
      tenant_id: tenantId,
      proposal_id: proposal.proposalId,
      proposed_by: proposal.proposedBy,
      proposed_at: proposal.proposedAt,
      expires_at: proposal.expiresAt,
      identity_hash: proposal.identityHash,
      sealed_identity: proposal.sealedIdentity,
      reference: proposal.reference ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'identity_hash'])
        .doUpdateSet((set) => ({
          proposal_id: set.ref('excluded.proposal_id'),
          proposed_by: set.ref('excluded.proposed_by'),
          proposed_at: set.ref('excluded.proposed_at'),
          expires_at: set.ref('excluded.expires_at'),
          sealed_identity: set.ref('excluded.sealed_identity'),
          reference: set.ref('excluded.reference'),
        }))
        .where('erasure_proposals.expires_at', '<=', proposal.proposedAt),
    )
    .returning('proposal_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The proposal about an identity that waits, if any. */
export const findProposalAbout = (
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
  now: Date,
): Promise<Proposal | undefined> =>
  waitingProposals.findBy(db, tenantId, { column: 'identity_hash', value: identityHash }, now);

/** Deletes what waits about an identity that is erased by other means; the id of it, at most one. */
export async function deleteProposalsAbout(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('erasure_proposals')
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .returning('proposal_id')
    .execute();
  return rows.map((row) => row.proposal_id);
}

/** Deletes proposals that nobody approved in time. */
export const deleteOldProposals = deleteOlder('erasure_proposals', 'expires_at', '<=');
