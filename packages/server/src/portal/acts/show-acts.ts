import type { ActRows, SearchActs, WaitingAct as ShownAct } from '@titular/contract';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import { listCompanies } from '../../tenants/index.ts';
import { listActs, type WaitingAct } from '../../two-person/index.ts';
import { listNames } from '../../users/index.ts';
import { cutPage } from '../cut-page.ts';
import type { PortalDeps } from '../portal-deps.ts';

const PAGE = 50;

type Names = ReadonlyMap<string, string>;

/** An id with its name, where it still has one. */
const named = (id: string, names: Names): { id: string; name?: string } => {
  const name = names.get(id);
  return { id, ...(name === undefined ? {} : { name }) };
};

const toShown = (
  { userId }: PortalCaller,
  { act, ...waiting }: WaitingAct,
  names: Names,
  companies: Names,
): ShownAct => {
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
    return { kind: 'settings', ...shared, ...company, changes };
  }
  const { seen, next } = act;
  const toChange = ({ companies: own, ...rest }: typeof seen) => ({
    ...rest,
    companies: own === 'all' ? own : [...own],
  });
  return {
    ...{ kind: 'member', ...shared, member: named(act.userId, names), isAboutYou: act.userId === userId },
    ...{ seen: toChange(seen), next: toChange(next) },
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
  const names = await listNames(db, [...new Set(people)]);
  const companies = new Map<string, string>(
    (await listCompanies(db, caller.tenantId)).map(({ companyId, name }) => [companyId, name]),
  );
  return acts.map((act) => toShown(caller, act, names, companies));
}

/** Lists the acts that wait for a second person. */
export async function searchActs(
  deps: Pick<PortalDeps, 'db' | 'clock'>,
  caller: PortalCaller,
  { limit = PAGE, cursor }: SearchActs,
): Promise<ActRows> {
  const page = { beforeId: cursor, limit: limit + 1 };
  const rows = await listActs(deps.db, caller.tenantId, deps.clock.now(), page);
  const { shown, ...rest } = cutPage(rows, limit, ({ actId }) => actId);
  return { acts: await showActs(deps, caller, shown), ...rest };
}
