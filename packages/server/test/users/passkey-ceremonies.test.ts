import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  authenticateAgain,
  inviteTestMember,
  openBrowser,
  type PasskeyPerson,
  portalUrlOf,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import { createSoftwarePasskey, type PasskeyTweaks } from '@titular/test-kit/portal/software-passkey.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';

const CEREMONY_SECONDS = 300;
const EVIL = 'https://evil.example';

let service: TestService;
let tenant: TestTenant;
let maria: PasskeyPerson;
const clock = createManualClock();
beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  maria = await addMember(service, tenant.tenantId, { role: 'support' });
});
afterAll(() => service?.close());

type Json = Record<string, unknown>;
const inResponse =
  (change: Json) =>
  (whole: Json): Json => ({ ...whole, response: { ...(whole['response'] as Json), ...change } });
const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** Parts that are wrong in new passkeys and in uses alike. */
const WRONG_IN_BOTH: Readonly<Record<string, PasskeyTweaks>> = {
  'of the other type': { type: 'webauthn.other' },
  'with another challenge': { challenge: randomBytes(32).toString('base64url') },
  'with an empty challenge': { challenge: '' },
  'made on another origin': { origin: EVIL },
  'made on another port': { origin: 'http://localhost:1' },
  'made over https where the portal has http': { origin: 'https://localhost' },
  'made in a frame of another origin': { crossOrigin: true },
  'made under another page': { topOrigin: EVIL },
  'for another relying party': { rpId: 'evil.example' },
  'for a host below': { rpId: 'portal.localhost' },
  'without its user being present': { isUserPresent: false },
  'without its user being verified': { isUserVerified: false },
  'without client data': { finish: inResponse({ clientDataJSON: '' }) },
  'with client data that is no JSON': { finish: inResponse({ clientDataJSON: 'bm8' }) },
  'of another kind of credential': { finish: (whole) => ({ ...whole, type: 'password' }) },
  'with two ids that differ': { finish: (whole) => ({ ...whole, rawId: 'AAAA' }) },
  'without anything': { finish: () => ({}) },
};

const WRONG_USES: Readonly<Record<string, PasskeyTweaks>> = {
  ...WRONG_IN_BOTH,
  'signed by another key': { signingKey: other.privateKey },
  'signed over other bytes': { signedBytes: Buffer.from('other') },
  'without a signature': { finish: inResponse({ signature: '' }) },
  'without authenticator data': { finish: inResponse({ authenticatorData: '' }) },
  'of a passkey that nobody has': { credentialId: randomBytes(32) },
  'with the handle of somebody else': { userHandle: Buffer.from('somebody').toString('base64url') },
  'with a counter that stands still, as a copy has it': { signCount: 1 },
  'with a counter that is back at zero': { signCount: 0 },
  'that is the answer of a registration': { type: 'webauthn.create' },
};

const WRONG_NEW: Readonly<Record<string, PasskeyTweaks>> = {
  ...WRONG_IN_BOTH,
  'with an attestation that was not asked for': { attestationFormat: 'packed' },
  'with an algorithm that was not offered': { algorithm: -36 },
  'without an attestation object': { finish: inResponse({ attestationObject: '' }) },
  'that is the answer of a use': { type: 'webauthn.get' },
};

