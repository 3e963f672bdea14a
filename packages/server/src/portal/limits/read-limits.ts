import {
  type DailyLimits,
  type LimitsNow,
  MAX_LIMITED_COMPANIES,
  MAX_OWN_EXPORTS,
  MAX_WRITING_EXPORTS,
  type RefusalCause,
  type RefusedByLimit,
} from '@titular/contract';
import { shareOfDay } from '../../captures/index.ts';
import { countWriting } from '../../exports/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { readBudget } from '../../rate-limits/index.ts';
import type { RefusalCounter } from '../../request-log/index.ts';
import { type Company, findTenant, listCompanies } from '../../tenants/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** What the routes about limits need; `publicUrl` is the API's. */
export type LimitDeps = Pick<PortalDeps, 'db' | 'clock'> & {
  publicUrl: string;
  countRefusals: RefusalCounter;
};

const HOUR_SECONDS = 3_600;
const MINUTE_MS = 60_000;

/** An hour before the present minute, so that one count serves all who ask within it. */
const anHourBefore = (now: Date): Date =>
  addSeconds(new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS), -HOUR_SECONDS);

const NONE: RefusedByLimit = { calls: 0, isMore: false, accounts: [], areAccountsCut: false };

function refusedWith(causes: readonly RefusalCause[], code: string): RefusedByLimit {
  const cause = causes.find((one) => one.code === code);
  if (!cause) return NONE;
  const { calls, isMore, accounts, areAccountsCut } = cause;
  return { calls, isMore, accounts, areAccountsCut };
}

const toDaily = (company: Company): DailyLimits => ({
  company: company.companyId,
  name: company.name,
  isActive: company.active,
  ofIdentity: company.identityAttemptsPerDay,
  attempts: shareOfDay(company),
  ofCard: company.cardAttemptsPerDay,
});

/** What a tenant's limits are, what is left of them at this moment, and what they refused since an hour before this minute. */
export async function readLimitsNow(
  { db, clock, publicUrl, countRefusals }: LimitDeps,
  tenantId: TenantId,
): Promise<LimitsNow> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) throw new Refusal('40420');
  const policy = { ratePerSecond: tenant.ratePerSecond, burst: tenant.rateBurst };
  const { remaining, resetSeconds } = await readBudget(db, tenantId, policy);
  const refusedSince = anHourBefore(clock.now()).toISOString();
  const { causes } = await countRefusals(tenantId, { from: refusedSince });
  const companies = await listCompanies(db, tenantId);
  const byName = companies.toSorted((one, other) => one.name.localeCompare(other.name));
  return {
    rate: { perSecond: policy.ratePerSecond, burst: policy.burst, remaining, resetSeconds },
    concurrency: tenant.concurrencyLimit,
    refusedSince,
    refused: { rate: refusedWith(causes, '42901'), concurrency: refusedWith(causes, '42902') },
    companies: byName.slice(0, MAX_LIMITED_COMPANIES).map(toDaily),
    hasMoreCompanies: companies.length > MAX_LIMITED_COMPANIES,
    exports: {
      writing: await countWriting(db, tenantId),
      maxWriting: MAX_WRITING_EXPORTS,
      maxOwn: MAX_OWN_EXPORTS,
    },
    apiUrl: `${publicUrl}/api/public/v1/limits`,
  };
}
