import { randomUUID } from 'node:crypto';
import type { PortalAnswer, TenantRole } from '@titular/contract';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { inviteMember, inviteOperator } from '@titular/server/users/index.ts';
import { Secret, TOTP } from 'otpauth';
import { operatorOf, type TestService } from '../start-test-service.ts';
import { openPortalBrowser, type PortalBrowser } from './portal-browser.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from './software-passkey.ts';

/** Somebody who has enrolled, and sits signed in at a browser. */
export type PortalPerson = {
  userId: string;
  name: string;
  browser: PortalBrowser;
  recoveryCodes: string[];
};

/** Somebody who signs in with a passkey. */
export type PasskeyPerson = PortalPerson & { passkey: SoftwarePasskey };

/** Somebody who signs in with a password and a one-time password. */
export type PasswordPerson = PortalPerson & { password: string; totp: TOTP };

/** The portal's origin of a service, which tests have on. */
export function portalUrlOf({ config }: Pick<TestService, 'config'>): string {
  if (config.portalUrl === undefined) throw new Error('the portal is off');
  return config.portalUrl;
}

/** A browser on the portal of a service. */
export const openBrowser = (target: Pick<TestService, 'config' | 'url'>, userAgent?: string): PortalBrowser =>
  openPortalBrowser({
    portalUrl: portalUrlOf(target),
    connectTo: target.url,
    ...(userAgent === undefined ? {} : { userAgent }),
  });

/** A name that nobody else has. */
const nextName = (role: string): string => `${role} ${randomUUID().slice(0, 8)}`;

const toPerson = (
  name: string,
  browser: PortalBrowser,
  { session, recoveryCodes }: PortalAnswer<'acceptInvitation'>,
): PortalPerson => ({ userId: session.userId, name, browser, recoveryCodes });

/** Takes an invitation with a new passkey. */
export async function enrolWithPasskey(
  target: Pick<TestService, 'config' | 'url'>,
  code: string,
  name: string,
): Promise<PasskeyPerson> {
  const browser = openBrowser(target);
  const passkey = createSoftwarePasskey(portalUrlOf(target));
  const { options } = await browser.call('startPasskeyEnrolment', { body: { code, name } });
  const authenticator = { passkey: passkey.create(options), label: 'laptop' };
  const enrolled = await browser.call('acceptInvitation', { body: { code, name, authenticator } });
  return { ...toPerson(name, browser, enrolled), passkey };
}

/** A password that nobody guesses. */
export const STRONG_PASSWORD = 'violet kettle argues with 14 otters';

/** The generator of somebody's one-time passwords. */
export const openTotp = (secret: string): TOTP =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });

/** Takes an invitation with a password; `now` is the time of the service. */
export async function enrolWithPassword(
  target: TestService,
  code: string,
  name: string,
  now: () => Date,
): Promise<PasswordPerson> {
  const browser = openBrowser(target);
  const { secret } = await browser.call('startTotpEnrolment', { body: { code, name } });
  const totp = openTotp(secret);
  const authenticator = {
    password: STRONG_PASSWORD,
    code: totp.generate({ timestamp: now().getTime() }),
  };
  const enrolled = await browser.call('acceptInvitation', { body: { code, name, authenticator } });
  return { ...toPerson(name, browser, enrolled), password: STRONG_PASSWORD, totp };
}

/** What a member is to be. */
export type TestMember = { role: TenantRole; companies?: 'all' | CompanyId[] };

/** Invites a member of a tenant; the code of the link. */
export async function inviteTestMember(
  target: TestService,
  tenantId: TenantId,
  { role, companies = 'all' }: TestMember,
): Promise<string> {
  const operator = { ...operatorOf(target), clock: target.clock };
  return (await inviteMember(operator, { tenantId, role, companies })).code;
}

/** A member of a tenant who has enrolled with a passkey and is signed in. */
export async function addMember(
  target: TestService,
  tenantId: TenantId,
  member: TestMember,
): Promise<PasskeyPerson> {
  const code = await inviteTestMember(target, tenantId, member);
  return enrolWithPasskey(target, code, nextName(member.role));
}

/** An operator of the deployment who has enrolled with a passkey and is signed in. */
export async function addOperator(target: TestService, name = nextName('operator')): Promise<PasskeyPerson> {
  const operator = { ...operatorOf(target), clock: target.clock };
  return enrolWithPasskey(target, (await inviteOperator(operator, name)).code, name);
}

/** Signs in with a passkey, in a browser of its own unless one is given. */
export async function signInWithPasskey(
  target: TestService,
  { passkey }: Pick<PasskeyPerson, 'passkey'>,
  browser = openBrowser(target),
): Promise<PortalBrowser> {
  const { options } = await browser.call('startPasskeySignIn', {});
  await browser.call('signInWithPasskey', { body: { passkey: passkey.get(options) } });
  return browser;
}

/** Authenticates again in a session, which gets a new secret. */
export async function authenticateAgain({
  browser,
  passkey,
}: Pick<PasskeyPerson, 'passkey' | 'browser'>): Promise<void> {
  const { options } = await browser.call('startAuthentication', {});
  await browser.call('authenticateAgain', { body: { passkey: passkey.get(options) } });
}
