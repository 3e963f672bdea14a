import type { MemberState } from '@titular/contract';
import { startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { addTenant, type TestTenant } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from './portal-calls.ts';

const ADMIN: MemberState = { role: 'admin', companies: 'all', isActive: true };
const VIEWER: MemberState = { role: 'viewer', companies: 'all', isActive: true };

let service: TestService;
let tenant: TestTenant;
let admins: [PasskeyPerson, PasskeyPerson];
beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
  const add = () => addMember(service, tenant.tenantId, { role: 'admin' });
  admins = [await add(), await add()];
}, 360_000);
afterAll(() => service?.close());

const change = async (
  { browser }: PasskeyPerson,
  { userId }: PasskeyPerson,
  body: MemberState & { seen?: MemberState },
): Promise<string> =>
  outcomeOf(
    await browser.send('changeMember', { params: { tenant_id: tenant.tenantId, user_id: userId }, body }),
  );

const stateOf = async (userId: string): Promise<MemberState | undefined> => {
  const { members } = await admins[0].browser.call('readTeam', { params: { tenant_id: tenant.tenantId } });
  const found = members.find((one) => one.userId === userId);
  return found && { role: found.role, companies: found.companies, isActive: found.isActive };
};

describe('a change of a member from a page that is old', () => {
  test('gives back no role that another admin took meanwhile (P10, P30)', async () => {
    const maria = await addMember(service, tenant.tenantId, { role: 'admin' });
    expect(await change(admins[0], maria, { ...VIEWER, seen: ADMIN })).toBe('200');
    expect(await change(admins[1], maria, { ...ADMIN, isActive: false, seen: ADMIN })).toBe('40059');
    expect(await stateOf(maria.userId)).toEqual(VIEWER);
    expect(await change(admins[1], maria, { ...VIEWER, isActive: false, seen: VIEWER })).toBe('200');
  });

  test('is made once where its answer got lost and it is asked for again', async () => {
    const rosa = await addMember(service, tenant.tenantId, { role: 'viewer' });
    const support = { ...VIEWER, role: 'support', seen: VIEWER } as const;
    expect(await change(admins[0], rosa, support)).toBe('200');
    expect(await change(admins[0], rosa, support)).toBe('200');
    expect(await change(admins[0], rosa, { ...ADMIN, seen: VIEWER })).toBe('40059');
  });

  test('is refused whole where companies are others, and not for their order or the case of an id', async () => {
    const { companyId } = tenant;
    const limited: MemberState = { ...VIEWER, companies: [companyId] };
    const jose = await addMember(service, tenant.tenantId, { role: 'viewer', companies: [companyId] });
    const seen = { ...limited, companies: [companyId.toUpperCase()] };
    expect(await change(admins[0], jose, { ...limited, role: 'support', seen: VIEWER })).toBe('40059');
    expect(await change(admins[0], jose, { ...limited, role: 'support', seen })).toBe('200');
  });

  test('of two that saw the same one alone is made', async () => {
    const ana = await addMember(service, tenant.tenantId, { role: 'viewer' });
    const outcomes = await Promise.all([
      change(admins[0], ana, { ...VIEWER, role: 'support', seen: VIEWER }),
      change(admins[1], ana, { ...VIEWER, role: 'developer', seen: VIEWER }),
    ]);
    expect(outcomes.toSorted()).toEqual(['200', '40059']);
  });

  test('of an account that an operator locked leaves the member as the tenant has them (P30)', async () => {
    const { userId } = await addMember(service, tenant.tenantId, { role: 'viewer' });
    const { db } = service.service.database;
    await db.updateTable('users').set({ active: false }).where('user_id', '=', userId).execute();
    const { members } = await admins[0].browser.call('readTeam', { params: { tenant_id: tenant.tenantId } });
    expect(members.find((one) => one.userId === userId)).toMatchObject({ isActive: true, isLocked: true });
  });

  test('is not proposed either (P36)', async () => {
    const rita = await addMember(service, tenant.tenantId, { role: 'viewer' });
    const body = { userId: rita.userId, ...VIEWER, role: 'reviewer' as const, seen: ADMIN };
    const reply = await admins[0].browser.send('proposeMember', {
      params: { tenant_id: tenant.tenantId },
      body,
    });
    expect(outcomeOf(reply)).toBe('40059');
  });
});
