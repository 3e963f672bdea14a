import type { EntryState, Figures, TenantState } from '@titular/contract';
import { formatSetting } from '@titular/contract';
import { readFigures } from '../../figures/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import { findLastCallAt } from '../../request-log/index.ts';
import { formOf, readSettings, settingTables } from '../../settings/index.ts';
import { findMembership } from '../../users/index.ts';
import { countEndpoints, readTenantQueue } from '../../webhooks/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { searchTenants, toTenantId } from './manage-tenants.ts';

/** Spans whose transactions are counted, in days. */
const SPANS = [1, 7, 30] as const;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** What is read with. */
type Reading = Pick<PortalDeps, 'db' | 'clock'>;

type Settings = TenantState['settings'];

async function describeTenantSettings({ db }: PortalDeps, tenantId: TenantId): Promise<Settings> {
  const values = await readSettings({ db }, { kind: 'tenant', tenantId });
  return settingTables.tenant.map((setting) => {
    const value = formatSetting(values[setting.name] ?? null);
    return { ...formOf(setting), value, isDefault: value === formatSetting(setting.fallback) };
  });
}

const countOf = (statuses: Figures['statuses'], slots: number, status?: string): number =>
  statuses
    .filter((one) => one.slot >= SPANS.length - slots && (status === undefined || one.status === status))
    .reduce((sum, { count }) => sum + count, 0);

/** Transactions of the last spans, the shortest first: slots end at the next full hour, and the last slot is the last day. */
async function countTransactions(
  { db, clock }: Reading,
  tenantId: TenantId,
): Promise<TenantState['transactions']> {
  const end = addSeconds(clock.now(), HOUR_SECONDS);
  const starts = [...SPANS.toReversed().map((days) => addSeconds(end, -days * DAY_SECONDS)), end];
  const { statuses } = await readFigures(
    db,
    { tenantId, companies: undefined },
    { starts: starts.map((start) => start.toISOString()) },
  );
  return SPANS.map((days, index) => ({
    days,
    created: countOf(statuses, index + 1),
    approved: countOf(statuses, index + 1, 'approved'),
    refused: countOf(statuses, index + 1, 'inconclusive'),
  }));
}

async function entryOf(
  { db }: PortalDeps,
  { userId }: SignedInUser,
  tenantId: TenantId,
  { isActive, settings }: { isActive: boolean; settings: Settings },
): Promise<EntryState> {
  if (!isActive) return 'off';
  if (await findMembership(db, tenantId, userId)) return 'member';
  const setting = settings.find(({ name }) => name === 'operator-entry');
  return setting?.value === 'refused' ? 'refused' : 'allowed';
}

/** Counts and health of a tenant; no person and no transaction of it. */
export async function readTenantHealth(
  reading: Reading,
  tenantId: TenantId,
): Promise<Omit<TenantState, 'tenant' | 'settings' | 'entry'>> {
  const { db, clock } = reading;
  const lastCallAt = await findLastCallAt(db, tenantId);
  return {
    transactions: await countTransactions(reading, tenantId),
    endpoints: await countEndpoints(db, tenantId),
    deliveries: await readTenantQueue(db, tenantId, clock.now()),
    ...(lastCallAt === undefined ? {} : { lastCallAt: lastCallAt.toISOString() }),
  };
}

/** How a tenant is: its companies, settings, counts and health; no person and no transaction of it. */
export async function showTenantState(
  deps: PortalDeps,
  caller: SignedInUser,
  id: string,
): Promise<TenantState> {
  const tenantId = toTenantId(id);
  const [tenant] = (await searchTenants(deps, { text: tenantId, limit: 1 })).tenants;
  if (!tenant) throw new Refusal('40420');
  const settings = await describeTenantSettings(deps, tenantId);
  return {
    ...{ tenant, settings },
    entry: await entryOf(deps, caller, tenantId, { isActive: tenant.isActive, settings }),
    ...(await readTenantHealth(deps, tenantId)),
  };
}
