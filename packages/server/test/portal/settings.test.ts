import type { PortalBody, SettingsView } from '@titular/contract';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, operatorOf } from '@titular/test-kit';
import { addMember, authenticateAgain, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from './portal-calls.ts';

type Changes = PortalBody<'changeCompanySettings'>['changes'];

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let second: CompanyId;
let admin: PasskeyPerson;
let narrow: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  other = await addTenant(service);
  second = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Second' });
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  narrow = await addMember(service, tenant.tenantId, { role: 'admin', companies: [second] });
});
afterAll(() => service?.close());

const ofTenant = () => ({ params: { tenant_id: tenant.tenantId } });
const ofCompany = (company_id: string = tenant.companyId) => ({
  params: { tenant_id: tenant.tenantId, company_id },
});
const readCompany = (person = admin) => person.browser.call('readCompanySettings', ofCompany());
const find = ({ settings }: SettingsView, name: string) => {
  const found = settings.find((one) => one.name === name);
  if (!found) throw new Error(`no setting ${name}`);
  return found;
};
const change = (person: PasskeyPerson, changes: Changes, company?: string) =>
  person.browser.send('changeCompanySettings', { ...ofCompany(company), body: { changes } });
const one = (name: string, seen: string, value: string): Changes => [{ name, seen, value }];
const entries = () =>
  service.service.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'company.settings')
    .where('tenant_id', '=', tenant.tenantId)
    .orderBy('entry_id')
    .execute();
const byCommand = (text: string, name = 'link-days') =>
  changeSettings(
    { ...operatorOf(service), clock },
    { kind: 'company', tenantId: tenant.tenantId, companyId: tenant.companyId },
    parseSettings('company', new Map([[name, text]])),
  );

describe('settings in the portal', () => {
  test('are read by every role, and changed by admins alone (P32)', async () => {
    for (const role of ['viewer', 'support', 'reviewer', 'developer'] as const) {
      const person = await addMember(service, tenant.tenantId, { role });
      const view = await readCompany(person);
      expect(view.mayChange).toBe(false);
      expect(view.settings.some(({ changed }) => changed)).toBe(false);
      expect(outcomeOf(await change(person, one('module', 'post', 'pre')))).toBe('40343');
    }
    expect((await readCompany()).mayChange).toBe(true);
  });

  test('of a company out of reach, of another tenant and of nobody are the same 404 (P33)', async () => {
    const ids = [other.companyId, crypto.randomUUID(), 'x'];
    for (const [person, more] of [
      [admin, []],
      [narrow, [tenant.companyId]],
    ] as const)
      for (const id of [...ids, ...more]) {
        const read = await person.browser.send('readCompanySettings', ofCompany(id));
        expect(read.body, id).toMatchObject({
          code: '40420',
          message: 'There is nothing here under this id.',
        });
        expect(outcomeOf(await change(person, one('module', 'post', 'pre'), id)), id).toBe('40420');
      }
    const theirs = { tenant_id: other.tenantId, company_id: other.companyId };
    expect(outcomeOf(await admin.browser.send('readCompanySettings', { params: theirs }))).toBe('40420');
  });

  test('of the tenant are changed by admins of all companies; limits by operators alone', async () => {
    const body = { changes: one('template-retention-days', '1095', '1000') };
    expect((await narrow.browser.call('readTenantSettings', ofTenant())).mayChange).toBe(false);
    const refused = await narrow.browser.send('changeTenantSettings', { ...ofTenant(), body });
    expect(outcomeOf(refused)).toBe('40343');
    await authenticateAgain(admin);
    const changed = await admin.browser.call('changeTenantSettings', { ...ofTenant(), body });
    expect(find(changed.view, 'template-retention-days').value).toBe('1000');
    // The audit log withholds that entry from the limited, and so does the page of settings.
    expect(find(changed.view, 'template-retention-days').changed).toMatchObject({ name: admin.name });
    const limited = await narrow.browser.call('readTenantSettings', ofTenant());
    expect(find(limited, 'template-retention-days').changed).toBeUndefined();
    const rate = find(changed.view, 'rate-per-second').value;
    const limit = { changes: one('rate-per-second', rate, '99999') };
    const raised = await admin.browser.send('changeTenantSettings', { ...ofTenant(), body: limit });
    expect(outcomeOf(raised)).toBe('40343');
    const view = await admin.browser.call('readTenantSettings', ofTenant());
    expect(find(view, 'rate-per-second')).toMatchObject({ value: rate, isOperators: true });
  });

  test('are read while somebody changes them, and hold up nobody', async () => {
    const { db } = service.service.database;
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('companies').select('company_id').forUpdate().execute();
      expect((await readCompany()).owner.id).toBe(tenant.companyId);
    });
  });

  test('leave the entry that the command leaves, but for the actor (P17)', async () => {
    await byCommand('31');
    const byHand = await change(admin, [
      { name: 'link-days', seen: '31', value: '32' },
      { name: 'brand-name', seen: 'none', value: ' Loja Azul ' },
    ]);
    expect(byHand.body).toMatchObject({ outcome: 'changed' });
    await byCommand('31');
    const [first, ours, last] = (await entries()).slice(-3);
    expect(ours).toMatchObject({
      actor: `user:${admin.userId}`,
      before: { 'link-days': 31, 'brand-name': null },
      after: { 'link-days': 32, 'brand-name': 'Loja Azul' },
    });
    const keys = ['action', 'subject', 'tenant_id'] as const;
    for (const key of keys) expect([ours?.[key], last?.[key]]).toEqual([first?.[key], first?.[key]]);
  });

  test('tell who changed each last and when, by name, and nothing of entries that a role may not see', async () => {
    const seen = find(await readCompany(), 'link-days').value;
    await change(admin, one('link-days', seen, '90'));
    expect(find(await readCompany(), 'link-days').changed).toEqual({
      at: clock.now().toISOString(),
      actor: `user:${admin.userId}`,
      name: admin.name,
    });
    await byCommand('91');
    const changed = find(await readCompany(), 'link-days').changed;
    expect(changed).toMatchObject({ actor: operatorOf(service).actor });
    expect(changed).not.toHaveProperty('name');
    expect(find(await readCompany(), 'replica-policy').changed).toBeUndefined();
  });
});

