import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

test.each([
  ['approve', 'approved', true, false],
  ['identity-changed', 'approved', true, true],
  ['cancel', 'canceled', false, undefined],
] as const)(
  'the event of an end by %s says whether the person is another, as the status does (A-07)',
  async (event, status, isKnown, changed) => {
    const id = String((await merchant.create()).body['id']);
    await merchant.call('stepTransaction', { id, body: { event } });
    const read = (await merchant.read(id)).body;
    const { body } = await merchant.call('listEvents', {
      query: { transaction: id, type: 'transaction.finished' },
    });
    const [told] = body['events'] as Record<string, unknown>[];
    expect(told).toMatchObject({ transactionId: id, status });
    expect([isKnown, told?.['hasIdentityChanged']]).toEqual([
      'hasIdentityChanged' in (told ?? {}),
      read['hasIdentityChanged'],
    ]);
    expect(told?.['hasIdentityChanged']).toBe(changed);
  },
);
