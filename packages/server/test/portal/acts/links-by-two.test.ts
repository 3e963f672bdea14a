import { findUser, resetUser } from '@titular/server/users/index.ts';
import { operatorOf } from '@titular/test-kit';
import { addMember, enrolWithPasskey, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal-calls.ts';
import { type ActsTeam, openTeam } from './acts-fixture.ts';

const DAY_SECONDS = 86_400;
const REVIEWER = { role: 'reviewer', companies: 'all', isActive: true } as const;
const VIEWER = { ...REVIEWER, role: 'viewer' } as const;

let team: ActsTeam;
let viewer: PasskeyPerson;

const admin = (at: 0 | 1 | 2): PasskeyPerson => team.admins[at];

beforeAll(async () => {
  team = await openTeam();
}, 360_000);
afterAll(() => team?.service.close());
beforeEach(async () => {
  await team.set('tenant', { 'two-person': 'on' });
  team.clock.advanceSeconds(1);
  await team.signInAnew(...team.admins);
  viewer = await team.add('viewer');
});

const proposing = (userId: string) => ({ params: team.params, body: { userId, ...REVIEWER } });
const propose = (by: PasskeyPerson, userId: string) => by.browser.call('proposeMember', proposing(userId));
const outcomeOfProposing = async (by: PasskeyPerson, userId: string): Promise<string> =>
  outcomeOf(await by.browser.send('proposeMember', proposing(userId)));
const reset = async (by: PasskeyPerson, userId: string): Promise<string> => {
  const input = { params: { ...team.params, user_id: userId }, body: {} };
  return new URL((await by.browser.call('resetMember', input)).link).hash.slice(1);
};
const demote = (by: PasskeyPerson, userId: string) =>
  by.browser.call('changeMember', { params: { ...team.params, user_id: userId }, body: VIEWER });
const roleOf = async (userId: string): Promise<string | undefined> =>
  (
    await team.db
      .selectFrom('user_memberships')
      .select('role')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.role;

describe('a right to pictures of an account whose link somebody has', () => {
  test('is neither proposed nor approved while a reset link is open, nor after somebody took it (P36)', async () => {
    const act = await propose(admin(0), viewer.userId);
    const code = await reset(admin(0), viewer.userId);
    expect(await team.approve(admin(1).browser, act)).toBe('40379');
    expect(await outcomeOfProposing(admin(0), viewer.userId)).toBe('40379');
    await enrolWithPasskey(team.service, code, viewer.name);
    expect(await team.approve(admin(1).browser, act)).toBe('40379');
    expect(await outcomeOfProposing(admin(0), viewer.userId)).toBe('40379');
    expect(await roleOf(viewer.userId)).toBe('viewer');
  });

  test('is not given back to a reviewer who was demoted and reset (P36)', async () => {
    const reviewer = await addMember(team.service, team.tenantId, { role: 'reviewer' });
    await demote(admin(0), reviewer.userId);
    await reset(admin(0), reviewer.userId);
    expect(await outcomeOfProposing(admin(0), reviewer.userId)).toBe('40379');
    expect(await outcomeOfProposing(admin(2), reviewer.userId)).toBe('40379');
  });

  test('is given a day after the reset, and the approver sees who made the link and when (P36)', async () => {
    const code = await reset(admin(0), viewer.userId);
    const at = team.clock.now().toISOString();
    await enrolWithPasskey(team.service, code, viewer.name);
    team.clock.advanceSeconds(DAY_SECONDS + 1);
    await team.signInAnew(...team.admins);
    const act = await propose(admin(2), viewer.userId);
    const { acts } = await admin(1).browser.call('searchActs', { params: team.params, body: {} });
    expect(acts.find(({ id }) => id === act.id)).toMatchObject({
      linkBy: { id: admin(0).userId, name: admin(0).name },
      linkAt: at,
    });
    expect(await team.approve(admin(1).browser, act)).toBe('200');
    expect(await roleOf(viewer.userId)).toBe('reviewer');
  });

  test('waits until a reset that comes at the same moment is over (P36)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const one = await team.add('viewer');
      const act = await propose(admin(0), one.userId);
      const input = { params: { ...team.params, user_id: one.userId }, body: {} };
      const [approved, linked] = await Promise.all([
        team.approve(admin(1).browser, act),
        admin(2).browser.send('resetMember', input).then(outcomeOf),
      ]);
      expect([
        ['200', '40378'],
        ['40379', '200'],
      ]).toContainEqual([approved, linked]);
    }
  });
});

describe('an approver who does not count as a second person', () => {
  const change = { name: 'match-threshold', seen: '0.5', value: '0.6' };
  const proposeThreshold = async (by: PasskeyPerson) => {
    await team.set('company', { 'match-threshold': '0.5' });
    const body = { company: team.companyId, changes: [change] };
    return by.browser.call('proposeSettings', { params: team.params, body });
  };

  test('is whom the proposer invited, or another whom both know by links, and never later either (P36)', async () => {
    const body = { role: 'admin', companies: 'all' } as const;
    const { link } = await admin(0).browser.call('inviteMember', { params: team.params, body });
    const guest = await enrolWithPasskey(
      team.service,
      new URL(link).hash.slice(1),
      `guest ${crypto.randomUUID()}`,
    );
    expect(await team.approve(guest.browser, await proposeThreshold(admin(1)))).toBe('40348');
    team.clock.advanceSeconds(DAY_SECONDS + 1);
    await team.signInAnew(...team.admins, guest);
    expect(await team.approve(guest.browser, await proposeThreshold(admin(0)))).toBe('40348');
    expect(await team.approve(guest.browser, await proposeThreshold(admin(1)))).toBe('200');
  });

  test('is whom the proposer reset, and who was reset on the host since it was proposed (P36)', async () => {
    const other = await team.add('admin');
    await team.standLong();
    const code = await reset(admin(0), other.userId);
    const again = await enrolWithPasskey(team.service, code, other.name);
    team.clock.advanceSeconds(DAY_SECONDS + 1);
    await team.signInAnew(...team.admins, again);
    expect(await team.approve(again.browser, await proposeThreshold(admin(0)))).toBe('40348');
    const act = await proposeThreshold(admin(1));
    team.clock.advanceSeconds(1);
    const user = await findUser(team.db, other.userId);
    if (!user) throw new Error('the other admin is gone');
    const made = await resetUser({ ...operatorOf(team.service), clock: team.clock }, user);
    const anew = await enrolWithPasskey(team.service, made.code, other.name);
    expect(await team.approve(anew.browser, act)).toBe('40348');
    team.clock.advanceSeconds(1);
    expect(await team.approve(anew.browser, await proposeThreshold(admin(1)))).toBe('200');
  });
});
