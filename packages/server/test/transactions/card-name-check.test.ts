import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { besideNoted } from '../captures/beside-noted.ts';
import { forgetPictures, openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  await forgetPictures(service);
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;
const card = (name: string) => ({ binDigits: '51051051', lastDigits: '4242', name });
const newIdentity = () => ({ key: 'cpf', value: newCpf() });
const set = (settings: Record<string, unknown>) =>
  db().updateTable('companies').set(settings).where('company_id', '=', merchant.tenant.companyId).execute();

/** The end of a transaction that person c completes, with its check of the name as a merchant reads it. */
async function show(identity: object, name: string): Promise<string> {
  const { phone, attempt, id } = await openCamera(service, merchant, { identity, card: card(name) });
  await perform(phone, attempt, 'c');
  await eventually(async () => {
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
  });
  const history = (await merchant.history(id)).body['history'] as { to: string; reasons: string[] }[];
  const row = await db()
    .selectFrom('transactions')
    .select('decision')
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  const { cardName = 'not_done' } = row.decision as { cardName?: string };
  const reasons = besideNoted(history.at(-1)?.reasons ?? []);
  return `${(await merchant.read(id)).body['status']} ${reasons.join(' ')}: ${cardName}`;
}

test('the name on a card is compared with those of earlier cards, and the company says what follows (R65)', async () => {
  const identity = newIdentity();
  expect(await show(identity, 'Maria da Silva')).toBe(
    'approved live enrolled enrolled_unproven: not_performed',
  );
  expect(await show(identity, 'M SILVA SOUZA')).toBe('approved live matches_reference: match');
  const noted = 'approved live matches_reference card_name_differs: no_match';
  expect(await show(identity, 'João Pereira')).toBe(noted);
  await set({ card_name: 'require' });
  const refused = 'inconclusive live matches_reference card_name_differs: no_match';
  expect(await show(identity, 'Ana Costa')).toBe(refused);
  expect(await show(identity, 'MARIA S')).toBe('approved live matches_reference: partial');
  await set({ card_name: 'ignore' });
  expect(await show(identity, 'Ana Costa')).toBe('approved live matches_reference: not_done');
});

/** A merchant with an identity for whom a card of Maria da Silva was approved, and what a create with another name gets. */
async function openKnown(settings: Record<string, unknown>) {
  await set(settings);
  const identity = newIdentity();
  const { body } = await merchant.create({ identity, card: card('Maria da Silva'), orderNumber: 'first' });
  const change = (values: Record<string, unknown>) =>
    db()
      .updateTable('transactions')
      .set(values)
      .where('transaction_id', '=', asId(String(body['id'])))
      .execute();
  await change({ status: 'approved', finished_at: new Date() });
  const createOther = async (order: string): Promise<string> => {
    const made = await merchant.create({ identity, card: card('João Pereira'), orderNumber: order });
    const { history } = (await merchant.history(String(made.body['id']))).body as {
      history: { reasons: string[] }[];
    };
    return [made.body['status'], ...(history[0]?.reasons ?? [])].join(' ');
  };
  return { change, createOther };
}

test.each([
  [{ card_name: 'end' }, 'waiting'],
  [{ module: 'pre', card_name: 'require' }, 'waiting'],
  [{ module: 'pre', card_name: 'end' }, 'fast-inconclusive card_name_differs'],
])('a name that differs at create under %j: %s (R65)', async (settings, expected) => {
  const { createOther } = await openKnown(settings);
  expect(await createOther('second')).toBe(expected);
});

test('a name that was erased is compared with nothing (R93)', async () => {
  const { change, createOther } = await openKnown({ module: 'pre', card_name: 'end' });
  await change({ sealed_card: Buffer.alloc(0), erased_at: new Date() });
  expect(await createOther('second')).toBe('waiting');
});