describe('a use of a passkey', () => {
  test.each(Object.entries(WRONG_USES))('%s opens no session (P22)', async (_way, tweaks) => {
    await signInWithPasskey(service, maria);
    const browser = openBrowser(service);
    const { options } = await browser.call('startPasskeySignIn', {});
    const reply = await browser.send('signInWithPasskey', {
      body: { passkey: maria.passkey.get(options, tweaks) },
    });
    expect(outcomeOf(reply)).toBe('40345');
    expect(browser.cookies.has('titular-portal')).toBe(false);
  });

  test('asks for user verification and tells nothing of who has an account (P22, P26)', async () => {
    const { options } = await openBrowser(service).call('startPasskeySignIn', {});
    expect(options).toMatchObject({ userVerification: 'required', rpId: 'localhost', allowCredentials: [] });
    expect(Buffer.from(String(options['challenge']), 'base64url')).toHaveLength(32);
  });

  test('is good once, in the browser that asked for it, for five minutes (P22)', async () => {
    const first = openBrowser(service);
    const { options } = await first.call('startPasskeySignIn', {});
    const passkey = maria.passkey.get(options);
    const elsewhere = openBrowser(service);
    await elsewhere.call('startPasskeySignIn', {});
    expect(outcomeOf(await openBrowser(service).send('signInWithPasskey', { body: { passkey } }))).toBe(
      '40077',
    );
    expect(outcomeOf(await elsewhere.send('signInWithPasskey', { body: { passkey } }))).toBe('40345');
    expect(outcomeOf(await first.send('signInWithPasskey', { body: { passkey } }))).toBe('200');
    expect(outcomeOf(await first.send('signInWithPasskey', { body: { passkey } }))).toBe('40077');
    const late = openBrowser(service);
    const again = await late.call('startPasskeySignIn', {});
    clock.advanceSeconds(CEREMONY_SECONDS);
    const tooLate = { passkey: maria.passkey.get(again.options) };
    expect(outcomeOf(await late.send('signInWithPasskey', { body: tooLate }))).toBe('40077');
  });

  test('of somebody else proves nothing in a session (P22)', async () => {
    const joao = await addMember(service, tenant.tenantId, { role: 'viewer' });
    const { options } = await joao.browser.call('startAuthentication', {});
    const passkey = maria.passkey.get(options);
    expect(outcomeOf(await joao.browser.send('authenticateAgain', { body: { passkey } }))).toBe('40345');
  });

  test('whose authenticator keeps no counter is good again and again (P22)', async () => {
    const code = await inviteTestMember(service, tenant.tenantId, { role: 'viewer' });
    const browser = openBrowser(service);
    const passkey = createSoftwarePasskey(portalUrlOf(service), 'keeps-zero');
    const name = 'ana of the phone';
    const { options } = await browser.call('startPasskeyEnrolment', { body: { code, name } });
    const authenticator = { passkey: passkey.create(options), label: 'phone' };
    await browser.call('acceptInvitation', { body: { code, name, authenticator } });
    await signInWithPasskey(service, { passkey });
    await signInWithPasskey(service, { passkey });
  });
});

describe('a new passkey', () => {
  // The session of before gave way to those of many uses.
  beforeAll(async () => {
    maria = await addMember(service, tenant.tenantId, { role: 'support' });
  });

  test.each(Object.entries(WRONG_NEW))('%s is not kept (P22)', async (_way, tweaks) => {
    await authenticateAgain(maria);
    const before = await maria.browser.call('readOwnAccount');
    const { options } = await maria.browser.call('startAddingPasskey', {});
    const passkey = createSoftwarePasskey(portalUrlOf(service)).create(options, tweaks);
    const reply = await maria.browser.send('addAuthenticator', { body: { passkey, label: 'key' } });
    expect(outcomeOf(reply)).toBe('40077');
    const after = await maria.browser.call('readOwnAccount');
    expect(after.authenticators).toHaveLength(before.authenticators.length);
  });

  test('is discoverable, verified by its user and named without attestation (P22)', async () => {
    await authenticateAgain(maria);
    const { options } = await maria.browser.call('startAddingPasskey', {});
    expect(options).toMatchObject({
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: maria.passkey.credentialId.toString('base64url') }],
    });
  });

  test('that another account has already is not kept a second time (P22)', async () => {
    await authenticateAgain(maria);
    const joao = await addMember(service, tenant.tenantId, { role: 'viewer' });
    const { options } = await maria.browser.call('startAddingPasskey', {});
    const credentialId = joao.passkey.credentialId;
    const passkey = createSoftwarePasskey(portalUrlOf(service)).create(options, { credentialId });
    const reply = await maria.browser.send('addAuthenticator', { body: { passkey, label: 'theirs' } });
    expect(outcomeOf(reply)).toBe('40077');
  });

  test('can be removed, but never the last authenticator (P22)', async () => {
    await authenticateAgain(maria);
    const { options } = await maria.browser.call('startAddingPasskey', {});
    const second = createSoftwarePasskey(portalUrlOf(service)).create(options);
    const added = await maria.browser.call('addAuthenticator', {
      body: { passkey: second, label: 'second' },
    });
    const [first, latest] = added.authenticators;
    const remove = (id = '') =>
      maria.browser.send('removeAuthenticator', { params: { authenticator_id: id }, body: {} });
    expect(outcomeOf(await remove(latest?.id))).toBe('200');
    expect(outcomeOf(await remove(first?.id))).toBe('40074');
    await signInWithPasskey(service, maria);
  });
});
