import { changeMember, inviteMember, type MemberChange, switchUser } from '@titular/server/users/index.ts';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const VIEWER: MemberChange = { role: 'viewer', companies: 'all', isActive: true };

let service: TestService;
let tenant: TestTenant;
let one: PasskeyPerson;
let other: PasskeyPerson;
let limited: PasskeyPerson;
beforeAll(async () => {
  service = await startTestService();
}, 360_000);
beforeEach(async () => {
  tenant = await addTenant(service);
  const companies = [tenant.companyId];
  one = await addMember(service, tenant.tenantId, { role: 'admin' });
  other = await addMember(service, tenant.tenantId, { role: 'admin' });
  limited = await addMember(service, tenant.tenantId, { role: 'admin', companies });
});
afterAll(() => service?.close());

const host = () => operatorOf(service);
const by = ({ userId }: PasskeyPerson) => ({ ...host(), actor: `user:${userId}` });
const change = ({ userId }: PasskeyPerson, next: MemberChange, operator = host()) =>
  changeMember(operator, tenant.tenantId, userId, next);

describe('the last admin of all companies', () => {
  test('stays, whoever else is an admin of some (P32)', async () => {
    expect(await change(one, VIEWER)).toBe('changed');
    expect(await change(other, VIEWER)).toBe('last-admin');
    expect(await change(other, { role: 'admin', companies: [tenant.companyId], isActive: true })).toBe(
      'last-admin',
    );
    expect(await change(limited, VIEWER)).toBe('changed');
  });

  test('stays beside an admin whose account is off, who is not missed (P32)', async () => {
    await switchUser(host(), other.userId, false);
    expect(await change(one, VIEWER)).toBe('last-admin');
    expect(await change(other, VIEWER)).toBe('changed');
  });

  test('stays where two take each other the role at once: the second has none to take it with (P30, P32)', async () => {
    const outcomes = await Promise.allSettled([
      change(one, VIEWER, by(other)),
      change(other, VIEWER, by(one)),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: '40343' } });
  });
});

describe('an account that manages the people no more', () => {
  const invite = (maker: PasskeyPerson) =>
    inviteMember(by(maker), { tenantId: tenant.tenantId, role: 'admin', companies: 'all' });

  test('changes nobody and invites nobody, also in what was let in before (P30)', async () => {
    await change(other, VIEWER);
    await expect(change(limited, VIEWER, by(other))).rejects.toMatchObject({ code: '40343' });
    await expect(invite(other)).rejects.toMatchObject({ code: '40343' });
    await switchUser(host(), other.userId, false);
    await expect(invite(other)).rejects.toMatchObject({ code: '40340' });
  });

  test('of all companies neither, once it has some alone (P33)', async () => {
    await expect(change(other, VIEWER, by(limited))).rejects.toMatchObject({ code: '40420' });
    await expect(invite(limited)).rejects.toMatchObject({ code: '40420' });
  });
});
