import { randomInt } from 'node:crypto';
import type { SettingsHistory } from '@titular/contract';
import { settingsAt } from '@titular/contract/state-at';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { MAX_HISTORY_ENTRIES } from '@titular/server/settings/read-setting-history.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, operatorOf } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from './portal-calls.ts';

const CHANGES = 40;
const CHOICES = [
  ...(['link-days', 'identity-attempts-per-day', 'card-attempts-per-day'] as const),
  ...(['rate-per-second', 'concurrency-limit'] as const),
];

/** Of entries about a company, a search for its changes looks at the newest 5,000. */
const MORE_THAN_LOOKED_AT = 5_010;
const WRITTEN_AT_ONCE = 500;

const seed = randomInt(2 ** 31);
const clock = createManualClock();
let service: TestService;
let tenant: TestTenant;
let viewer: PasskeyPerson;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  viewer = await addMember(service, tenant.tenantId, { role: 'viewer' });
});
afterAll(() => service?.close());

const ofCompany = (company_id: string = tenant.companyId) => ({
  params: { tenant_id: tenant.tenantId, company_id },
});
const readHistory = (): Promise<SettingsHistory> => viewer.browser.call('readSettingsHistory', ofCompany());

/** Entries of something else about a subject, with later ids than those that stand there. */
async function addLaterEntries(tenantId: TenantId, subject: string, count: number): Promise<void> {
  clock.advanceSeconds(1);
  const now = clock.now();
  // Each gets its place in the chain, which takes time: no statement may be cut off.
  for (let from = 1; from <= count; from += WRITTEN_AT_ONCE)
    await sql`INSERT INTO audit_log (entry_id, tenant_id, at, actor, action, subject)
      SELECT (lpad(to_hex(${now.getTime()}::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
        ${tenantId}::uuid, ${now}, 'test', 'something.else', ${subject}
      FROM generate_series(${from}::integer, ${Math.min(count, from + WRITTEN_AT_ONCE - 1)}::integer) n`.execute(
      service.service.database.db,
    );
}

/** What the pages of settings show now. */
async function shownNow(): Promise<Record<string, string>> {
  const { tenantId: tenant_id } = tenant;
  const views = [
    await viewer.browser.call('readCompanySettings', ofCompany()),
    await viewer.browser.call('readTenantSettings', { params: { tenant_id } }),
  ];
  return Object.fromEntries(
    views.flatMap(({ settings }) => settings.map(({ name, value }) => [name, value])),
  );
}

const valuesAt = (history: SettingsHistory, instant: string): Record<string, string> =>
  Object.fromEntries(
    settingsAt(history, instant).flatMap(({ settings }) =>
      settings.map(({ setting, value }) => [setting.name, value]),
    ),
  );

async function changeOne(count: number): Promise<void> {
  const name = CHOICES[(seed + count * 7) % CHOICES.length] ?? 'link-days';
  const { tenantId, companyId } = tenant;
  const owner =
    name === 'rate-per-second' || name === 'concurrency-limit'
      ? ({ kind: 'tenant', tenantId } as const)
      : ({ kind: 'company', tenantId, companyId } as const);
  const value = String(3 + ((seed + count * 13) % 5));
  await changeSettings(
    { ...operatorOf(service), clock },
    owner,
    parseSettings(owner.kind, new Map([[name, value]])),
  );
}

test('settings and limits of every earlier instant are those that the pages of settings showed then (F2)', async () => {
  const shown: { instant: string; values: Record<string, string> }[] = [];
  for (let count = 0; count < CHANGES; count += 1) {
    await changeOne(count);
    shown.push({ instant: clock.now().toISOString(), values: await shownNow() });
    clock.advanceSeconds(count % 3);
  }
  const history = await readHistory();
  // Of several changes at one instant the last one stands.
  const last = new Map(shown.map(({ instant, values }) => [instant, values]));
  for (const [instant, values] of last)
    expect(valuesAt(history, instant), `${instant} of ${seed}`).toEqual(values);
  expect(settingsAt(history, '2000-01-01T00:00:00.000Z').every(({ isKnown }) => isKnown)).toBe(true);
  const [company] = settingsAt(history, shown[0]?.instant ?? '');
  const moved = company?.settings.find(({ changedAt }) => changedAt !== undefined);
  expect(shown.some(({ instant }) => instant === moved?.changedAt)).toBe(true);
});

