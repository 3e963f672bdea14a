import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal-calls.ts';
import { type ActsTeam, openTeam } from './acts-fixture.ts';

let team: ActsTeam;
let viewer: PasskeyPerson;

const admin = (at: 0 | 1 | 2): PasskeyPerson => team.admins[at];

beforeAll(async () => {
  team = await openTeam();
}, 360_000);
afterAll(() => team?.service.close());
beforeEach(async () => {
  await team.set('tenant', { 'two-person': 'on' });
  await team.signInAnew(...team.admins);
  viewer = await team.add('viewer');
});

type Next = { role: 'viewer' | 'reviewer' | 'admin'; companies: 'all' | string[]; isActive: boolean };
const REVIEWER: Next = { role: 'reviewer', companies: 'all', isActive: true };

const changeAlone = async (by: PasskeyPerson, userId: string, body: Next): Promise<string> =>
  outcomeOf(await by.browser.send('changeMember', { params: { ...team.params, user_id: userId }, body }));
const proposing = (userId: string, next: Next) => ({ params: team.params, body: { userId, ...next } });
const roleOf = async (userId: string): Promise<string | undefined> =>
  (
    await team.db
      .selectFrom('user_memberships')
      .select('role')
      .where('user_id', '=', userId)
      .where('tenant_id', '=', team.tenantId)
      .executeTakeFirst()
  )?.role;

describe('a right to pictures that takes two persons', () => {
  test('is given by neither alone: one proposes, another approves (P36)', async () => {
    expect(await changeAlone(admin(0), viewer.userId, REVIEWER)).toBe('40377');
    const act = await admin(0).browser.call('proposeMember', proposing(viewer.userId, REVIEWER));
    expect(act).toMatchObject({
      ...{ kind: 'member', isAboutYou: false, member: { id: viewer.userId, name: viewer.name } },
      ...{ seen: { role: 'viewer' }, next: REVIEWER },
    });
    expect(await team.approve(admin(0).browser, act)).toBe('40348');
    expect(await roleOf(viewer.userId)).toBe('viewer');
    expect(await team.approve(admin(1).browser, act)).toBe('200');
    expect(await roleOf(viewer.userId)).toBe('reviewer');
    const entries = await team.db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('subject', '=', `user/${viewer.userId}`)
      .where('action', '=', 'user.set')
      .execute();
    expect(entries).toEqual([{ action: 'user.set', actor: `user:${admin(1).userId}` }]);
  });

  test('is needed for more companies and for one who was off, and not to take it (P36)', async () => {
    const some: Next = { ...REVIEWER, companies: [team.companyId] };
    const reviewer = await addMember(team.service, team.tenantId, { role: 'reviewer' });
    expect(await changeAlone(admin(0), reviewer.userId, some)).toBe('200');
    expect(await changeAlone(admin(0), reviewer.userId, REVIEWER)).toBe('40377');
    expect(await changeAlone(admin(0), reviewer.userId, { ...some, isActive: false })).toBe('200');
    expect(await changeAlone(admin(0), reviewer.userId, some)).toBe('40377');
    expect(await changeAlone(admin(0), reviewer.userId, { ...some, role: 'viewer' })).toBe('200');
    await team.set('tenant', { 'two-person': 'off' });
    expect(await changeAlone(admin(0), reviewer.userId, REVIEWER)).toBe('200');
  });

  test('comes by no link that one admin makes: neither of a new reviewer nor of a reset one (P36)', async () => {
    const invite = async (role: 'reviewer' | 'viewer'): Promise<string> =>
      outcomeOf(
        await admin(0).browser.send('inviteMember', {
          params: team.params,
          body: { role, companies: 'all' },
        }),
      );
    const reset = async (userId: string): Promise<string> =>
      outcomeOf(
        await admin(0).browser.send('resetMember', {
          params: { ...team.params, user_id: userId },
          body: {},
        }),
      );
    const reviewer = await addMember(team.service, team.tenantId, { role: 'reviewer' });
    const before = await team.db.selectFrom('user_invitations').selectAll().execute();
    expect(await invite('reviewer')).toBe('40378');
    expect(await reset(reviewer.userId)).toBe('40378');
    // Nothing was done by halves: the one who was not reset still signs in.
    expect(await team.db.selectFrom('user_invitations').selectAll().execute()).toEqual(before);
    await team.signInAnew(reviewer);
    expect(await invite('viewer')).toBe('200');
    expect(await reset(viewer.userId)).toBe('200');
    await team.set('tenant', { 'two-person': 'off' });
    expect(await invite('reviewer')).toBe('200');
    expect(await reset(reviewer.userId)).toBe('200');
  });

  test('is neither proposed nor approved by the one who gets it (P36)', async () => {
    const own = await admin(0).browser.send('proposeMember', proposing(admin(0).userId, REVIEWER));
    expect(outcomeOf(own)).toBe('40078');
    const act = await admin(0).browser.call('proposeMember', proposing(admin(1).userId, REVIEWER));
    const { acts } = await admin(1).browser.call('searchActs', { params: team.params, body: {} });
    expect(acts.find(({ id }) => id === act.id)).toMatchObject({ isOwn: false, isAboutYou: true });
    expect(await team.approve(admin(1).browser, act)).toBe('40078');
    expect(await roleOf(admin(1).userId)).toBe('admin');
    expect(await team.withdraw(admin(1).browser, act)).toBe('200');
  });

  test('is not given where the member was changed since, or is gone (P36)', async () => {
    const act = await admin(0).browser.call('proposeMember', proposing(viewer.userId, REVIEWER));
    expect(
      await changeAlone(admin(2), viewer.userId, {
        ...{ role: 'viewer', companies: [team.companyId], isActive: true },
      }),
    ).toBe('200');
    expect(await team.approve(admin(1).browser, act)).toBe('40059');
    expect(await roleOf(viewer.userId)).toBe('viewer');
  });

  test('is given once by approvals at the same moment, also of two proposals at once (P36)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const one = await team.add('viewer');
      const [mine, theirs] = await Promise.all([
        admin(0).browser.call('proposeMember', proposing(one.userId, REVIEWER)),
        admin(1).browser.call('proposeMember', proposing(one.userId, REVIEWER)),
      ]);
      const outcomes = await Promise.all([
        team.approve(admin(1).browser, mine),
        team.approve(admin(2).browser, mine),
        team.approve(admin(0).browser, theirs),
        team.approve(admin(2).browser, theirs),
      ]);
      expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
      expect(outcomes).not.toContain('50001');
      expect(await roleOf(one.userId)).toBe('reviewer');
    }
  });
});
