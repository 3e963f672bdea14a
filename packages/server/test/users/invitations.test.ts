import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { createCompany } from '@titular/server/tenants/index.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  enrolWithPasskey,
  openBrowser,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';

const LIFETIME_SECONDS = 72 * 3_600;

let service: TestService;
let tenant: TestTenant;
let admin: PasskeyPerson;
let second: CompanyId;
const clock = createManualClock();
beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  second = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Second Shop' });
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
});
afterAll(() => service?.close());

const params = () => ({ tenant_id: tenant.tenantId });
const codeOf = (link: string): string => link.split('#')[1] ?? '';

async function invite(companies: 'all' | string[] = 'all', name?: string) {
  const body = { role: 'support' as const, companies, ...(name === undefined ? {} : { name }) };
  return admin.browser.call('inviteMember', { params: params(), body });
}

const read = async (code: string): Promise<string> =>
  outcomeOf(await openBrowser(service).send('readInvitation', { body: { code } }));

describe('an invitation', () => {
  test('gives its role and companies, and no other (P21)', async () => {
    const { link } = await invite([second], 'ana');
    expect(link).toMatch(/^http:\/\/localhost:\d+\/invite#[0-9a-z]{26}$/);
    const code = codeOf(link);
    const view = await openBrowser(service).call('readInvitation', { body: { code } });
    expect(view).toMatchObject({
      ...{ kind: 'member', role: 'support', tenantName: 'Test tenant' },
      ...{ companyNames: ['Second Shop'], name: 'ana' },
    });
    const ana = await enrolWithPasskey(service, code, 'ana');
    expect(ana.browser.session).toMatchObject({
      isOperator: false,
      memberships: [{ tenantId: tenant.tenantId, role: 'support', companies: [second] }],
    });
    expect(await read(code)).toBe('40346');
  });

  test('may be taken for 72 hours, to the second (P21)', async () => {
    const code = codeOf((await invite()).link);
    clock.advanceSeconds(LIFETIME_SECONDS - 1);
    expect(await read(code)).toBe('200');
    clock.advanceSeconds(1);
    expect(await read(code)).toBe('40346');
    await expect(enrolWithPasskey(service, code, 'late')).rejects.toThrow('40346');
    expect(outcomeOf(await admin.browser.send('readOwnAccount'))).toBe('40340');
    admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  });

  test('is listed without its code, and ended by withdrawing it (P21)', async () => {
    const { id, link } = await invite('all', 'rui');
    const team = await admin.browser.send('readTeam', { params: params() });
    expect(team.body.invitations).toContainEqual(
      expect.objectContaining({ id, name: 'rui', role: 'support' }),
    );
    expect(team.text).not.toContain(codeOf(link));
    await admin.browser.call('withdrawInvitation', { params: { ...params(), invitation_id: id } });
    expect(await read(codeOf(link))).toBe('40346');
    const again = await admin.browser.send('withdrawInvitation', {
      params: { ...params(), invitation_id: id },
    });
    expect(outcomeOf(again)).toBe('40420');
  });

  test('is not used up by a name that somebody has, in whatever case (P21)', async () => {
    const code = codeOf((await invite()).link);
    await expect(enrolWithPasskey(service, code, admin.name.toUpperCase())).rejects.toThrow('40076');
    await enrolWithPasskey(service, code, 'another name');
  });

  test('of a role that is none, or for a company of another tenant, is not made (P21, P33)', async () => {
    const other = await addTenant(service);
    const send = (body: object) =>
      admin.browser.send('inviteMember', { params: params(), body: body as never });
    expect(outcomeOf(await send({ role: 'operator', companies: 'all' }))).toBe('40002');
    expect(outcomeOf(await send({ role: 'viewer', companies: [] }))).toBe('40002');
    expect(outcomeOf(await send({ role: 'viewer', companies: [other.companyId] }))).toBe('40420');
  });
});

describe('acts about people', () => {
  test('are in the audit log with the id of the actor, and name nobody (P17, P37)', async () => {
    await invite('all', 'a name that stays out');
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .select(['actor', 'action', 'before', 'after', 'subject'])
      .execute();
    expect(entries).toContainEqual(
      expect.objectContaining({ actor: `user:${admin.userId}`, action: 'user.invite' }),
    );
    const text = JSON.stringify(entries);
    expect(text).not.toContain('a name that stays out');
    expect(text).not.toContain(admin.name);
  });
});
