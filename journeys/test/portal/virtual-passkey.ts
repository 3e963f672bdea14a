import type { SoftwarePasskey } from '@titular/test-kit/portal/software-passkey.ts';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** Counts higher than a passkey has counted in memory, so that no use of it looks like that of a copy. */
const LATER_COUNT = 1_000;

/** Gives a page an authenticator within the machine, which verifies its user and answers by itself (WebDriver, virtual authenticators). */
export async function addAuthenticator(desk: {
  context: BrowserContext;
  page: Page;
}): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await desk.context.newCDPSession(desk.page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

/** Puts somebody's passkey into the authenticator of a page. */
export async function addPasskey(
  desk: { context: BrowserContext; page: Page },
  passkey: SoftwarePasskey,
): Promise<void> {
  const { session, authenticatorId } = await addAuthenticator(desk);
  const { credentialId, privateKey, userHandle, origin } = passkey;
  await session.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: credentialId.toString('base64'),
      isResidentCredential: true,
      rpId: new URL(origin).hostname,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(userHandle() ?? '', 'base64url').toString('base64'),
      signCount: LATER_COUNT,
    },
  });
}
