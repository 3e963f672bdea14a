import {
  type AuditActors,
  type AuditFilters,
  type AuditRows,
  type SearchAudit,
  type SearchAuditActors,
  TENANT_AUDIT_ACTIONS,
} from '@titular/contract';
import { listActionsOf, listAuditValues, sealAuditLog, searchAuditEntries } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute, type PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { listCompanies } from '../../tenants/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { recordExport } from './record-export.ts';
import { searchActors } from './search-actors.ts';
import { PAGE, toActors, toAuditFilter, toAuditFilters, toAuditRows } from './show-entries.ts';
import { verifySlice } from './verify-slice.ts';

/** Whether the caller sees all of the tenant: an entry does not say of which company it is, so the limited see their own acts. */
const seesAll = ({ extent, companies }: PortalCaller): boolean =>
  extent('audit:read') === 'all' && companies === 'all';

/** Names of the companies within the caller's reach, by id. */
async function companyNames(
  { db }: PortalDeps,
  { tenantId, companies }: PortalCaller,
): Promise<Map<string, string>> {
  const known = await listCompanies(db, tenantId);
  const seen = known.filter(({ companyId }) => companies === 'all' || companies.includes(companyId));
  return new Map(seen.map(({ companyId, name }) => [companyId, name]));
}

async function search(deps: PortalDeps, caller: PortalCaller, body: SearchAudit): Promise<AuditRows> {
  const isOwn = !seesAll(caller);
  const { filter, limit } = toAuditFilter(body);
  // An operator in a tenant reads pages, and takes nothing along.
  if (caller.stay && (body.exporting !== undefined || limit > PAGE)) throw new Refusal('40343');
  // Of others' acts, who sees only their own learns not even that there are any.
  if (isOwn && filter.actor !== undefined && filter.actor !== caller.actor) return { entries: [], isOwn };
  const own = isOwn ? { actor: caller.actor } : {};
  const asked = { ...filter, ...own, tenantId: caller.tenantId };
  const { entries, nextId } = await searchAuditEntries(deps.db, asked, limit);
  await recordExport(deps, caller.actor, body, asked, entries.length > 0);
  return {
    entries: await toAuditRows(deps.db, entries, await companyNames(deps, caller)),
    ...(nextId === undefined ? {} : { nextCursor: nextId }),
    isOwn,
  };
}

async function listFilters({ db }: PortalDeps, caller: PortalCaller): Promise<AuditFilters> {
  const { tenantId, actor } = caller;
  if (seesAll(caller)) return toAuditFilters(db, await listAuditValues(db, tenantId), TENANT_AUDIT_ACTIONS);
  const actions = await listActionsOf(db, tenantId, actor);
  return toAuditFilters(db, { actors: [actor], actions, areActorsCut: false }, []);
}

/** Who sees their own acts alone finds nobody else. */
async function findActors(
  { db }: PortalDeps,
  caller: PortalCaller,
  body: SearchAuditActors,
): Promise<AuditActors> {
  if (seesAll(caller)) return searchActors({ db }, caller.tenantId, body);
  return { actors: await toActors(db, [caller.actor]) };
}

/** The audit log of a tenant, and the verdict on the whole. */
export const auditRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('searchAudit', async ({ body }, caller) => ({
    status: 200,
    body: await search(deps, caller, body),
  })),
  definePortalRoute('listAuditFilters', async (_request, caller) => ({
    status: 200,
    body: await listFilters(deps, caller),
  })),
  definePortalRoute('searchAuditActors', async ({ body }, caller) => ({
    status: 200,
    body: await findActors(deps, caller, body),
  })),
  definePortalRoute('verifyAudit', async ({ body }, caller) => {
    if (body.cursor === undefined) await sealAuditLog(deps.db);
    return { status: 200, body: await verifySlice(deps, { ...caller, mayName: seesAll(caller) }, body) };
  }),
];
