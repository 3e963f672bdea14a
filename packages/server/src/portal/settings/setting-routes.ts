import type { ChangeSettings, SettingsChanged, SettingsView, SettingView } from '@titular/contract';
import type { CompanyId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute, type PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { type DescribedSetting, describeSettings } from '../../settings/index.ts';
import { findTenant, listCompanies } from '../../tenants/index.ts';
import { listNames } from '../../users/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { changeAsSeen, mayChange, type PortalOwner } from './change-settings.ts';

const USER = /^user:(.*)$/;

/** A company of the caller's tenant within their reach; any other is 40420. */
async function findName({ db }: PortalDeps, caller: PortalCaller, owner: PortalOwner): Promise<string> {
  const { tenantId, companies } = caller;
  if (owner.kind === 'tenant') {
    const tenant = await findTenant(db, tenantId);
    if (!tenant) throw new Refusal('40420');
    return tenant.name;
  }
  const { companyId } = owner;
  const isSeen = companies === 'all' || companies.includes(companyId);
  const company = isSeen
    ? (await listCompanies(db, tenantId)).find((one) => one.companyId === companyId)
    : undefined;
  if (!company) throw new Refusal('40420');
  return company.name;
}

/** The settings as the page is sent them: last changes only where the caller may see that entry of the audit log. */
async function toViews(
  { db }: PortalDeps,
  { extent, actor: own }: PortalCaller,
  settings: readonly DescribedSetting[],
): Promise<SettingView[]> {
  const seen = extent('audit:read');
  const isSeen = (actor: string): boolean => seen === 'all' || (seen === 'own' && actor === own);
  const userIds = settings.flatMap(({ changed }) => USER.exec(changed?.actor ?? '')?.[1] ?? []);
  const names = userIds.length > 0 ? await listNames(db, [...new Set(userIds)]) : new Map<string, string>();
  return settings.map(({ changed, ...setting }) => {
    if (!changed || !isSeen(changed.actor)) return setting;
    const { at, actor } = changed;
    const name = names.get(USER.exec(actor)?.[1] ?? '');
    return { ...setting, changed: { at: at.toISOString(), actor, ...(name === undefined ? {} : { name }) } };
  });
}

async function readView(deps: PortalDeps, caller: PortalCaller, owner: PortalOwner): Promise<SettingsView> {
  const name = await findName(deps, caller, owner);
  const settings = await describeSettings(deps, owner, deps.environment);
  return {
    owner: { kind: owner.kind, id: owner.kind === 'tenant' ? owner.tenantId : owner.companyId, name },
    mayChange: mayChange(caller, owner),
    settings: await toViews(deps, caller, settings),
  };
}

async function change(
  deps: PortalDeps,
  caller: PortalCaller,
  owner: PortalOwner,
  body: ChangeSettings,
): Promise<SettingsChanged> {
  await findName(deps, caller, owner);
  const changed = await changeAsSeen(deps, caller, owner, body);
  return { outcome: changed ? 'changed' : 'conflict', view: await readView(deps, caller, owner) };
}

const tenantOf = ({ tenantId }: PortalCaller): PortalOwner => ({ kind: 'tenant', tenantId });
const companyOf = ({ tenantId }: PortalCaller, id: string): PortalOwner => ({
  ...{ kind: 'company', tenantId },
  companyId: id as CompanyId,
});

/** The settings of a tenant and of its companies. */
export const settingRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('readTenantSettings', async (_request, caller) => ({
    status: 200,
    body: await readView(deps, caller, tenantOf(caller)),
  })),
  definePortalRoute('changeTenantSettings', async ({ body }, caller) => ({
    status: 200,
    body: await change(deps, caller, tenantOf(caller), body),
  })),
  definePortalRoute('readCompanySettings', async ({ params }, caller) => ({
    status: 200,
    body: await readView(deps, caller, companyOf(caller, params.company_id)),
  })),
  definePortalRoute('changeCompanySettings', async ({ params, body }, caller) => ({
    status: 200,
    body: await change(deps, caller, companyOf(caller, params.company_id), body),
  })),
];
