import { statusFault } from '@titular/test-kit/services/faulty-server.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import {
  addMember,
  linkPerson,
  openBrowser,
  type ProviderFixture,
  signInWithProvider,
  startProviderFixture,
  visitToSignIn,
} from './provider-fixture.ts';

const VISIT_SECONDS = 600;
const HOUR_SECONDS = 3_600;

let here: ProviderFixture;
let maria: Awaited<ReturnType<typeof addMember>>;
beforeAll(async () => {
  here = await startProviderFixture();
  maria = await addMember(here.service, here.tenant.tenantId, { role: 'admin' });
  await linkPerson(here.provider, maria);
});
beforeEach(() => {
  here.provider.faults = {};
});
afterAll(() => here?.close());

const countAsked = (endpoint: string): number =>
  here.provider.asked.filter(({ path }) => path.endsWith(endpoint)).length;

describe('a visit', () => {
  test('is good once, of twenty at once too (P41)', async () => {
    const browser = openBrowser(here.service);
    const body = { query: await visitToSignIn(here.provider, browser) };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => browser.send('signInWithProvider', { body })),
    );
    const outcomes = replies.map(outcomeOf);
    expect(outcomes.filter((one) => one === '200')).toHaveLength(1);
    expect(outcomes.filter((one) => one === '40370')).toHaveLength(19);
  });

  test('is good in the browser that began it alone, and what another brings there opens nothing (P41)', async () => {
    const [attacker, victim] = [openBrowser(here.service), openBrowser(here.service)];
    const query = await visitToSignIn(here.provider, attacker);
    await visitToSignIn(here.provider, victim);
    expect(outcomeOf(await victim.send('signInWithProvider', { body: { query } }))).toBe('40370');
    expect(outcomeOf(await openBrowser(here.service).send('signInWithProvider', { body: { query } }))).toBe(
      '40370',
    );
    expect(outcomeOf(await attacker.send('signInWithProvider', { body: { query } }))).toBe('200');
  });

  test('is good for ten minutes (P41)', async () => {
    for (const [seconds, outcome] of [
      [VISIT_SECONDS - 1, '200'],
      [VISIT_SECONDS, '40370'],
    ] as const) {
      const browser = openBrowser(here.service);
      const query = await visitToSignIn(here.provider, browser);
      here.clock.advanceSeconds(seconds);
      expect(outcomeOf(await browser.send('signInWithProvider', { body: { query } }))).toBe(outcome);
    }
  });

  test('is good for its purpose alone (P41)', async () => {
    const browser = await signInWithProvider(here);
    const { url } = await browser.call('startProviderAuthentication', {});
    const body = { query: here.provider.visit(url) };
    for (const name of ['signInWithProvider', 'acceptInvitationByProvider', 'linkProvider'] as const)
      expect(outcomeOf(await browser.send(name, { body }))).toBe('40370');
    expect(outcomeOf(await browser.send('authenticateWithProvider', { body }))).toBe('200');
  });

  test('is held by a cookie that no script reads and no other site sends (P27)', async () => {
    const browser = openBrowser(here.service);
    const reply = await browser.send('startProviderSignIn', { body: { path: '/' } });
    const [line = ''] = reply.headers['set-cookie'] ?? [];
    expect(line.replace(/=tpv_[A-Za-z0-9_-]{43};/, '=SECRET;')).toBe(
      'titular-portal-visit=SECRET; Path=/; HttpOnly; SameSite=Strict; Max-Age=600',
    );
  });

  test('asks for a code with PKCE, state and nonce, and for nothing of the person', async () => {
    const { url } = await openBrowser(here.service).call('startProviderSignIn', { body: { path: '/' } });
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: 'code', scope: 'openid', code_challenge_method: 'S256' },
      redirect_uri: `${here.service.config.portalUrl}/login/return`,
    });
    expect(asked.get('nonce')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('state')).toMatch(/^sign-in\.[\w-]{43}$/);
  });

  test('leaves no row that shows what was begun, and none after its time', async () => {
    const browser = openBrowser(here.service);
    await browser.call('startProviderSignIn', { body: { path: '/t/x#order-4711' } });
    const { db } = here.service.service.database;
    const rows = await db.selectFrom('provider_visits').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ sealed_visit: sealed }) => sealed.toString('latin1').includes('4711'))).toBe(false);
    const { deleteOldVisits } = await import('@titular/server/users/provider/visit-store.ts');
    here.clock.advanceSeconds(VISIT_SECONDS + 1);
    expect(await deleteOldVisits(db, here.clock.now(), 1_000)).toBe(rows.length);
  });
});