describe('a change in the portal', () => {
  test('is refused with the bounds, whole, and writes nothing', async () => {
    const before = await entries();
    const refused = await change(admin, [
      { name: 'cards-per-identity', seen: '5', value: '6' },
      { name: 'identities-per-card', seen: '3', value: '51' },
    ]);
    expect(refused.body).toMatchObject({ code: '40079', message: 'identities-per-card must be 1 to 50.' });
    for (const changes of [
      one('no-such-setting', '', 'x'),
      [...one('link-days', '1', '2'), ...one('link-days', '1', '3')],
    ])
      expect(outcomeOf(await change(admin, changes))).toBe('40079');
    const number = await change(admin, one('brand-name', 'none', 'Card 4111 1111 1111 1111'));
    expect(outcomeOf(number)).toBe('40026');
    expect(find(await readCompany(), 'cards-per-identity').value).toBe('5');
    expect(await entries()).toEqual(before);
  });

  test('of every setting takes its default, and refuses what has a control sign in it (P10)', async () => {
    await authenticateAgain(admin);
    const { settings } = await readCompany();
    expect(settings.length).toBeGreaterThan(40);
    for (const { name, value, default: usual } of settings) {
      expect(outcomeOf(await change(admin, one(name, value, 'a\u0001'))), name).toBe('40079');
      expect((await change(admin, one(name, value, usual))).body, name).toMatchObject({ outcome: 'changed' });
    }
    const after = (await readCompany()).settings;
    expect(after.filter((setting) => setting.value !== setting.default)).toEqual([]);
  });

  test('overwrites nothing that was changed since it was seen, and shows what is there now (P10)', async () => {
    const seen = find(await readCompany(), 'card-memory-days').value;
    await byCommand('45', 'card-memory-days');
    const before = await entries();
    const answer = await change(admin, [
      { name: 'card-memory-days', seen, value: '60' },
      { name: 'many-cards', seen: 'ignore', value: 'ignore' },
    ]);
    const body = answer.body;
    expect(body.outcome).toBe('conflict');
    expect(find(body.view, 'card-memory-days').value).toBe('45');
    expect(await entries()).toEqual(before);
    expect((await change(admin, one('card-memory-days', '45', '60'))).body.outcome).toBe('changed');
  });

  test('of ten that saw the same, one is made (P10)', async () => {
    const seen = find(await readCompany(), 'templates-per-identity').value;
    const others = ['1', '2', '4', '5'].filter((value) => value !== seen);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        change(admin, one('templates-per-identity', seen, others[at % others.length] ?? '1')),
      ),
    );
    const outcomes = answers.map(({ body }) => body.outcome);
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(9);
  });

  test('of what weakens decisions asks for an authentication of the last five minutes, any other does not (P35)', async () => {
    await authenticateAgain(admin);
    clock.advanceSeconds(301);
    const dangerous = (await readCompany()).settings.filter(({ danger }) => danger);
    expect(dangerous.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['match-threshold', 'template-policy', 'face-of-another-identity', 'distance-challenge'],
        ...['noted-signs', 'ending-checks', 'web-origins', 'redirect-hosts', 'capture-retention-days'],
      ]),
    );
    for (const { name, value } of dangerous)
      expect(outcomeOf(await change(admin, one(name, value, value))), name).toBe('40342');
    const plain = find(await readCompany(), 'link-days').value;
    const mixed = [...one('link-days', plain, '7'), ...one('full-gallery', 'refuse', 'approve')];
    expect(outcomeOf(await change(admin, mixed))).toBe('40342');
    expect((await change(admin, one('link-days', plain, '7'))).body.outcome).toBe('changed');
    await authenticateAgain(admin);
    clock.advanceSeconds(300);
    expect((await change(admin, one('full-gallery', 'refuse', 'approve'))).body.outcome).toBe('changed');
  });
});
