import type { ErasureProposal, ErasureProposals, ErasureRows, SearchErasures } from '@titular/contract';
import {
  type ListedErasure,
  listErasures,
  openProposal,
  type Proposal,
  type StaffActor,
  waitingProposals,
} from '../../erasure/index.ts';
import { maskIdentity } from '../../identity/index.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { isTwoPerson } from '../../two-person/index.ts';
import { listNames } from '../../users/index.ts';
import { cutPage } from '../cut-page.ts';
import type { DataDeps } from './data-deps.ts';

const PAGE = 50;

const toRow = ({ erasureId, at, reference, counts }: ListedErasure) => ({
  ...{ id: erasureId, erasedAt: at.toISOString(), counts: { ...counts } },
  ...(reference === undefined ? {} : { reference }),
});

/** Lists the erasures of the tenant, by API, command and portal alike; none names the person. */
export async function searchErasures(
  { db }: DataDeps,
  { tenantId }: StaffActor,
  { limit = PAGE, cursor }: SearchErasures,
): Promise<ErasureRows> {
  const rows = await listErasures(db, tenantId, { beforeId: cursor, limit: limit + 1 });
  const { shown, ...rest } = cutPage(rows, limit, ({ erasureId }) => erasureId);
  return { erasures: shown.map(toRow), ...rest };
}

const toShown = (
  key: TenantKey,
  proposal: Proposal,
  { userId, names }: { userId: string; names: ReadonlyMap<string, string> },
): ErasureProposal => {
  const identity = openProposal(key, proposal);
  const { proposalId, proposedBy, reference, proposedAt, expiresAt } = proposal;
  const name = names.get(proposedBy);
  return {
    id: proposalId,
    identity: { key: identity.key, masked: maskIdentity(identity) },
    ...(reference === undefined ? {} : { reference }),
    proposedBy: { id: proposedBy, ...(name === undefined ? {} : { name }) },
    isOwn: proposedBy === userId,
    proposedAt: proposedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
};

const namesOf = async (db: Db, proposals: readonly Proposal[]): Promise<ReadonlyMap<string, string>> =>
  proposals.length === 0
    ? new Map()
    : listNames(db, [...new Set(proposals.map(({ proposedBy }) => proposedBy))]);

/** Shows proposals with the identity masked, as a transaction is shown. */
export async function showProposals(
  { db, tenantKeys }: DataDeps,
  { tenantId, userId }: StaffActor,
  proposals: readonly Proposal[],
): Promise<ErasureProposal[]> {
  const names = await namesOf(db, proposals);
  const key = await tenantKeys(tenantId);
  return proposals.map((proposal) => toShown(key, proposal, { userId, names }));
}

/** Lists the proposals that wait for a second person, and says whether an erasure takes two now. */
export async function searchProposals(
  deps: DataDeps,
  staff: StaffActor,
  { limit = PAGE, cursor }: SearchErasures,
): Promise<ErasureProposals> {
  const page = { beforeId: cursor, limit: limit + 1 };
  const rows = await waitingProposals.list(deps.db, staff.tenantId, deps.clock.now(), page);
  const { shown, ...rest } = cutPage(rows, limit, ({ proposalId }) => proposalId);
  const proposals = await showProposals(deps, staff, shown);
  return { proposals, ...rest, isTwoPerson: await isTwoPerson(deps.db, staff.tenantId) };
}
