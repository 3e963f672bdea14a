import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** An erasure that waits for a second person; `proposedBy` is the id of an account. */
export type Proposal = {
  proposalId: string;
  proposedBy: string;
  proposedAt: Date;
  expiresAt: Date;
  sealedIdentity: Buffer;
  reference: string | undefined;
};

/** A proposal as it is written, with the keyed hash by which an erasure of the same person finds it. */
export type NewProposal = Proposal & { identityHash: Buffer };

type Row = {
  proposal_id: string;
  proposed_by: string;
  proposed_at: Date;
  expires_at: Date;
  sealed_identity: Buffer;
  reference: string | null;
};

const COLUMNS = [
  'proposal_id',
  'proposed_by',
  'proposed_at',
  'expires_at',
  'sealed_identity',
  'reference',
] as const satisfies readonly (keyof Row)[];

const toProposal = (row: Row): Proposal => ({
  proposalId: row.proposal_id,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  expiresAt: row.expires_at,
  sealedIdentity: row.sealed_identity,
  reference: row.reference ?? undefined,
});

/** Writes a proposal; undefined, and nothing done, where one of the same person waits already. An expired one gives way. */
export async function insertProposal(
  db: Db,
  tenantId: TenantId,
  proposal: NewProposal,
): Promise<Proposal | undefined> {
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
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toProposal(row);
}

const waiting = (db: Db, tenantId: TenantId, now: Date) =>
  db
    .selectFrom('erasure_proposals')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now);

/** The proposal about an identity that waits, if any. */
export async function findProposalAbout(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
  now: Date,
): Promise<Proposal | undefined> {
  const row = await waiting(db, tenantId, now).where('identity_hash', '=', identityHash).executeTakeFirst();
  return row && toProposal(row);
}

/** A proposal that waits. */
export async function findProposal(
  db: Db,
  tenantId: TenantId,
  proposalId: string,
  now: Date,
): Promise<Proposal | undefined> {
  const row = await waiting(db, tenantId, now).where('proposal_id', '=', proposalId).executeTakeFirst();
  return row && toProposal(row);
}

/** Up to `limit` proposals that wait, the newest first, before an id where one is given. */
export async function listProposals(
  db: Db,
  tenantId: TenantId,
  now: Date,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
): Promise<Proposal[]> {
  let query = waiting(db, tenantId, now);
  if (beforeId !== undefined) query = query.where('proposal_id', '<', beforeId);
  const rows = await query.orderBy('proposal_id', 'desc').limit(limit).execute();
  return rows.map(toProposal);
}

/**
 * Takes a proposal that waits out of the table, so that one alone goes on with it; undefined where there is none, or where `approverId`
 * proposed it.
 */
export async function takeProposal(
  db: Db,
  tenantId: TenantId,
  proposalId: string,
  { approverId, now }: { approverId: string; now: Date },
): Promise<Proposal | undefined> {
  const row = await db
    .deleteFrom('erasure_proposals')
    .where('tenant_id', '=', tenantId)
    .where('proposal_id', '=', proposalId)
    .where('proposed_by', '<>', approverId)
    .where('expires_at', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toProposal(row);
}

/** Deletes a proposal that waits, whoever made it; undefined where there is none. */
export async function deleteProposal(
  db: Db,
  tenantId: TenantId,
  proposalId: string,
  now: Date,
): Promise<Proposal | undefined> {
  const row = await db
    .deleteFrom('erasure_proposals')
    .where('tenant_id', '=', tenantId)
    .where('proposal_id', '=', proposalId)
    .where('expires_at', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toProposal(row);
}

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

/** Of the newest proposals that wait, `limit` at most: how many there are, and how many an account may approve as the second person. */
export async function countProposals(
  db: Db,
  tenantId: TenantId,
  { userId, now, limit }: { userId: string; now: Date; limit: number },
): Promise<{ seen: number; theirs: number }> {
  const { rows } = await sql<{ seen: number; theirs: number }>`
    SELECT count(*)::int AS seen, count(*) FILTER (WHERE proposed_by <> ${userId})::int AS theirs FROM (
      SELECT proposed_by FROM erasure_proposals WHERE tenant_id = ${tenantId} AND expires_at > ${now}
      ORDER BY proposal_id DESC LIMIT ${limit}) waiting`.execute(db);
  return rows[0] ?? { seen: 0, theirs: 0 };
}
