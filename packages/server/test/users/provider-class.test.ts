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

const CLASS = 'https://id.example/two-factors';

let here: ProviderFixture;
let maria: Awaited<ReturnType<typeof addMember>>;
beforeAll(async () => {
  here = await startProviderFixture({ TITULAR_OIDC_ACR: CLASS });
  maria = await addMember(here.service, here.tenant.tenantId, { role: 'admin' });
  here.provider.faults = { claims: { acr: CLASS } };
  await linkPerson(here.provider, maria);
});
beforeEach(() => {
  here.provider.faults = { claims: { acr: CLASS } };
});
afterAll(() => here?.close());

describe('where an authentication context class is set', () => {
  test('each visit asks for it, and a token of that class opens the account (P41)', async () => {
    const browser = await signInWithProvider(here);
    expect(browser.session?.userId).toBe(maria.userId);
    const { url } = await openBrowser(here.service).call('startProviderSignIn', { body: { path: '/' } });
    const { url: again } = await browser.call('startProviderAuthentication', {});
    for (const address of [url, again]) expect(new URL(address).searchParams.get('acr_values')).toBe(CLASS);
  });

  test.each([
    ['no class', undefined],
    ['another class', 'https://id.example/password'],
    ['its class among others', [CLASS]],
  ])('a token of %s opens nothing, and the audit log says so (P41, P42)', async (_what, acr) => {
    here.provider.faults = { claims: { acr } };
    const browser = openBrowser(here.service);
    const body = { query: await visitToSignIn(here.provider, browser) };
    expect(outcomeOf(await browser.send('signInWithProvider', { body }))).toBe('40370');
    const { db } = here.service.service.database;
    const entries = db.selectFrom('audit_log').select('subject').where('action', '=', 'user.refuse-sign-in');
    expect(await entries.execute()).toEqual([{ subject: 'provider/authentication-class' }]);
  });
});
