import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { switchUser } from '@titular/server/users/index.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson, signInWithPasskey } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { outcomeOf } from './portal-calls.ts';

let service: TestService;
let merchant: Merchant;
let first: PasskeyPerson;
let second: PasskeyPerson;
const clock = createManualClock();

const params = () => ({ tenant_id: merchant.tenant.tenantId });
const operator = () => ({ ...operatorOf(service), clock });
const setTwoPerson = (text: 'on' | 'off') =>
  changeSettings(
    operator(),
    { kind: 'tenant', tenantId: merchant.tenant.tenantId },
    parseSettings('tenant', new Map([['two-person', text]])),
  );
const propose = async (): Promise<string> => {
  const body = { identity: { key: 'cpf', value: newCpf() }, reference: 'ticket-4711' };
  return outcomeOf(await first.browser.send('proposeErasure', { params: params(), body }));
};

beforeAll(async () => {
  service = await startTestService({ clock });
}, 360_000);
afterAll(() => service?.close());
beforeEach(async () => {
  merchant = await newMerchant(service);
  first = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
  second = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
  await setTwoPerson('on');
  clock.advanceSeconds(1);
  first.browser = await signInWithPasskey(service, first);
});

describe('an erasure that takes two persons', () => {
  test('is proposed where somebody can approve it, and refused at once where nobody can (P36, R93)', async () => {
    expect(await propose()).toBe('200');
    await switchUser(operator(), second.userId, false);
    expect(await propose()).toBe('40352');
    const { proposals } = await first.browser.call('searchProposals', { params: params(), body: {} });
    expect(proposals).toHaveLength(1);
  });

  test('is not proposed where one person may do it (P36)', async () => {
    await setTwoPerson('off');
    expect(await propose()).toBe('40376');
  });
});
