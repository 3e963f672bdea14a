import { extentOf, type PortalOperation, type PortalRole, TENANT_ROLES } from '@titular/contract';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  openBrowser,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, outcomeOf, sendAny } from './portal-calls.ts';
import { servedOperations } from './served-operations.ts';

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
const people = new Map<PortalRole, PasskeyPerson>();
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  other = await addTenant(service);
  for (const role of TENANT_ROLES) people.set(role, await addMember(service, tenant.tenantId, { role }));
  people.set('operator', await addOperator(service));
});
afterAll(() => service?.close());

const personOf = (role: PortalRole): PasskeyPerson => {
  const person = people.get(role);
  if (!person) throw new Error(`nobody is ${role}`);
  return person;
};

/** Of a call in a tenant, what the table of roles says for somebody of the role there. */
function expectedFor(
  role: PortalRole,
  { access, extent }: PortalOperation,
): 'allowed' | '40340' | '40343' | '40420' {
  if (access === 'anybody' || access === 'signed-in') return 'allowed';
  // Nobody who signs in has a receiver session.
  if (access === 'receiver') return '40340';
  if (access === 'deployment:manage') return role === 'operator' ? 'allowed' : '40343';
  if (role === 'operator') return '40420';
  const given = extentOf(role, access, 'test');
  return given === undefined || (extent !== undefined && given !== extent) ? '40343' : 'allowed';
}

const DOOR_CODES = ['40340', '40341', '40342', '40343', '40344', '40347'];
/** Ends the session it is called in, or changes what other rows of the table need. */
const ENDING = ['signOut'];

const ofTenant = operations.filter(
  ([name, { path }]) => servedOperations.has(name) && path.includes('/t/:tenant_id'),
);
const rows = operations.filter(([name]) => servedOperations.has(name) && !ENDING.includes(name));

describe('each role and each call', () => {
  test.each(rows)('%s is answered as the table of roles says (P32)', async (name, operation) => {
    for (const role of [...TENANT_ROLES, 'operator'] as const) {
      const { browser } = personOf(role);
      const reply = await sendAny(browser, name, { tenant_id: tenant.tenantId });
      const outcome = outcomeOf(reply);
      const expected = expectedFor(role, operation);
      if (expected === 'allowed') expect(DOOR_CODES, `${role}: ${outcome}`).not.toContain(outcome);
      else expect(outcome, role).toBe(expected);
    }
  });

  test('without a session is answered to nobody but what anybody may call (P20, P32)', async () => {
    const outcomes: Record<string, string> = {};
    for (const [name, { access }] of rows)
      if (access !== 'anybody') outcomes[name] = outcomeOf(await sendAny(openBrowser(service), name));
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['40340']));
  });
});

/** What tells one refusal from another: everything but the request's own id and the time. */
const shapeOf = (reply: Awaited<ReturnType<typeof sendAny>>): object => {
  const { 'x-request-id': _id, date: _date, ...headers } = reply.headers;
  return { status: reply.status, text: reply.text, headers };
};

describe('ids of somebody else', () => {
  test.each(ofTenant)('%s in another tenant is what a random tenant is (P33)', async (name) => {
    const { browser } = personOf('admin');
    const random = await sendAny(browser, name);
    expect(outcomeOf(random)).toBe('40420');
    for (const tenant_id of [other.tenantId, 'x', `${tenant.tenantId}0`, '%00'])
      expect(shapeOf(await sendAny(browser, name, { tenant_id }))).toEqual(shapeOf(random));
  });

  test('of sessions, authenticators, invitations and people are what random ones are (P33)', async () => {
    const mine = personOf('admin');
    const stranger = await addMember(service, other.tenantId, { role: 'admin' });
    const account = await stranger.browser.call('readOwnAccount');
    const invited = await stranger.browser.call('inviteMember', {
      params: { tenant_id: other.tenantId },
      body: { role: 'viewer', companies: 'all' },
    });
    const cases = [
      ['endOwnSession', { session_id: account.sessions[0]?.id }],
      ['removeAuthenticator', { authenticator_id: account.authenticators[0]?.id }],
      ['withdrawInvitation', { invitation_id: invited.id }],
      ['changeMember', { user_id: stranger.userId }],
      ['resetMember', { user_id: stranger.userId }],
      ['endMemberSessions', { user_id: stranger.userId }],
    ] as const;
    await authenticateAgain(mine);
    for (const [name, params] of cases) {
      const own = { tenant_id: tenant.tenantId };
      const random = await sendAny(mine.browser, name, own);
      const found = await sendAny(mine.browser, name, { ...own, ...(params as Record<string, string>) });
      expect(outcomeOf(random), name).toBe('40420');
      expect(shapeOf(found), name).toEqual(shapeOf(random));
    }
    expect((await stranger.browser.call('readOwnAccount')).sessions).toHaveLength(1);
  });
});

describe('dangerous acts', () => {
  const dangerous = rows.filter(([, { stepUp }]) => stepUp);

  test.each(dangerous)(
    '%s asks for an authentication of the last five minutes (P35)',
    async (name, { access }) => {
      const person = personOf(access === 'deployment:manage' ? 'operator' : 'admin');
      const params = { tenant_id: tenant.tenantId };
      await authenticateAgain(person);
      clock.advanceSeconds(300);
      expect(outcomeOf(await sendAny(person.browser, name, params))).not.toBe('40342');
      clock.advanceSeconds(1);
      expect(outcomeOf(await sendAny(person.browser, name, params))).toBe('40342');
      await authenticateAgain(person);
      expect(outcomeOf(await sendAny(person.browser, name, params))).not.toBe('40342');
    },
  );
});
