import { changeMember, findUser, inviteOperator, resetUser } from '@titular/server/users/index.ts';
import { addMember, enrolWithPasskey, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const VIEWER = { role: 'viewer', companies: 'all', isActive: true } as const;

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let admin: PasskeyPerson;
let maria: PasskeyPerson;
beforeAll(async () => {
  service = await startTestService();
}, 360_000);
beforeEach(async () => {
  [tenant, other] = [await addTenant(service), await addTenant(service)];
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  maria = await addMember(service, other.tenantId, { role: 'viewer' });
  await changeMember(host(), tenant.tenantId, maria.userId, VIEWER, { mayJoin: true });
  // A change of the person's rights ended the session.
  const reset = await resetByHost();
  maria = await enrolWithPasskey(service, reset.code, maria.name);
});
afterAll(() => service?.close());

const host = () => operatorOf(service);
const params = () => ({ tenant_id: tenant.tenantId, user_id: maria.userId });
async function resetByHost() {
  const user = await findUser(service.service.database.db, maria.userId);
  if (!user) throw new Error('the member is there');
  return resetUser(host(), user);
}

/** Logs of which an entry about something stands, with its actor; the newest of each log. */
async function toldOf(action: string, subject: string): Promise<Map<string | null, string>> {
  const rows = await service.service.database.db
    .selectFrom('audit_log')
    .select(['tenant_id', 'actor'])
    .where('subject', '=', subject)
    .where('action', '=', action as 'user.reset')
    .orderBy('entry_id')
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row.actor]));
}

describe('what an operator does to an account', () => {
  test('stands in the log of each tenant that it opens: the reset, and the link that was taken (P46, R95)', async () => {
    const logs = new Set([null, tenant.tenantId, other.tenantId]);
    const reset = await toldOf('user.reset', `user/${maria.userId}`);
    expect(new Set(reset.keys())).toEqual(logs);
    expect(new Set(reset.values())).toEqual(new Set([host().actor]));
    const recovered = await toldOf('user.recover', `user/${maria.userId}`);
    expect(new Set(recovered.keys())).toEqual(logs);
  });

  test('ends a link that it takes the place of with an entry (R95)', async () => {
    const first = await resetByHost();
    await resetByHost();
    const ended = await toldOf('user.withdraw', `invitation/${first.invitationId}`);
    expect([...ended.keys()]).toEqual([null]);
    const name = `operator ${crypto.randomUUID().slice(0, 8)}`;
    const [invited] = [await inviteOperator(host(), name), await inviteOperator(host(), name)];
    expect([...(await toldOf('user.withdraw', `invitation/${invited.invitationId}`)).keys()]).toEqual([null]);
  });
});

describe('sessions that an admin of one tenant ends', () => {
  const expectTold = async (): Promise<void> => {
    const told = await toldOf('session.end', `user/${maria.userId}`);
    expect(told.get(other.tenantId)).toBe('service');
    expect(told.get(null)).toBe(`user:${admin.userId}`);
  };

  test('are told of in the logs of the others, without who it was (R95)', async () => {
    await admin.browser.call('endMemberSessions', { params: params() });
    await expectTold();
    expect((await toldOf('session.end', `user/${maria.userId}`)).get(tenant.tenantId)).toBe(
      `user:${admin.userId}`,
    );
  });

  test('by another role are told of likewise (R95)', async () => {
    await admin.browser.call('changeMember', {
      params: params(),
      body: { role: 'support', companies: 'all', isActive: true },
    });
    await expectTold();
  });
});
