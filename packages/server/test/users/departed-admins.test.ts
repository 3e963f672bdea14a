import { inviteFirstAdmin, switchUser } from '@titular/server/users/index.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  enrolWithPasskey,
  openBrowser,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';

let service: TestService;
let merchant: Merchant;
let tenant: TestTenant;
let admin: PasskeyPerson;
let mallory: PasskeyPerson;
const clock = createManualClock();
beforeAll(async () => {
  service = await startTestService({ clock });
});
beforeEach(async () => {
  merchant = await newMerchant(service);
  tenant = merchant.tenant;
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  mallory = await addMember(service, tenant.tenantId, { role: 'admin' });
});
afterAll(() => service?.close());

const params = () => ({ tenant_id: tenant.tenantId });
const codeOf = (link: string): string => link.split('#')[1] ?? '';
const db = () => service.service.database.db;

const inviteBy = (maker: PasskeyPerson, companies: 'all' | string[] = 'all') =>
  maker.browser.call('inviteMember', {
    params: params(),
    body: { role: 'admin', companies, name: 'New auditor' },
  });
const change = (body: { role: 'admin' | 'support'; companies: 'all' | string[]; isActive: boolean }) =>
  admin.browser.call('changeMember', { params: { ...params(), user_id: mallory.userId }, body });
const read = async (link: string): Promise<string> =>
  outcomeOf(await openBrowser(service).send('readInvitation', { body: { code: codeOf(link) } }));
const entriesOf = (id: string) =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'tenant_id', 'before'])
    .where('subject', '=', `invitation/${id}`)
    .where('action', '=', 'user.withdraw')
    .execute();

const ENDS = {
  'an admin who is disabled in the tenant': () =>
    change({ role: 'admin', companies: 'all', isActive: false }),
  'an admin who becomes something else': () => change({ role: 'support', companies: 'all', isActive: true }),
  'an admin of all companies who keeps one': () =>
    change({ role: 'admin', companies: [tenant.companyId], isActive: true }),
  'an account that an operator disables': () => switchUser(operatorOf(service), mallory.userId, false),
} as const;

describe('links that somebody made who may make none any more', () => {
  test.each(Object.entries(ENDS))(
    'end with the rights of %s, each with an entry (P30, R96)',
    async (_who, end) => {
      const member = await addMember(service, tenant.tenantId, { role: 'support' });
      const invited = await inviteBy(mallory);
      const own = await inviteBy(admin);
      const reset = await mallory.browser.call('resetMember', {
        params: { ...params(), user_id: member.userId },
      });
      await end();
      expect(await read(invited.link)).toBe('40346');
      await expect(enrolWithPasskey(service, codeOf(invited.link), 'auditor')).rejects.toThrow('40346');
      expect(await read(reset.link)).toBe('40346');
      expect(await read(own.link)).toBe('200');
      expect(await entriesOf(invited.id)).toMatchObject([{ tenant_id: tenant.tenantId }]);
      expect(await entriesOf(reset.id)).toMatchObject([{ tenant_id: tenant.tenantId }]);
      expect(await entriesOf(own.id)).toEqual([]);
    },
  );

  test('end for receivers as well, also when they were opened (P30)', async () => {
    const { endpointId } = await register(service, merchant, 'https://shop.example/hooks');
    const at = { ...params(), endpoint_id: endpointId };
    const make = ({ browser }: PasskeyPerson) => browser.call('makeReceiverLink', { params: at });
    const [opened, waiting, own] = [await make(mallory), await make(mallory), await make(admin)];
    const receiver = openBrowser(service);
    await receiver.call('openReceiverLink', { body: { code: codeOf(opened.link) } });
    await change({ role: 'support', companies: 'all', isActive: true });
    const { accesses } = await admin.browser.call('listReceiverAccesses', { params: at });
    expect(accesses.map(({ id }) => id)).toEqual([own.id]);
    const late = await openBrowser(service).send('openReceiverLink', {
      body: { code: codeOf(waiting.link) },
    });
    expect(outcomeOf(late)).toBe('40346');
  });

  test('stay where the rights stay, and of the ones with more companies', async () => {
    const limited = await inviteBy(mallory, [tenant.companyId]);
    await change({ role: 'admin', companies: 'all', isActive: true });
    expect(await read(limited.link)).toBe('200');
  });

  test('of an operator end with the account, also to a tenant of which they are no member (P30)', async () => {
    const other = await addTenant(service);
    const made = await inviteFirstAdmin(
      { ...operatorOf(service), actor: `user:${mallory.userId}` },
      other.tenantId,
    );
    if (typeof made === 'string') throw new Error(made);
    await switchUser(operatorOf(service), mallory.userId, false);
    expect(await entriesOf(made.invitationId)).toMatchObject([{ tenant_id: other.tenantId }]);
  });

  test('are told apart by who made them (R95)', async () => {
    const { id } = await inviteBy(mallory);
    const { invitations } = await admin.browser.call('readTeam', { params: params() });
    expect(invitations.find((one) => one.id === id)).toMatchObject({
      madeBy: `user:${mallory.userId}`,
      madeByName: mallory.name,
    });
  });
});
