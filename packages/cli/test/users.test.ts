import { createManualClock } from '@titular/test-kit';
import {
  enrolWithPasskey,
  enrolWithPassword,
  openBrowser,
  type PasskeyPerson,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runInProcess } from './command-fixture.ts';

const STEP_SECONDS = 60;

let service: TestService;
let tenant: TestTenant;
const clock = createManualClock();
beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
});
afterAll(() => service?.close());

/** Settings of the running service, as whoever types commands beside it has them. */
const environment = () => ({
  DATABASE_URL: service.config.databaseUrl,
  TITULAR_DATA_DIR: service.config.dataDirectory,
  TITULAR_PORTAL_URL: service.config.portalUrl,
});

const run = (...words: string[]) => runInProcess(words, environment());

async function ask<Answer>(...words: string[]): Promise<Answer> {
  const { code, output, errors } = await run(...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${errors}`);
  return JSON.parse(output) as Answer;
}

type Invitation = { invitation: string; link: string };
const codeOf = ({ link }: Invitation): string => link.split('#')[1] ?? '';
const inviteMember = (role: string, ...more: string[]): Promise<Invitation> =>
  ask('users', 'invite', '--tenant', tenant.tenantId, '--role', role, ...more);

const enrol = async (name: string, role = 'admin'): Promise<PasskeyPerson> =>
  enrolWithPasskey(service, codeOf(await inviteMember(role)), name);

describe('users invite', () => {
  test('prints a link that works once, for an operator or a member, and lists and withdraws it (P21)', async () => {
    const forOperator = await ask<Invitation>('users', 'invite', '--operator', 'root');
    expect(forOperator.link).toMatch(/\/setup#[0-9a-z]{26}$/);
    const root = await enrolWithPasskey(service, codeOf(forOperator), 'root');
    expect(root.browser.session).toMatchObject({ isOperator: true, memberships: [] });
    const forMember = await inviteMember('support', '--companies', tenant.companyId);
    const listed = await ask<{ invitationId: string }[]>('users', 'list', '--invitations');
    expect(listed.map(({ invitationId }) => invitationId)).toContain(forMember.invitation);
    expect(JSON.stringify(listed)).not.toContain(codeOf(forMember));
    await ask('users', 'withdraw', forMember.invitation);
    await expect(enrolWithPasskey(service, codeOf(forMember), 'late')).rejects.toThrow('40346');
    expect((await run('users', 'withdraw', forMember.invitation)).code).toBe(3);
  });

  test.each([
    ['no role', ['users', 'invite', 'x'], 2],
    ['a role that is none', ['users', 'invite', 'x', '--role', 'operator'], 2],
    ['an operator with a role', ['users', 'invite', '--operator', 'x', '--role', 'admin'], 2],
    ['an operator without a name', ['users', 'invite', '--operator'], 2],
    ['somebody who is not there', ['users', 'disable', 'nobody at all'], 3],
  ])('refuses %s', async (_what, words, code) => {
    expect((await run(...words)).code).toBe(code);
  });

  test('says what to set where the portal is off', async () => {
    const off = { ...environment(), TITULAR_PORTAL_URL: 'off' };
    const { code, errors } = await runInProcess(['users', 'invite', '--operator', 'x'], off);
    expect([code, errors]).toEqual([4, expect.stringContaining('TITULAR_PORTAL_URL')]);
  });
});

describe('users and sessions', () => {
  test('are listed without a secret, changed, disabled and enabled; each change is in the log of their tenant and of the deployment (P17, P30)', async () => {
    const maria = await enrol('maria', 'support');
    await enrol('boss');
    const [shown] = (
      await ask<{ name: string; memberships: string[]; sessions: number }[]>('users', 'list')
    ).filter(({ name }) => name === 'maria');
    expect(shown).toMatchObject({
      memberships: ['Test tenant: support'],
      authenticators: ['passkey'],
      sessions: 1,
    });
    await ask('users', 'set', 'Maria', '--tenant', tenant.tenantId, '--role', 'reviewer');
    expect((await maria.browser.send('readOwnAccount')).status).toBe(403);
    const again = await signInWithPasskey(service, maria);
    expect(again.session?.memberships[0]?.role).toBe('reviewer');
    expect(await ask<unknown[]>('sessions', 'list', 'maria')).toHaveLength(1);
    expect(await ask('sessions', 'end', 'maria')).toMatchObject({ endedSessions: 1 });
    expect((await again.send('readOwnAccount')).status).toBe(403);
    await ask('users', 'disable', maria.userId);
    await expect(signInWithPasskey(service, maria)).rejects.toThrow('40345');
    await ask('users', 'enable', 'maria');
    await signInWithPasskey(service, maria);
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .select(['action', 'tenant_id'])
      .where('actor', 'like', 'command-line:%')
      .where('subject', '=', `user/${maria.userId}`)
      .orderBy('entry_id')
      .execute();
    const within = (tenantId: string | null) =>
      entries.filter((entry) => entry.tenant_id === tenantId).map(({ action }) => action);
    const ofThePerson = ['session.end', 'user.disable', 'user.enable'];
    expect(within(tenant.tenantId)).toEqual(['user.set', ...ofThePerson]);
    expect(within(null)).toEqual(ofThePerson);
  });

  test('keep an admin in each tenant', async () => {
    const alone = await addTenant(service);
    const invitation: Invitation = await ask(
      'users',
      'invite',
      '--tenant',
      alone.tenantId,
      '--role',
      'admin',
    );
    await enrolWithPasskey(service, codeOf(invitation), 'only admin');
    const words = ['users', 'set', 'only admin', '--tenant', alone.tenantId];
    expect((await run(...words, '--role', 'viewer')).code).toBe(4);
    expect((await run(...words, '--active', 'off')).code).toBe(4);
  });
});

describe('users reset', () => {
  test('ends sessions, removes every factor, and prints a link in place of a password (P24)', async () => {
    const ana = await enrol('ana');
    const reset = await ask<Invitation>('users', 'reset', 'ana');
    expect(reset.link).toMatch(/\/recover#[0-9a-z]{26}$/);
    expect((await ana.browser.send('readOwnAccount')).status).toBe(403);
    await expect(signInWithPasskey(service, ana)).rejects.toThrow('40345');
    const [code = ''] = ana.recoveryCodes;
    const recovery = await openBrowser(service).send('signInWithRecoveryCode', {
      body: { name: 'ana', code },
    });
    expect(recovery.status).toBe(403);
    const again = await enrolWithPasskey(service, codeOf(reset), 'whatever is typed');
    expect(again.userId).toBe(ana.userId);
    expect(again.browser.session).toMatchObject({ name: 'ana', memberships: [{ role: 'admin' }] });
  });
});

describe('keys rotate-master', () => {
  test('leaves passwords and one-time passwords as they were (P23)', async () => {
    const rui = await enrolWithPassword(service, codeOf(await inviteMember('viewer')), 'rui', () =>
      clock.now(),
    );
    await ask('keys', 'rotate-master');
    clock.advanceSeconds(STEP_SECONDS);
    const other = await startTestService({ clock, sharedWith: service });
    const code = rui.totp.generate({ timestamp: clock.now().getTime() });
    const body = { name: 'rui', password: rui.password, code };
    expect((await openBrowser(other).send('signInWithPassword', { body })).status).toBe(200);
    await other.close();
  });
});
