import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { listMembers, listPeople, switchUser, twoPersonRules } from '@titular/server/users/index.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import {
  addMember,
  enrolWithPasskey,
  inviteTestMember,
  linkPerson,
  openBrowser,
  type ProviderFixture,
  signInWithProvider,
  startProviderFixture,
  visitToSignIn,
} from './provider-fixture.ts';

const FRESH_SECONDS = 300;

let here: ProviderFixture;
let person = 0;
beforeAll(async () => {
  here = await startProviderFixture();
});
beforeEach(() => {
  person += 1;
  here.provider.person = { sub: `person-${person}` };
  here.provider.faults = {};
});
afterAll(() => here?.close());

const member = () => addMember(here.service, here.tenant.tenantId, { role: 'admin' });

const actionsOf = async (userId: string): Promise<string[]> => {
  const { db } = here.service.service.database;
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', `user/${userId}`)
    .orderBy('entry_id')
    .execute();
  return rows.map(({ action, before, after }) => {
    const { kind, way, authenticator } = { ...(before as object), ...(after as object) } as Record<
      string,
      string
    >;
    return `${action} ${kind ?? way ?? authenticator}`;
  });
};

describe('somebody who linked their account', () => {
  test('signs in with the provider, and the audit log says so of link, sign-in and unlinking', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const browser = await signInWithProvider(here);
    expect(browser.session).toMatchObject({ userId: maria.userId, factors: { provider: 'Staff ID' } });
    const { authenticators, sessions } = await maria.browser.call('readOwnAccount');
    expect(authenticators.map(({ kind, label }) => [kind, label])).toEqual([
      ['passkey', 'laptop'],
      ['provider', 'Staff ID'],
    ]);
    expect(sessions).toHaveLength(2);
    const id = authenticators[1]?.id ?? '';
    await maria.browser.call('removeAuthenticator', { params: { authenticator_id: id } });
    const query = await visitToSignIn(here.provider, openBrowser(here.service));
    expect(query).toContain('code=');
    await expect(signInWithProvider(here)).rejects.toThrow('40371');
    expect(await actionsOf(maria.userId)).toEqual([
      'user.create passkey',
      'user.sign-in invitation',
      'authenticator.create provider',
      'user.sign-in provider',
      'authenticator.delete provider',
    ]);
  });

  test('stays out once they are switched off', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    await switchUser({ ...operatorOf(here.service), clock: here.clock }, maria.userId, false);
    await expect(signInWithProvider(here)).rejects.toThrow('40371');
  });

  test('comes back to the page they wanted, and to no other host', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const { tenantId } = here.tenant;
    const pathAfter = async (path: string): Promise<string> => {
      const browser = openBrowser(here.service);
      const query = await visitToSignIn(here.provider, browser, path);
      return (await browser.call('signInWithProvider', { body: { query } })).path;
    };
    expect(await pathAfter(`/t/${tenantId}/orders#A-17`)).toBe(`/t/${tenantId}/orders#A-17`);
    expect(await pathAfter('/me')).toBe('/me');
    for (const path of [
      '/login/return',
      '/invite#x',
      '/portal/api/state',
      '/.//evil.example',
      '/t/..//evil.example',
    ])
      expect(await pathAfter(path)).toBe('/');
    const browser = openBrowser(here.service);
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a b'])
      expect(outcomeOf(await browser.send('startProviderSignIn', { body: { path } }))).toBe('40002');
  });

  test('has a fresh session only as long after the authentication as the provider says it was (P35)', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const agoSeconds = (seconds: number) => Math.floor(here.clock.now().getTime() / 1_000) - seconds;
    const outcomes: string[] = [];
    for (const authTime of [
      agoSeconds(0),
      agoSeconds(FRESH_SECONDS - 2),
      agoSeconds(FRESH_SECONDS + 2),
      undefined,
    ]) {
      here.provider.faults = { claims: { auth_time: authTime } };
      const browser = await signInWithProvider(here);
      outcomes.push(outcomeOf(await browser.send('makeRecoveryCodes')));
    }
    expect(outcomes).toEqual(['200', '200', '40342', '40342']);
  });
});

