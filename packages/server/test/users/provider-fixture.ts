import { createLog, type Log } from '@titular/server/kernel/base/log.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  enrolWithPasskey,
  inviteTestMember,
  openBrowser,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import { type FakeProvider, startFakeProvider } from '@titular/test-kit/services/fake-identity-provider.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';

export { addMember, enrolWithPasskey, inviteTestMember, openBrowser };

/** A service with an identity provider, and what both go by. */
export type ProviderFixture = {
  clock: ReturnType<typeof createManualClock>;
  provider: FakeProvider;
  service: TestService;
  tenant: TestTenant;
  close(): Promise<void>;
};

/** Starts a provider, and a service that uses it. */
export async function startProviderFixture(
  env: Record<string, string> = {},
  log: Log = createLog('silent'),
): Promise<ProviderFixture> {
  const clock = createManualClock();
  const provider = await startFakeProvider({ now: () => clock.now() });
  const service = await startTestService({ clock, log, env: { ...provider.env, ...env } });
  const tenant = await addTenant(service);
  const close = async (): Promise<void> => {
    await service.close();
    await provider.close();
  };
  return { clock, provider, service, tenant, close };
}

/** Links the account of who is signed in to whoever sits at the provider. */
export async function linkPerson(provider: FakeProvider, { browser }: PasskeyPerson): Promise<void> {
  const { url } = await browser.call('startLinkingProvider', {});
  await browser.call('linkProvider', { body: { query: provider.visit(url) } });
}

/** Begins to sign in with the provider; the query with which the browser comes back. */
export async function visitToSignIn(
  provider: FakeProvider,
  browser: PortalBrowser,
  path = '/',
): Promise<string> {
  const { url } = await browser.call('startProviderSignIn', { body: { path } });
  return provider.visit(url);
}

/** Signs in with the provider in a browser of its own. */
export async function signInWithProvider({ provider, service }: ProviderFixture): Promise<PortalBrowser> {
  const browser = openBrowser(service);
  const query = await visitToSignIn(provider, browser);
  await browser.call('signInWithProvider', { body: { query } });
  return browser;
}
