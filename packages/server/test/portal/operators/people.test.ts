import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  type PasskeyPerson,
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

  test('lose their sessions, and their access, by the next call, each with an entry of who did it (P30)', async () => {
    const params = { user_id: member.userId };
    expect(await operator.browser.call('endPersonSessions', { params })).toEqual({ ended: 1 });
    expect(outcomeOf(await sendAny(member.browser, 'readOwnAccount'))).toBe('40340');
    await operator.browser.call('switchPerson', { params, body: { active: false } });
    expect((await find({ text: member.name }))[0]).toMatchObject({ isActive: false, sessions: 0 });
    await operator.browser.call('switchPerson', { params, body: { active: true } });
    expect((await entriesAbout(`user/${member.userId}`)).map(({ action }) => action)).toEqual([
      ...['session.end', 'user.disable', 'user.enable'],
    ]);
  });

  test('do not lock themselves out, and one who is not there is not acted on', async () => {
    const own = { user_id: operator.userId };
    for (const name of ['endPersonSessions', 'switchPerson'] as const) {
      expect(outcomeOf(await sendAny(operator.browser, name, own)), name).toBe('40374');
      expect(outcomeOf(await sendAny(operator.browser, name)), name).toBe('40420');
    }
  });
});
