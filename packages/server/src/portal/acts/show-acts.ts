import type { ActRows, SearchActs, WaitingAct as ShownAct, WaitingCount } from '@titular/contract';
import { accountOf } from '../../audit/index.ts';
import { waitingProposals } from '../../erasure/index.ts';
import { toFilters } from '../../exports/index.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import { listForms } from '../../settings/index.ts';
import { listCompanies } from '../../tenants/index.ts';
import { type WaitingAct, waitingActs } from '../../two-person/index.ts';
import { findLinkGiver, listNames } from '../../users/index.ts';
import { cutPage } from '../cut-page.ts';
import type { PortalDeps } from '../portal-deps.ts';

const PAGE = 50;
/** Newest changes, and erasures, that are counted. */
const MAX_COUNTED = 250;

type Names = ReadonlyMap<string, string>;

/** An id with its name, where it still has one. */
const named = (id: string, names: Names): { id: string; name?: string } => {
  const name = names.get(id);
  return { id, ...(name === undefined ? {} : { name }) };
};

/** Who made the link of a member, and when, as the audit log has it. */
type Giver = { actor: string; at: Date };
type Givers = ReadonlyMap<string, Giver>;

/** Who gave each member that acts are about their link. */
async function findGivers(db: PortalDeps['db'], acts: readonly WaitingAct[]): Promise<Givers> {
  const members = acts.flatMap(({ act }) => (act.kind === 'member' ? [act.userId] : []));
  const givers = new Map<string, Giver>();
  for (const userId of new Set(members)) {
    const giver = await findLinkGiver(db, userId);
    if (giver) givers.set(userId, giver);
  }
  return givers;
}

/** What is known of people and companies that acts are about. */
type Known = { names: Names; companies: Names; givers: Givers };

function showGiver(userId: string, { givers, names }: Known): { linkBy?: { id: string }; linkAt?: string } {
  const giver = givers.get(userId);
  if (!giver) return {};
  const account = accountOf(giver.actor);
  return {
    linkAt: giver.at.toISOString(),
    ...(account === undefined ? {} : { linkBy: named(account, names) }),
  };
}

const toShown = ({ userId }: PortalCaller, { act, ...waiting }: WaitingAct, known: Known): ShownAct => {
  const { names, companies } = known;
  const shared = {
    id: waiting.actId,
    proposedBy: named(waiting.proposedBy, names),
    isOwn: waiting.proposedBy === userId,
    proposedAt: waiting.proposedAt.toISOString(),
    expiresAt: waiting.expiresAt.toISOString(),
  };
  if (act.kind === 'settings') {
    const { companyId, changes } = act;
    const company = companyId === undefined ? {} : { company: named(companyId, companies) };
    const forms = listForms(changes.map(({ name }) => name));
    return { kind: 'settings', ...shared, ...company, changes, forms };
  }
  if (act.kind === 'export') {
    const { company } = act.filter;
    const filter =
      company === undefined ? act.filter : { ...act.filter, company: companies.get(company) ?? company };
    return { kind: 'export', ...shared, filters: toFilters(filter), columns: [...act.columns] };
  }
  const { seen, next } = act;
  const toChange = ({ companies: own, ...rest }: typeof seen) => ({
    ...rest,
    companies: own === 'all' ? own : [...own],
  });
  return {
    ...{ kind: 'member', ...shared, member: named(act.userId, names), isAboutYou: act.userId === userId },
    ...{ seen: toChange(seen), next: toChange(next), ...showGiver(act.userId, known) },
  };
};

/** Names the people and companies that acts are about, as they are now. */
export async function showActs(
  { db }: Pick<PortalDeps, 'db'>,
  caller: PortalCaller,
  acts: readonly WaitingAct[],
): Promise<ShownAct[]> {
  if (acts.length === 0) return [];
  const people = acts.flatMap(({ proposedBy, act }) =>
    act.kind === 'member' ? [proposedBy, act.userId] : [proposedBy],
  );
  const givers = await findGivers(db, acts);
  const gave = [...givers.values()].flatMap((giver) => accountOf(giver.actor) ?? []);
  const names = await listNames(db, [...new Set([...people, ...gave])]);
  const companies = new Map<string, string>(
    (await listCompanies(db, caller.tenantId)).map(({ companyId, name }) => [companyId, name]),
  );
  return acts.map((act) => toShown(caller, act, { names, companies, givers }));
}

/** Lists the acts that wait for a second person. */
export async function searchActs(
  deps: Pick<PortalDeps, 'db' | 'clock'>,
  caller: PortalCaller,
  { limit = PAGE, cursor }: SearchActs,
): Promise<ActRows> {
  const page = { beforeId: cursor, limit: limit + 1 };
  const rows = await waitingActs.list(deps.db, caller.tenantId, deps.clock.now(), page);
  const { shown, ...rest } = cutPage(rows, limit, ({ actId }) => actId);
  return { acts: await showActs(deps, caller, shown), ...rest };
}

/** Counts the changes and erasures that the caller may approve, of the newest 250 of each. */
export async function countWaiting(
  { db, clock }: Pick<PortalDeps, 'db' | 'clock'>,
  { tenantId, userId }: PortalCaller,
): Promise<WaitingCount> {
  const bounds = { userId, now: clock.now(), limit: MAX_COUNTED + 1 };
  const counts = [
    await waitingActs.count(db, tenantId, bounds),
    await waitingProposals.count(db, tenantId, bounds),
  ];
  return {
    count: counts.reduce((sum, { theirs }) => sum + theirs, 0),
    isMore: counts.some(({ seen }) => seen > MAX_COUNTED),
  };
}
