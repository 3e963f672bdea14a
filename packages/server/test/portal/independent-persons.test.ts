import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { findUser, resetUser } from '@titular/server/users/index.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import {
  addMember,
  authenticateAgain,
  enrolWithPasskey,
  openBrowser,
  type PasskeyPerson,
  portalUrlOf,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import { createSoftwarePasskey } from '@titular/test-kit/portal/software-passkey.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { outcomeOf } from './portal-calls.ts';
import { proposalsOf } from './proposals.ts';

const DAY_SECONDS = 86_400;

let service: TestService;
let merchant: Merchant;
let first: PasskeyPerson;
let second: PasskeyPerson;
let third: PasskeyPerson;
const clock = createManualClock();

const db = () => service.service.database.db;
const params = () => ({ tenant_id: merchant.tenant.tenantId });
const add = (): Promise<PasskeyPerson> => addMember(service, merchant.tenant.tenantId, { role: 'admin' });

beforeAll(async () => {
  service = await startTestService({ clock });
}, 360_000);
afterAll(() => service?.close());
// Each test has a tenant whose admins an operator invited.
beforeEach(async () => {
  merchant = await newMerchant(service);
  await changeSettings(
    { ...operatorOf(service), clock },
    { kind: 'tenant', tenantId: merchant.tenant.tenantId },
    parseSettings('tenant', new Map([['two-person', 'on']])),
  );
  [first, second, third] = [await add(), await add(), await add()];
  clock.advanceSeconds(1);
  await signInAnew(first, second, third);
});

const { bodyOf, propose, approve } = proposalsOf(() => merchant.tenant.tenantId);
const signInAnew = async (...people: PasskeyPerson[]): Promise<void> => {
  for (const person of people) person.browser = await signInWithPasskey(service, person);
};
const inviteBy = async (giver: PasskeyPerson): Promise<PasskeyPerson> => {
  const body = { role: 'admin', companies: 'all' } as const;
  const { link } = await giver.browser.call('inviteMember', { params: params(), body });
  return enrolWithPasskey(
    service,
    new URL(link).hash.slice(1),
    `guest of ${giver.userId.slice(-6)} ${newCpf()}`,
  );
};
const resetBy = async (giver: PasskeyPerson, taken: PasskeyPerson): Promise<PasskeyPerson> => {
  await authenticateAgain(giver);
  const input = { params: { ...params(), user_id: taken.userId }, body: {} };
  const { link } = await giver.browser.call('resetMember', input);
  return enrolWithPasskey(service, new URL(link).hash.slice(1), taken.name);
};
const addWay = async ({ browser }: PasskeyPerson): Promise<void> => {
  const { options } = await browser.call('startAddingPasskey', {});
  const passkey = createSoftwarePasskey(portalUrlOf(service)).create(options);
  await browser.call('addAuthenticator', { body: { passkey, label: 'phone' } });
};
const letADayPass = async (...people: PasskeyPerson[]): Promise<void> => {
  clock.advanceSeconds(DAY_SECONDS + 1);
  await signInAnew(first, second, ...people);
};
/** Whether an erasure that one proposes is approved by another, either way; withdraws what is not. */
const pairs = async (one: PasskeyPerson, other: PasskeyPerson): Promise<string[]> => {
  const outcomes: string[] = [];
  for (const [proposing, approver] of [
    [one, other],
    [other, one],
  ] as const) {
    const proposal = await propose(proposing);
    outcomes.push(await approve(approver.browser, proposal));
  }
  return outcomes;
};

describe('an erasure that takes two persons', () => {
  test('is approved at once by an account whose link an operator gave before it, and by none that came after it (P36)', async () => {
    const before = await propose(first);
    clock.advanceSeconds(1);
    const made = await add();
    expect(await approve(made.browser, before)).toBe('40348');
    clock.advanceSeconds(1);
    expect(await approve(made.browser, await propose(first))).toBe('200');
  });

  test('is proposed and approved by whom an admin invited or reset a day later, and not with that admin (P36)', async () => {
    const guest = await inviteBy(second);
    expect(
      outcomeOf(await guest.browser.send('proposeErasure', { params: params(), body: bodyOf(newCpf()) })),
    ).toBe('40348');
    expect(await approve(guest.browser, await propose(first))).toBe('40348');
    third = await resetBy(first, third);
    expect(await approve(third.browser, await propose(second))).toBe('40348');
    await letADayPass(guest, third);
    expect(await pairs(first, guest)).toEqual(['200', '200']);
    expect(await pairs(second, guest)).toEqual(['40348', '40348']);
    expect(await pairs(second, third)).toEqual(['200', '200']);
    expect(await pairs(first, third)).toEqual(['40348', '40348']);
    // Whoever is reset on the host is nobody's but their own.
    const user = await findUser(db(), third.userId);
    if (!user) throw new Error('the third is gone');
    const { code } = await resetUser({ ...operatorOf(service), clock }, user);
    third = await enrolWithPasskey(service, code, third.name);
    clock.advanceSeconds(1);
    await signInAnew(first);
    expect(await pairs(first, third)).toEqual(['200', '200']);
  });

  test('is not approved by a recovery code and a new passkey, whatever the account had before, but a day later (P36)', async () => {
    third.browser = openBrowser(service);
    const code = third.recoveryCodes[0] ?? '';
    await third.browser.call('signInWithRecoveryCode', { body: { name: third.name, code } });
    await addWay(third);
    expect(await approve(third.browser, await propose(first))).toBe('40348');
    expect(
      outcomeOf(await third.browser.send('proposeErasure', { params: params(), body: bodyOf(newCpf()) })),
    ).toBe('40348');
    await letADayPass(third);
    expect(await pairs(first, third)).toEqual(['200', '200']);
  });

  test('is not approved by whoever adds a passkey at an unlocked desk once it was proposed (P36)', async () => {
    const proposal = await propose(first);
    await addWay(second);
    expect(await approve(second.browser, proposal)).toBe('40348');
    expect(await approve(third.browser, proposal)).toBe('200');
  });

  test('is not done by one admin who has the links of both: not of two guests, a guest of a guest, or one that a guest reset (P36)', async () => {
    const [one, other] = [await inviteBy(first), await inviteBy(first)];
    const ofGuest = await inviteBy(one);
    third = await resetBy(other, third);
    await letADayPass(one, other, ofGuest, third);
    expect(await pairs(one, other)).toEqual(['40348', '40348']);
    expect(await pairs(first, ofGuest)).toEqual(['40348', '40348']);
    expect(await pairs(other, ofGuest)).toEqual(['40348', '40348']);
    expect(await pairs(first, third)).toEqual(['40348', '40348']);
    expect(await pairs(second, third)).toEqual(['200', '200']);
    expect(await pairs(second, ofGuest)).toEqual(['200', '200']);
  });
});
