import { AUDIT_ACTION_NAMES, type AuditRows, type SearchWholeAudit } from '@titular/contract';
import { findPosition, listAuditValues, sealAuditLog, searchAuditEntries } from '../../audit/index.ts';
import { parseUuid } from '../../kernel/base/id.ts';
import { definePortalRoute, type UserActor } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { leaveOut } from './leave-out.ts';
import { readLinks, readRest } from './read-chain.ts';
import { recordExport } from './record-export.ts';
import { searchActors } from './search-actors.ts';
import { toAuditFilter, toAuditFilters, toAuditRows } from './show-entries.ts';

/** What tenants' people typed is theirs: operators see it within the tenant, and not in a list of all. */
async function search(
  deps: PortalDeps,
  actor: UserActor,
  { of, ...body }: SearchWholeAudit,
): Promise<AuditRows> {
  const { filter, limit } = toAuditFilter(body);
  const asked = { ...filter, tenantId: of === undefined ? undefined : parseUuid(of) };
  const { entries, nextId } = await searchAuditEntries(deps.db, asked, limit);
  await recordExport(deps, actor, body, asked, entries.length > 0);
  return {
    entries: await toAuditRows(deps.db, entries.map(leaveOut), new Map()),
    ...(nextId === undefined ? {} : { nextCursor: nextId }),
    isOwn: false,
  };
}

/** The audit log of the deployment, and what an operator's page needs to walk its chain. */
export const wholeAuditRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('searchWholeAudit', async ({ body }, { actor }) => ({
    status: 200,
    body: await search(deps, actor, body),
  })),
  definePortalRoute('listWholeAuditFilters', async () => ({
    status: 200,
    body: await toAuditFilters(deps.db, await listAuditValues(deps.db, undefined), AUDIT_ACTION_NAMES),
  })),
  definePortalRoute('searchWholeAuditActors', async ({ body }) => ({
    status: 200,
    body: await searchActors(deps, undefined, body),
  })),
  definePortalRoute('readAuditLinks', async ({ body }) => {
    if (body.after === 0) await sealAuditLog(deps.db);
    return { status: 200, body: await readLinks(deps.db, body.after) };
  }),
  definePortalRoute('findAuditLink', async ({ body }) => {
    const position = await findPosition(deps.db, body.hash);
    return { status: 200, body: position === undefined ? {} : { position } };
  }),
  definePortalRoute('readAuditRest', async ({ body }) => ({
    status: 200,
    body: await readRest(deps.db, body.after),
  })),
];
