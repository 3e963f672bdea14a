import { statusFault } from '@titular/test-kit/services/faulty-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import {
  addMember,
  openBrowser,
  type ProviderFixture,
  startProviderFixture,
  visitToSignIn,
} from './provider-fixture.ts';

const FAILURES = 3;

let here: ProviderFixture;
beforeAll(async () => {
  here = await startProviderFixture({ TITULAR_FAILED_AUTHENTICATIONS: String(FAILURES) });
  await addMember(here.service, here.tenant.tenantId, { role: 'viewer' });
});
afterAll(() => here?.close());

async function signIn(): Promise<string> {
  const browser = openBrowser(here.service);
  const query = await visitToSignIn(here.provider, browser);
  return outcomeOf(await browser.send('signInWithProvider', { body: { query } }));
}

test('faults of the provider hold nobody up, and visits that prove nothing hold up visits of their address, and no password (P25)', async () => {
  here.provider.faults = { answers: { token: statusFault(401) } };
  for (let time = 0; time < 2 * FAILURES; time += 1) expect(await signIn()).toBe('40066');
  here.provider.faults = { claims: { nonce: 'another' } };
  const outcomes: string[] = [];
  for (let time = 0; time < 2 * FAILURES; time += 1) outcomes.push(await signIn());
  expect(outcomes[0]).toBe('40370');
  expect(outcomes.at(-1)).toBe('42905');
  const typed = { name: 'nobody', password: 'not the right password', code: '000000' };
  const browser = openBrowser(here.service);
  expect(outcomeOf(await browser.send('signInWithPassword', { body: typed }))).toBe('40345');
});
