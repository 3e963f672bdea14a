import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  type PasskeyPerson,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf, sendAny } from '../portal-calls.ts';

let service: TestService;
let tenant: TestTenant;
let operator: PasskeyPerson;
let member: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  operator = await addOperator(service, 'Olga Reis');
});
afterAll(() => service?.close());
beforeEach(async () => {
  member = await addMember(service, tenant.tenantId, { role: 'support' });
  await authenticateAgain(operator);
});

const find = async (body: object) => (await operator.browser.call('searchPeople', { body })).people;
const entriesAbout = (subject: string) =>
  service.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('subject', '=', subject)
    .where('actor', '=', `user:${operator.userId}`)
    .orderBy('entry_id')
    .execute();

describe('people of the deployment', () => {
  test('are found by any part of their name in any case, with roles, sessions and last sign-in', async () => {
    const found = await find({ text: member.name.toUpperCase() });
    expect(found).toEqual([
      {
        ...{ id: member.userId, name: member.name, isOperator: false, isActive: true },
        memberships: [
          { tenantId: tenant.tenantId, tenantName: expect.any(String), role: 'support', isActive: true },
        ],
        ...{ membershipCount: 1, sessions: 1, lastSignInAt: clock.now().toISOString() },
      },
    ]);
    expect(await find({ text: '% nobody' })).toEqual([]);
    expect((await find({ operators: true })).map(({ name }) => name)).toEqual(['Olga Reis']);
  });

  test('are listed whole by pages, the newest first', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const body = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const page = await operator.browser.call('searchPeople', { body });
      seen.push(...page.people.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const { db } = service.service.database;
    const all = await db.selectFrom('users').select('user_id').orderBy('user_id', 'desc').execute();
    expect(seen).toEqual(all.map((row) => row.user_id));
  });

  test('who are operators lose their sessions, and their access, by the next call, with an entry (P30)', async () => {
    const other = await addOperator(service);
    const params = { user_id: other.userId };
    expect(await operator.browser.call('endPersonSessions', { params })).toEqual({ ended: 1 });
    expect(outcomeOf(await sendAny(other.browser, 'readOwnAccount'))).toBe('40340');
    await operator.browser.call('switchPerson', { params, body: { active: false } });
    expect((await find({ text: other.name }))[0]).toMatchObject({ isActive: false, sessions: 0 });
    await operator.browser.call('switchPerson', { params, body: { active: true } });
    expect((await entriesAbout(`user/${other.userId}`)).map(({ action }) => action)).toEqual([
      ...['session.end', 'user.disable', 'user.enable'],
    ]);
    await operator.browser.call('switchPerson', { params, body: { active: false } });
  });

  test('who are staff of a tenant alone are left to its admins (P46)', async () => {
    for (const name of ['endPersonSessions', 'switchPerson'] as const)
      expect(outcomeOf(await sendAny(operator.browser, name, { user_id: member.userId })), name).toBe(
        '40374',
      );
    expect(await entriesAbout(`user/${member.userId}`)).toEqual([]);
  });

  test('who belong to tenants as well are told of in the log of each (P46)', async () => {
    const { db } = service.service.database;
    await db.updateTable('users').set({ is_operator: true }).where('user_id', '=', member.userId).execute();
    const params = { user_id: member.userId };
    await operator.browser.call('endPersonSessions', { params });
    await operator.browser.call('switchPerson', { params, body: { active: false } });
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'tenant_id'])
      .where('subject', '=', `user/${member.userId}`)
      .where('actor', '=', `user:${operator.userId}`)
      .execute();
    for (const action of ['session.end', 'user.disable'])
      expect(
        entries
          .filter((one) => one.action === action)
          .map((one) => one.tenant_id)
          .toSorted(),
      ).toEqual([tenant.tenantId, null].toSorted());
  });

  test('keep one active operator, also where two lock each other at once (P46)', async () => {
    const other = await addOperator(service);
    await authenticateAgain(other);
    const lock = (by: PasskeyPerson, who: PasskeyPerson) =>
      by.browser.send('switchPerson', { params: { user_id: who.userId }, body: { active: false } });
    const replies = await Promise.all([lock(operator, other), lock(other, operator)]);
    const outcomes = replies.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
    const { db } = service.service.database;
    const active = await db
      .selectFrom('users')
      .select('user_id')
      .where('is_operator', '=', true)
      .where('active', '=', true)
      .execute();
    expect(active).toHaveLength(1);
    await db.updateTable('users').set({ active: true }).where('user_id', '=', operator.userId).execute();
    operator = { ...operator, browser: await signInWithPasskey(service, operator) };
  });

  test('do not lock themselves out, and one who is not there is not acted on', async () => {
    const own = { user_id: operator.userId };
    for (const name of ['endPersonSessions', 'switchPerson'] as const) {
      expect(outcomeOf(await sendAny(operator.browser, name, own)), name).toBe('40374');
      expect(outcomeOf(await sendAny(operator.browser, name)), name).toBe('40420');
    }
  });
});
