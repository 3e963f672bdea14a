import type {
  ChangeSettings,
  SettingsChanged,
  SettingsHistory,
  SettingsView,
  SettingView,
} from '@titular/contract';
import { PREVIEW_PATH } from '@titular/contract/page-preview';
import { accountOf } from '../../audit/index.ts';
import { auditReach } from '../../exports/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inSnapshot } from '../../kernel/database/by-index.ts';
import { definePortalRoute, type PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { type DescribedSetting, describeSettings, readSettingHistory } from '../../settings/index.ts';
import { findTenant, listCompanies } from '../../tenants/index.ts';
import { isTwoPerson } from '../../two-person/index.ts';
import { listNames } from '../../users/index.ts';
import type { Trier } from '../../what-if/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { changeAsSeen, mayChange, type PortalOwner } from './change-settings.ts';
import { tryAsAsked } from './try-settings.ts';

/** Whose settings a call is about, with the name, and of a company its saved logo. */
type Named = { owner: PortalOwner; name: string; logoSha256?: string | undefined };

type SettingDeps = PortalDeps & { publicUrl: string };

async function findOwnTenant({ db }: PortalDeps, { tenantId }: PortalCaller): Promise<Named> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) throw new Refusal('40420');
  return { owner: { kind: 'tenant', tenantId }, name: tenant.name };
}

/** A company of the caller's tenant within their reach; any other is 40420. */
async function findOwnCompany(
  { db }: PortalDeps,
  { tenantId, companies }: PortalCaller,
  id: string,
): Promise<Named> {
  const company = (await listCompanies(db, tenantId)).find(({ companyId }) => companyId === id);
  const isSeen = company && (companies === 'all' || companies.includes(company.companyId));
  if (!isSeen) throw new Refusal('40420');
  const { companyId, name, logoSha256 } = company;
  return { owner: { kind: 'company', tenantId, companyId }, name, logoSha256 };
}

/** The settings as the page is sent them: last changes only where the caller may see that entry of the audit log. */
async function toViews(
  { db }: PortalDeps,
  caller: PortalCaller,
  settings: readonly DescribedSetting[],
): Promise<SettingView[]> {
  // An entry does not say of which company it is, so that the limited see their own changes alone, as in the audit log.
  const seen = auditReach(caller);
  const isSeen = (actor: string): boolean => seen === 'all' || (seen === 'own' && actor === caller.actor);
  const userIds = settings.flatMap(({ changed }) => accountOf(changed?.actor ?? '') ?? []);
  const names = userIds.length > 0 ? await listNames(db, [...new Set(userIds)]) : new Map<string, string>();
  return settings.map(({ changed, ...setting }) => {
    if (!changed || !isSeen(changed.actor)) return setting;
    const { at, actor } = changed;
    const name = names.get(accountOf(actor) ?? '');
    return { ...setting, changed: { at: at.toISOString(), actor, ...(name === undefined ? {} : { name }) } };
  });
}

/** Where the page of a company is previewed; a tenant has no page. */
const previewOf = (
  { publicUrl }: SettingDeps,
  { owner, logoSha256 }: Named,
): Pick<SettingsView, 'preview'> =>
  owner.kind === 'tenant'
    ? {}
    : {
        preview: {
          address: publicUrl + PREVIEW_PATH,
          logoPath: logoSha256 === undefined ? null : `/capture/logos/${logoSha256}.png`,
        },
      };

async function readView(deps: SettingDeps, caller: PortalCaller, named: Named): Promise<SettingsView> {
  const { owner, name } = named;
  const settings = await describeSettings(deps, owner, deps.environment);
  return {
    owner: { kind: owner.kind, id: owner.kind === 'tenant' ? owner.tenantId : owner.companyId, name },
    mayChange: mayChange(caller, owner),
    isTwoPerson: await isTwoPerson(deps.db, owner.tenantId),
    settings: await toViews(deps, caller, settings),
    ...previewOf(deps, named),
  };
}

async function change(
  deps: SettingDeps,
  caller: PortalCaller,
  named: Named,
  body: ChangeSettings,
): Promise<SettingsChanged> {
  const changed = await changeAsSeen(deps, caller, named.owner, body);
  return { outcome: changed ? 'changed' : 'conflict', view: await readView(deps, caller, named) };
}

/** What settings a company and its tenant had, of one snapshot: each change stands beside the value that it left. */
const readHistory = (deps: SettingDeps, caller: PortalCaller, id: string): Promise<SettingsHistory> =>
  inSnapshot(deps.db, async (db) => {
    const owners: SettingsHistory['owners'] = [];
    for (const find of [findOwnCompany, findOwnTenant]) {
      const { owner, name } = await find({ ...deps, db }, caller, id);
      const history = await readSettingHistory({ db }, owner, deps.environment);
      owners.push({ kind: owner.kind, name, ...history });
    }
    return { owners };
  });

/** The settings of a tenant and of its companies. */
export const settingRoutes = (deps: SettingDeps & Pick<Trier, 'tenantKeys'>): PortalRoute[] => [
  definePortalRoute('readTenantSettings', async (_request, caller) => ({
    status: 200,
    body: await readView(deps, caller, await findOwnTenant(deps, caller)),
  })),
  definePortalRoute('changeTenantSettings', async ({ body }, caller) => ({
    status: 200,
    body: await change(deps, caller, await findOwnTenant(deps, caller), body),
  })),
  definePortalRoute('readCompanySettings', async ({ params }, caller) => ({
    status: 200,
    body: await readView(deps, caller, await findOwnCompany(deps, caller, params.company_id)),
  })),
  definePortalRoute('readSettingsHistory', async ({ params }, caller) => ({
    status: 200,
    body: await readHistory(deps, caller, params.company_id),
  })),
  definePortalRoute('changeCompanySettings', async ({ params, body }, caller) => ({
    status: 200,
    body: await change(deps, caller, await findOwnCompany(deps, caller, params.company_id), body),
  })),
  definePortalRoute('tryCompanySettings', async ({ params, body }, caller) => {
    const { owner } = await findOwnCompany(deps, caller, params.company_id);
    return { status: 200, body: await tryAsAsked(deps, caller, owner, body) };
  }),
];