test('says nothing of who made a change, and of a company out of reach or of nobody the same 404 (P33, F2)', async () => {
  const text = JSON.stringify(await readHistory());
  expect(text).not.toMatch(/actor|command-line/);
  const second: CompanyId = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Second' });
  const narrow = await addMember(service, tenant.tenantId, { role: 'admin', companies: [second] });
  for (const id of [tenant.companyId, crypto.randomUUID(), 'x']) {
    const reply = await narrow.browser.send('readSettingsHistory', ofCompany(id));
    expect(outcomeOf(reply), id).toBe('40420');
  }
  const own = await narrow.browser.call('readSettingsHistory', ofCompany(second));
  expect(own.owners.map(({ name }) => name)).toEqual(['Second', expect.any(String)]);
});

test('before the oldest change at hand settings are not known, and nothing is guessed (F2)', async () => {
  await addLaterEntries(tenant.tenantId, `company/${tenant.companyId}`, MORE_THAN_LOOKED_AT);
  const [company, organization] = settingsAt(await readHistory(), '2000-01-01T00:00:00.000Z');
  expect([company?.isKnown, organization?.isKnown]).toEqual([false, true]);
});

test('settings of the organization stay known, with their last change, however many persons were searched for (F2)', async () => {
  const { tenantId, companyId } = await addTenant(service);
  const reader = await addMember(service, tenantId, { role: 'viewer' });
  const before = clock.now().toISOString();
  clock.advanceSeconds(1);
  const owner = { kind: 'tenant', tenantId } as const;
  const set = parseSettings('tenant', new Map([['rate-per-second', '7']]));
  await changeSettings({ ...operatorOf(service), clock }, owner, set);
  await addLaterEntries(tenantId, `tenant/${tenantId}`, MORE_THAN_LOOKED_AT);
  const params = { tenant_id: tenantId, company_id: companyId };
  const [, then] = settingsAt(await reader.browser.call('readSettingsHistory', { params }), before);
  const rate = then?.settings.find(({ setting }) => setting.name === 'rate-per-second');
  expect(then?.isKnown).toBe(true);
  expect(rate?.value).not.toBe('7');
  const admin = await addMember(service, tenantId, { role: 'admin' });
  const { settings } = await admin.browser.call('readTenantSettings', { params: { tenant_id: tenantId } });
  expect(settings.find(({ name }) => name === 'rate-per-second')?.changed).toBeDefined();
});

test('settings of a company stay known, with who changed them last, however often scenarios ran for it (F2, P10)', async () => {
  const { tenantId, companyId } = await addTenant(service);
  const admin = await addMember(service, tenantId, { role: 'admin' });
  const params = { tenant_id: tenantId, company_id: companyId };
  const body = { changes: [{ name: 'link-days', seen: '30', value: '31' }] };
  await admin.browser.call('changeCompanySettings', { params, body });
  await addLaterEntries(tenantId, `company/${companyId}`, MAX_HISTORY_ENTRIES);
  const { settings } = await admin.browser.call('readCompanySettings', { params });
  const days = settings.find(({ name }) => name === 'link-days');
  expect(days?.changed?.actor).toBe(`user:${admin.userId}`);
  const [then] = settingsAt(
    await admin.browser.call('readSettingsHistory', { params }),
    '2000-01-01T00:00:00.000Z',
  );
  expect([then?.isKnown, then?.settings.find(({ setting }) => setting.name === 'link-days')?.value]).toEqual([
    true,
    '30',
  ]);
});