describe('authenticating again', () => {
  test('asks the provider for it anew, and gives the session a new secret (P28, P35)', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const browser = await signInWithProvider(here);
    here.clock.advanceSeconds(FRESH_SECONDS + 1);
    expect(outcomeOf(await browser.send('makeRecoveryCodes'))).toBe('40342');
    const before = [...browser.cookies.values()].join();
    const { url } = await browser.call('startProviderAuthentication', {});
    const asked = new URL(url).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    const query = here.provider.visit(url);
    await browser.call('authenticateWithProvider', { body: { query } });
    expect([...browser.cookies.values()].join()).not.toBe(before);
    expect(outcomeOf(await browser.send('makeRecoveryCodes'))).toBe('200');
  });

  test.each([
    ['says no time of authentication', () => undefined],
    ['did not ask the person again', (now: number) => now - 30],
    ['names a time to come', (now: number) => now + 60],
  ])('is refused where the provider %s (P35, P41)', async (_how, timeOf) => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    here.clock.advanceSeconds(FRESH_SECONDS + 1);
    const { url } = await maria.browser.call('startProviderAuthentication', {});
    here.provider.faults = { claims: { auth_time: timeOf(Math.floor(here.clock.now().getTime() / 1_000)) } };
    const body = { query: here.provider.visit(url) };
    expect(outcomeOf(await maria.browser.send('authenticateWithProvider', { body }))).toBe('40370');
    expect(outcomeOf(await maria.browser.send('makeRecoveryCodes'))).toBe('40342');
  });

  test('is refused of another person at the provider, linked or not (P41)', async () => {
    const [maria, joao] = [await member(), await member()];
    await linkPerson(here.provider, maria);
    here.provider.person = { sub: `other-${person}` };
    await linkPerson(here.provider, joao);
    for (const sub of [`other-${person}`, 'a stranger']) {
      here.provider.person = { sub };
      const { url } = await maria.browser.call('startProviderAuthentication', {});
      const body = { query: here.provider.visit(url) };
      expect(outcomeOf(await maria.browser.send('authenticateWithProvider', { body }))).toBe('40370');
    }
  });
});

describe('a link', () => {
  test('is made once for an identity, and once for an account (P41)', async () => {
    const [maria, joao] = [await member(), await member()];
    await linkPerson(here.provider, maria);
    await expect(linkPerson(here.provider, joao)).rejects.toThrow('40067');
    here.provider.person = { sub: `other-${person}` };
    await expect(linkPerson(here.provider, maria)).rejects.toThrow('40067');
  });

  test('asks for a fresh authentication (P35)', async () => {
    const maria = await member();
    here.clock.advanceSeconds(FRESH_SECONDS + 1);
    expect(outcomeOf(await maria.browser.send('startLinkingProvider'))).toBe('40342');
  });

  test('opens, confirms and is made for no account of an operator (P35, P41)', async () => {
    const [maria, joao] = [await member(), await member()];
    await linkPerson(here.provider, maria);
    const { db } = here.service.service.database;
    for (const { userId } of [maria, joao])
      await db.updateTable('users').set({ is_operator: true }).where('user_id', '=', userId).execute();
    await expect(signInWithProvider(here)).rejects.toThrow('40372');
    const { url } = await maria.browser.call('startProviderAuthentication', {});
    const body = { query: here.provider.visit(url) };
    expect(outcomeOf(await maria.browser.send('authenticateWithProvider', { body }))).toBe('40372');
    expect(outcomeOf(await joao.browser.send('startLinkingProvider'))).toBe('40372');
    expect((await joao.browser.call('readOwnAccount')).linkable).toBeUndefined();
  });

  test('to a former provider can be removed beside a link that works, and the last that works cannot', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const { db } = here.service.service.database;
    const former = { issuer: 'https://former.example', subject: `person-${person}` };
    const links = db.selectFrom('user_provider_links').selectAll().where('user_id', '=', maria.userId);
    const [link] = await links.execute();
    if (!link) throw new Error('the link is there');
    const linkId = '00000000-0000-7000-8000-00000000000f';
    await db
      .insertInto('user_provider_links')
      .values({ ...link, ...former, link_id: linkId })
      .execute();
    await db.deleteFrom('user_authenticators').where('user_id', '=', maria.userId).execute();
    const remove = async (id: string): Promise<string> =>
      outcomeOf(await maria.browser.send('removeAuthenticator', { params: { authenticator_id: id } }));
    expect(await remove(link.link_id)).toBe('40074');
    expect(await remove(linkId)).toBe('200');
    expect((await signInWithProvider(here)).session?.userId).toBe(maria.userId);
  });

  test('is not the last way of an operator, and may be the last of a member', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const remove = async (kind: string): Promise<string> => {
      const { authenticators } = await maria.browser.call('readOwnAccount');
      const id = authenticators.find((one) => one.kind === kind)?.id ?? '';
      return outcomeOf(await maria.browser.send('removeAuthenticator', { params: { authenticator_id: id } }));
    };
    const { db } = here.service.service.database;
    const makeOperator = (isOperator: boolean) =>
      db.updateTable('users').set({ is_operator: isOperator }).where('user_id', '=', maria.userId).execute();
    await makeOperator(true);
    expect(await remove('passkey')).toBe('40074');
    await makeOperator(false);
    expect(await remove('passkey')).toBe('200');
    expect(await remove('provider')).toBe('40074');
    expect((await signInWithProvider(here)).session?.userId).toBe(maria.userId);
  });

  test('ends with a reset (P24)', async () => {
    const [admin, maria] = [await member(), await member()];
    await linkPerson(here.provider, maria);
    const params = { tenant_id: here.tenant.tenantId, user_id: maria.userId };
    await admin.browser.call('resetMember', { params });
    await expect(signInWithProvider(here)).rejects.toThrow('40371');
  });
});

