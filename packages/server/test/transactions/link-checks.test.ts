import { eraseTransactions } from '@titular/server/transactions/retention/erase-transactions-store.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from './api.ts';

let service: TestService;
let second: TestService;

beforeAll(async () => {
  service = await startTestService();
  second = await startTestService({ sharedWith: service });
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const db = () => service.service.database.db;
const person = () => ({ key: 'cpf', value: newCpf() });
const card = (last: string) => ({ binDigits: '51051051', lastDigits: last, name: 'Maria da Silva' });

async function merchantWith(settings: Record<string, unknown>): Promise<Merchant> {
  const merchant = await newMerchant(service);
  await db()
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();
  return merchant;
}

/** Status and reasons at create, in order. */
const tell = async (merchant: Merchant, answers: readonly Answer[]): Promise<string[]> => {
  const told = answers.map(async ({ body }) => {
    const { history } = (await merchant.history(String(body['id']))).body as {
      history: { reasons: string[] }[];
    };
    return [body['status'], ...(history[0]?.reasons ?? [])].join(' ');
  });
  return (await Promise.all(told)).sort();
};

describe('links at create (R65)', () => {
  test('a card takes exactly as many identities as the company allows, over two processes at once', async () => {
    const merchant = await merchantWith({ module: 'pre', many_identities: 'end', identities_per_card: 3 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        merchant.create({ identity: person(), card: card('1001') }, n % 2 === 0 ? service : second),
      ),
    );
    expect(await tell(merchant, answers)).toEqual([
      ...Array(5).fill('fast-inconclusive card_of_many_identities'),
      ...Array(3).fill('waiting'),
    ]);
  });

  test('an identity takes exactly as many cards as the company allows', async () => {
    const merchant = await merchantWith({ module: 'pre', many_cards: 'end', cards_per_identity: 2 });
    const identity = person();
    const answers = await Promise.all(
      ['2001', '2002', '2003', '2004'].map((last) =>
        merchant.create({ identity, card: card(last), orderNumber: last }),
      ),
    );
    expect(await tell(merchant, answers)).toEqual([
      ...Array(2).fill('fast-inconclusive identity_of_many_cards'),
      ...Array(2).fill('waiting'),
    ]);
  });

  test.each([
    [{ module: 'pre' }, 'waiting'],
    [{ module: 'pre', many_identities: 'note' }, 'waiting card_of_many_identities'],
    [{ module: 'post', many_identities: 'end' }, 'waiting'],
  ])('a second identity of a card where one is allowed, under %j: %s', async (settings, expected) => {
    const merchant = await merchantWith({ ...settings, identities_per_card: 1 });
    await merchant.create({ identity: person(), card: card('3001') });
    const later = await merchant.create({ identity: person(), card: card('3001') });
    expect(await tell(merchant, [later])).toEqual([expected]);
  });

  test('what another tenant did with the card, and what was erased, does not count (R17, R93)', async () => {
    const settings = { module: 'pre', many_identities: 'end', identities_per_card: 1 };
    const [merchant, other] = [await merchantWith(settings), await merchantWith(settings)];
    await other.create({ identity: person(), card: card('4001') });
    const first = await merchant.create({ identity: person(), card: card('4001') });
    const refused = await merchant.create({ identity: person(), card: card('4001') });
    expect([first.body['status'], refused.body['status']]).toEqual(['waiting', 'fast-inconclusive']);
    const id = asId(String(first.body['id']));
    await eraseTransactions(db(), merchant.tenant.tenantId, [id], new Date());
    const later = await merchant.create({ identity: person(), card: card('4001') });
    expect(later.body['status']).toBe('waiting');
  });
});
