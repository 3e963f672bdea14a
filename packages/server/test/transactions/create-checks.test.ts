import { newCpf, openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const card = (last: string, name = 'Maria da Silva') => ({ binDigits: '51051051', lastDigits: last, name });
const person = () => ({ key: 'cpf', value: newCpf() });

/** A merchant whose company has the settings. */
async function merchantWith(settings: Record<string, unknown>): Promise<Merchant> {
  const merchant = await newMerchant(service);
  await service.service.database.db
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();
  return merchant;
}

/** A transaction about the card that was approved, for the identity or for one that was stated. */
const approved = async (merchant: Merchant, digits: object, statedHash?: Buffer): Promise<void> => {
  const { body } = await merchant.create({ identity: person(), card: digits });
  await service.service.database.db
    .updateTable('transactions')
    .set({ status: 'approved', stated_identity_hash: statedHash ?? null })
    .where('transaction_id', '=', asId(String(body['id'])))
    .execute();
};

/** Lets the merchant's transactions have been made earlier. */
const age = async (merchant: Merchant, seconds: number): Promise<void> => {
  await sql`UPDATE transactions SET created_at = created_at - make_interval(secs => ${seconds})
    WHERE tenant_id = ${merchant.tenant.tenantId}`.execute(service.service.database.db);
};

const reasonsOf = async (merchant: Merchant, id: unknown): Promise<unknown> => {
  const { body } = await merchant.history(String(id));
  return (body['history'] as { reasons: string[] }[])[0]?.reasons;
};

describe('creating under a module that checks', () => {
  test('ends an identity over its attempts for the day, counts exactly when they come at once, and forgets after 24 hours (R65)', async () => {
    const merchant = await merchantWith({ module: 'pre', identity_attempts_per_day: 3 });
    const identity = person();
    const answers = await Promise.all(
      ['1001', '1002', '1003', '1004', '1005', '1006'].map((last) =>
        merchant.create({ identity, card: card(last), orderNumber: `order-${last}` }),
      ),
    );
    const statuses = answers.map(({ body }) => body['status']).sort();
    expect(statuses).toEqual([...Array(3).fill('fast-inconclusive'), ...Array(3).fill('waiting')]);
    const ended = answers.find(({ body }) => body['status'] === 'fast-inconclusive');
    expect(Object.keys(ended?.body ?? {}).sort()).toEqual(['id', 'status']);
    expect(await reasonsOf(merchant, ended?.body['id'])).toEqual(['identity_attempts_exceeded']);
    await age(merchant, 86_401);
    const later = await merchant.create({ identity, card: card('1007'), orderNumber: 'order-1007' });
    expect(later.body['status']).toBe('waiting');
  });

  test('ends a card over its attempts for the day', async () => {
    const merchant = await merchantWith({ module: 'pre', card_attempts_per_day: 1 });
    expect((await merchant.create({ identity: person(), card: card('2001') })).body['status']).toBe(
      'waiting',
    );
    const second = await merchant.create({ identity: person(), card: card('2001') });
    expect(second.body['status']).toBe('fast-inconclusive');
    expect(await reasonsOf(merchant, second.body['id'])).toEqual(['card_attempts_exceeded']);
  });

  test.each([
    ['pre', 'waiting'],
    ['super-pre', 'fast-inconclusive'],
  ])(
    'a card seen lately with another identity under %s: %s, with the reason in the history',
    async (module, status) => {
      const merchant = await merchantWith({ module });
      await approved(merchant, card('3001'));
      const second = await merchant.create({ identity: person(), card: card('3001') });
      expect(second.body['status']).toBe(status);
      expect(await reasonsOf(merchant, second.body['id'])).toEqual(['card_of_another_identity']);
      await age(merchant, 31 * 86_400);
      const later = await merchant.create({ identity: person(), card: card('3001') });
      expect(later.body['status']).toBe('waiting');
      expect(await reasonsOf(merchant, later.body['id'])).toEqual([]);
    },
  );

  test("does not hold another tenant's cards against anybody (R17)", async () => {
    const [one, other] = [
      await merchantWith({ module: 'super-pre' }),
      await merchantWith({ module: 'super-pre' }),
    ];
    await approved(one, card('4001'));
    expect((await other.create({ identity: person(), card: card('4001') })).body['status']).toBe('waiting');
  });

  test("a card that was approved for a stated identity is that identity's, and one that nobody was approved for is nobody's", async () => {
    const merchant = await merchantWith({ module: 'super-pre' });
    const own = person();
    const key = await openTenantKey(service, merchant.tenant.tenantId);
    await approved(merchant, card('8001'), key.hash('identity', own.key, own.value));
    expect((await merchant.create({ identity: own, card: card('8001') })).body['status']).toBe('waiting');
    const thief = await merchant.create({ identity: person(), card: card('8002') });
    await merchant.cancel(String(thief.body['id']));
    expect((await merchant.create({ identity: own, card: card('8002') })).body['status']).toBe('waiting');
  });

  test('an open transaction with the same data comes before the checks (R73)', async () => {
    const merchant = await merchantWith({ module: 'super-pre', identity_attempts_per_day: 1 });
    const same = { identity: person(), card: card('5001'), orderNumber: 'order-5001' };
    expect((await merchant.create(same)).body['status']).toBe('waiting');
    const again = await merchant.create(same);
    expect([again.status, again.body['code']]).toEqual([400, '40027']);
  });

  test('module post checks nothing: it always waits', async () => {
    const merchant = await merchantWith({
      module: 'post',
      identity_attempts_per_day: 1,
      card_attempts_per_day: 1,
      template_policy: 'require-reference',
    });
    const identity = person();
    for (const order of ['a', 'b', 'c']) {
      const { body } = await merchant.create({ identity, card: card('6001'), orderNumber: order });
      expect(body['status']).toBe('waiting');
      expect(await reasonsOf(merchant, body['id'])).toEqual([]);
    }
  });

  test('what a check ended keeps its event, and asked nobody: it does not count as an attempt', async () => {
    const merchant = await merchantWith({
      module: 'pre',
      identity_attempts_per_day: 2,
      template_policy: 'require-reference',
    });
    const identity = person();
    for (const order of ['a', 'b', 'c', 'd']) {
      const { body } = await merchant.create({ identity, card: card('7001'), orderNumber: order });
      expect(await reasonsOf(merchant, body['id'])).toEqual(['no_reference']);
      const events = await service.service.database.db
        .selectFrom('events')
        .select(['type', 'status', 'sequence'])
        .where('transaction_id', '=', asId(String(body['id'])))
        .execute();
      expect(events).toEqual([{ type: 'transaction.finished', status: 'fast-inconclusive', sequence: 1 }]);
    }
  });
});
