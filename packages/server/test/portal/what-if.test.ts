import { WHAT_IF_PER_HOUR, type WhatIf } from '@titular/contract';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, operatorOf } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEnd } from '../what-if/add-ends.ts';
import { outcomeOf } from './portal-calls.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const clock = createManualClock();
let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let empty: CompanyId;
let admin: PasskeyPerson;

const db = () => service.service.database.db;
const owner = () => ({ tenantId: tenant.tenantId as TenantId, companyId: tenant.companyId as CompanyId });
const before = (days: number) => new Date(clock.now().getTime() - days * DAY_SECONDS * 1_000);

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  other = await addTenant(service);
  empty = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Empty' });
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  // A hundred distances from 0.001 to 0.5, each a person.
  for (let n = 1; n <= 100; n += 1)
    await addEnd(db(), {
      ...owner(),
      at: before(2 + (n % 20)),
      evidence: { reference: { kind: 'compared', distance: n / 200 } },
    });
  const another = { reference: { kind: 'none' }, otherFaceDistance: 0.1 } as const;
  for (let n = 0; n < 3; n += 1) await addEnd(db(), { ...owner(), at: before(3), evidence: another });
  await addEnd(db(), { ...owner(), at: before(29), evidence: {}, engineVersion: 'engine-0' });
  await addEnd(db(), { ...owner(), at: before(40), evidence: {} });
}, 360_000);
afterAll(() => service?.close());

const send = (
  person: PasskeyPerson,
  value: string,
  { company_id = String(tenant.companyId), name = 'match-threshold' } = {},
) =>
  person.browser.send('tryCompanySettings', {
    params: { tenant_id: tenant.tenantId, company_id },
    body: { changes: [{ name, value }] },
  });
const tryIt = async (value: string, options = {}): Promise<WhatIf> => {
  const { status, body } = await send(admin, value, options);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as WhatIf;
};
const entries = () =>
  db()
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'company.what-if')
    .where('tenant_id', '=', tenant.tenantId)
    .orderBy('entry_id')
    .execute();

describe('trying settings', () => {
  test('tells how many ends would differ and which kinds, in counts rounded down (F3)', async () => {
    const { from, before: until, ...told } = await tryIt('0.4');
    expect(told).toEqual({
      ...{ isCut: false, isTooFew: false, judged: 100 },
      kinds: [
        {
          from: { status: 'approved', reason: 'matches_reference' },
          to: { status: 'inconclusive', reason: 'face_differs' },
          count: 20,
        },
      ],
      leftOut: [{ cause: 'other_engine', count: null }],
    });
    expect(new Date(until).getTime() - new Date(from).getTime()).toBe(30 * DAY_SECONDS * 1_000);
    expect(new Date(until).getTime() % (DAY_SECONDS * 1_000)).toBe(0);
    expect((await tryIt('0.39')).kinds[0]?.count).toBe(20);
    expect((await tryIt('0.38')).kinds[0]?.count).toBe(20);
  });

  test('tells fewer than five as that, and no distance however the threshold moves (F3)', async () => {
    const { kinds } = await tryIt('approve', { name: 'face-of-another-identity' });
    expect(kinds).toEqual([
      {
        from: { status: 'inconclusive', reason: 'face_of_another_identity' },
        to: { status: 'approved', reason: 'enrolled' },
        count: null,
      },
    ]);
    expect(outcomeOf(await send(admin, '0.455'))).toBe('40079');
    expect(JSON.stringify(kinds)).not.toMatch(/0\.\d/);
  });

  test('tells nothing of a company with few ends, and nothing of ends of today (F3)', async () => {
    const few = await tryIt('0.4', { company_id: String(empty) });
    expect(few).toMatchObject({ isTooFew: true, judged: null, kinds: [], leftOut: [] });
    const { judged } = await tryIt('0.3');
    for (let n = 0; n < 10; n += 1) await addEnd(db(), { ...owner(), at: clock.now(), evidence: {} });
    expect((await tryIt('0.3')).judged).toBe(judged);
  });

  test('leaves an entry before the answer, with the values alone, and none where it is refused (P17, P37)', async () => {
    const earlier = (await entries()).length;
    await tryIt('0.45');
    const all = await entries();
    expect(all).toHaveLength(earlier + 1);
    expect(all.at(-1)).toMatchObject({
      actor: `user:${admin.userId}`,
      subject: `company/${tenant.companyId}`,
      before: null,
      after: { tried: { 'match-threshold': '0.45' } },
    });
    for (const [value, name] of [
      ['0.9', 'match-threshold'],
      ['5', 'link-days'],
      ['x', 'no-such-setting'],
    ] as const)
      expect(outcomeOf(await send(admin, value, { name }))).toBe('40079');
    expect(await entries()).toHaveLength(earlier + 1);
  });

  test('is for admins alone, and of a company out of reach, of another tenant and of nobody the same 404 (P32, P33)', async () => {
    for (const role of ['viewer', 'support', 'reviewer', 'developer'] as const)
      expect(outcomeOf(await send(await addMember(service, tenant.tenantId, { role }), '0.4'))).toBe('40343');
    const narrow = await addMember(service, tenant.tenantId, { role: 'admin', companies: [empty] });
    for (const company_id of [tenant.companyId, other.companyId, crypto.randomUUID(), 'x'].map(String))
      expect(outcomeOf(await send(narrow, '0.4', { company_id })), company_id).toBe('40420');
    expect((await send(narrow, '0.4', { company_id: String(empty) })).status).toBe(200);
  });

  test('has a limit within an hour that none slips past, also at once (F3)', async () => {
    clock.advanceSeconds(HOUR_SECONDS + 1);
    admin = await addMember(service, tenant.tenantId, { role: 'admin' });
    const earlier = (await entries()).length;
    const answers = [];
    for (let n = 0; n < WHAT_IF_PER_HOUR - 2; n += 1) answers.push(outcomeOf(await send(admin, '0.4')));
    answers.push(...(await Promise.all([1, 2, 3, 4].map(() => send(admin, '0.4')))).map(outcomeOf));
    expect(answers.filter((outcome) => outcome === '42911')).toHaveLength(2);
    expect(await entries()).toHaveLength(earlier + WHAT_IF_PER_HOUR);
    clock.advanceSeconds(HOUR_SECONDS + 1);
    admin = await addMember(service, tenant.tenantId, { role: 'admin' });
    expect((await send(admin, '0.4')).status).toBe(200);
  });
});