describe('a link to a former provider', () => {
  test('counts nowhere as a way to sign in: not in the team, not in the list of people, and for no person of two', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const { db } = here.service.service.database;
    const { tenantId } = here.tenant;
    await db.deleteFrom('user_authenticators').where('user_id', '=', maria.userId).execute();
    const { issuer } = here.provider;
    const now = here.clock.now();
    // A way to sign in counts for a second person 24 hours after it was added.
    const later = addSeconds(now, 86_401);
    const read = async (issuerNow: string | undefined) => {
      const people = await listPeople(db, { now, issuer: issuerNow, tenantId });
      const team = await listMembers(db, tenantId, { now, issuer: issuerNow });
      return [
        people.find(({ userId }) => userId === maria.userId)?.authenticators,
        team.find(({ userId }) => userId === maria.userId)?.authenticators,
        await twoPersonRules(issuerNow).mayPropose(db, tenantId, maria.userId, later),
      ];
    };
    expect(await read(issuer)).toEqual([['provider'], ['provider'], true]);
    expect(await read(undefined)).toEqual([[], [], false]);
    expect(await read('https://another.example')).toEqual([[], [], false]);
  });
});

describe('an invitation', () => {
  const begin = async (code: string, name: string) => {
    const browser = openBrowser(here.service);
    const { url } = await browser.call('startProviderEnrolment', { body: { code, name } });
    return { browser, query: here.provider.visit(url) };
  };

  test('is accepted with the provider alone, and opens the account ever after (P21)', async () => {
    const code = await inviteTestMember(here.service, here.tenant.tenantId, { role: 'support' });
    const { browser, query } = await begin(code, `new ${person}`);
    const enrolled = await browser.call('acceptInvitationByProvider', { body: { query } });
    expect(enrolled).toMatchObject({ recoveryCodes: [], session: { name: `new ${person}` } });
    expect((await signInWithProvider(here)).session?.userId).toBe(enrolled.session.userId);
    expect(await actionsOf(enrolled.session.userId)).toEqual([
      'user.create provider',
      'user.sign-in invitation',
      'user.sign-in provider',
    ]);
  });

  test('stays where it was if the identity has an account, and is taken once (P21, P41)', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const code = await inviteTestMember(here.service, here.tenant.tenantId, { role: 'support' });
    const { browser, query } = await begin(code, `new ${person}`);
    expect(outcomeOf(await browser.send('acceptInvitationByProvider', { body: { query } }))).toBe('40067');
    const joao = await enrolWithPasskey(here.service, code, `joao ${person}`);
    expect(joao.browser.session?.name).toBe(`joao ${person}`);
    here.provider.person = { sub: `other-${person}` };
    const late = await openBrowser(here.service).send('startProviderEnrolment', {
      body: { code, name: 'late' },
    });
    expect(outcomeOf(late)).toBe('40346');
  });

  test('of an operator takes a way that works without the provider', async () => {
    const { inviteOperator } = await import('@titular/server/users/index.ts');
    const operator = { ...operatorOf(here.service), clock: here.clock };
    const { code } = await inviteOperator(operator, `operator ${person}`);
    const body = { code, name: `operator ${person}` };
    expect(outcomeOf(await openBrowser(here.service).send('startProviderEnrolment', { body }))).toBe('40372');
  });
});
