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
let lone: CompanyId;
let fine: CompanyId;
let admin: PasskeyPerson;

const db = () => service.service.database.db;
const owner = () => ({ tenantId: tenant.tenantId as TenantId, companyId: tenant.companyId as CompanyId });
const before = (days: number) => new Date(clock.now().getTime() - days * DAY_SECONDS * 1_000);

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  other = await addTenant(service);
  empty = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Empty' });
  lone = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Lone' });
  fine = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Fine' });
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  for (let n = 0; n < 60; n += 1) {
    const distance = n === 0 ? 0.405 : 0.1;
    const evidence = { reference: { kind: 'compared', distance } } as const;
    await addEnd(db(), { ...owner(), companyId: lone, at: before(3), evidence });
  }
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
/** What a count may be told as: a multiple of five, less than it by 8 at most. */
const roundedFrom = (exact: number) => {
  const told = [0, 1, 2, 3, 4].map((offset) => exact - offset - ((exact - offset) % 5));
  return expect.toSatisfy((count: number) => told.includes(count), `${exact} rounded down`);
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
      ...{ isCut: false, isTooFew: false, judged: roundedFrom(103) },
      kinds: [
        {
          from: { status: 'approved', reason: 'matches_reference' },
          to: { status: 'inconclusive', reason: 'face_differs' },
          count: roundedFrom(20),
        },
      ],
      ...{ otherKinds: null, leftOut: [], otherCauses: null },
    });
    expect(new Date(until).getTime() - new Date(from).getTime()).toBe(30 * DAY_SECONDS * 1_000);
    expect(new Date(until).getTime() % (DAY_SECONDS * 1_000)).toBe(0);
    expect((await tryIt('0.3')).kinds[0]?.count).toEqual(roundedFrom(40));
  });

  test('answers the same wherever the threshold stands to a lone person, and where only few would differ (F3)', async () => {
    const on = { company_id: String(lone) };
    // One of sixty people is at 0.405, with a reason that nobody else has; all others are at 0.1.
    const answers = [];
    for (const value of ['0.3', '0.4', '0.41', '0.45', '0.5']) answers.push(await tryIt(value, on));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ isTooFew: false, kinds: [], otherKinds: null });
    const { kinds } = await tryIt('approve', { name: 'face-of-another-identity' });
    expect(kinds).toEqual([]);
    expect(outcomeOf(await send(admin, '0.455', on))).toBe('40079');
  });

  test('takes ten thresholds a day of a company; those of before are answered as before (F3)', async () => {
    const on = { company_id: String(fine) };
    const grid = Array.from({ length: 10 }, (_, n) => `0.${30 + n}`);
    for (const value of grid) await tryIt(value, on);
    const refused = await send(admin, '0.5', on);
    expect(outcomeOf(refused)).toBe('42911');
    const untilMidnight = DAY_SECONDS - ((clock.now().getTime() / 1_000) % DAY_SECONDS);
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(untilMidnight));
    expect(await tryIt('0.350', on)).toEqual(await tryIt('0.35', on));
    await tryIt('approve', { ...on, name: 'face-of-another-identity' });
    expect((await send(admin, '0.5')).status).toBe(200);
  });

  test('tells nothing of a company with few ends, and nothing of ends of today (F3)', async () => {
    const few = await tryIt('0.4', { company_id: String(empty) });
    expect(few).toMatchObject({ isTooFew: true, judged: null, kinds: [], leftOut: [] });
    const answer = await tryIt('0.3');
    for (let n = 0; n < 10; n += 1) await addEnd(db(), { ...owner(), at: clock.now(), evidence: {} });
    expect(await tryIt('0.3')).toEqual(answer);
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
    clock.advanceSeconds(600);
    const together = (await Promise.all([1, 2, 3, 4].map(() => send(admin, '0.4')))).map(outcomeOf);
    expect(together.every((outcome) => ['200', '42906', '42911'].includes(String(outcome)))).toBe(true);
    let last = await send(admin, '0.4');
    while (last.status === 200) last = await send(admin, '0.4');
    expect(outcomeOf(last)).toBe('42911');
    expect(await entries()).toHaveLength(earlier + WHAT_IF_PER_HOUR);
    // The first twenty-eight leave the hour together, ten minutes before the rest.
    expect(last.headers['retry-after']).toBe(String(HOUR_SECONDS - 600));
    clock.advanceSeconds(HOUR_SECONDS - 600 + 1);
    admin = await addMember(service, tenant.tenantId, { role: 'admin' });
    expect((await send(admin, '0.4')).status).toBe(200);
  });
});