describe('refused sign-ins', () => {
  test('add one entry in ten minutes for each reason, however many they are (P42)', async () => {
    const { db } = here.service.service.database;
    const count = async (): Promise<number> =>
      (await db.selectFrom('audit_log').select('entry_id').where('subject', '=', 'provider/nonce').execute())
        .length;
    const before = await count();
    here.provider.faults = { claims: { nonce: 'another' } };
    for (let time = 0; time < 12; time += 1) await signInWithProvider(here).catch(() => undefined);
    expect((await count()) - before).toBe(1);
  });

  test('at once add one entry too, however long its commit takes (P42)', async () => {
    here.clock.advanceSeconds(VISIT_SECONDS + 1);
    const { db } = here.service.service.database;
    const entries = db
      .selectFrom('audit_log')
      .select('entry_id')
      .where('subject', '=', 'provider/unknown-visit');
    const before = (await entries.execute()).length;
    const body = { query: 'state=sign-in.x' };
    const send = async () => outcomeOf(await openBrowser(here.service).send('signInWithProvider', { body }));
    const untilBlocked = (count: number) =>
      expect
        .poll(async () => {
          const { rows } = await sql`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
          return rows.length;
        })
        .toBe(count);
    const { both } = await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE audit_log IN EXCLUSIVE MODE`.execute(trx);
      const first = send();
      await untilBlocked(1);
      const second = send();
      await Promise.race([second, untilBlocked(2)]);
      return { both: Promise.all([first, second]) };
    });
    expect(await both).toEqual(['40370', '40370']);
    expect((await entries.execute()).length - before).toBe(1);
  });
});

describe('keys of the provider', () => {
  test.each(['PS256', 'ES256', 'EdDSA', 'RS256'] as const)(
    'may change to %s, and are read again for a key that is not known',
    async (algorithm) => {
      here.clock.advanceSeconds(61);
      here.provider.rotateKey(algorithm);
      const before = countAsked('/jwks');
      expect((await signInWithProvider(here)).session?.userId).toBe(maria.userId);
      expect(countAsked('/jwks') - before).toBe(1);
    },
  );

  test('are read at most once a minute, whatever keys tokens name', async () => {
    here.clock.advanceSeconds(61);
    await signInWithProvider(here);
    here.clock.advanceSeconds(61);
    const before = countAsked('/jwks');
    here.provider.faults = { strangeKey: 'own-id' };
    for (let time = 0; time < 5; time += 1) await signInWithProvider(here).catch(() => undefined);
    expect(countAsked('/jwks') - before).toBe(1);
  });
});

describe('metadata', () => {
  test('is read once an hour', async () => {
    here.clock.advanceSeconds(HOUR_SECONDS);
    const before = countAsked('/openid-configuration');
    for (let time = 0; time < 3; time += 1) await signInWithProvider(here);
    expect(countAsked('/openid-configuration') - before).toBe(1);
  });

  test.each([
    ['of another issuer', { issuer: 'https://other.example' }],
    ['that would send people to a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['without an address to sign in', { authorization_endpoint: undefined }],
  ])('%s begins no visit (P41)', async (_what, metadata) => {
    here.clock.advanceSeconds(HOUR_SECONDS);
    here.provider.faults = { metadata };
    const reply = await openBrowser(here.service).send('startProviderSignIn', { body: { path: '/' } });
    expect(outcomeOf(reply)).toMatch(/^40(066|370)$/);
  });
});

describe('a provider that is away', () => {
  test('is said so at once after five failures, other ways stay, and it is asked again later', async () => {
    here.clock.advanceSeconds(HOUR_SECONDS);
    here.provider.faults = { answers: { 'openid-configuration': statusFault(503) } };
    const begin = async (): Promise<string> =>
      outcomeOf(await openBrowser(here.service).send('startProviderSignIn', { body: { path: '/' } }));
    const before = here.provider.asked.length;
    for (let time = 0; time < 9; time += 1) expect(await begin()).toBe('40066');
    expect(here.provider.asked.length - before).toBe(5);
    await here.provider.stopAnswering();
    const { options } = await openBrowser(here.service).call('startPasskeySignIn', {});
    expect(options).toBeDefined();
    here.clock.advanceSeconds(31);
    expect(await begin()).toBe('40066');
    await here.provider.comeBack();
    here.provider.faults = {};
    here.clock.advanceSeconds(31);
    expect(await begin()).toBe('200');
  });

  test('is waited for five seconds, and no longer', async () => {
    here.clock.advanceSeconds(HOUR_SECONDS);
    here.provider.faults = { answers: { 'openid-configuration': { kind: 'silent' } } };
    const reply = await openBrowser(here.service).send('startProviderSignIn', { body: { path: '/' } });
    expect(outcomeOf(reply)).toBe('40066');
  });
});
