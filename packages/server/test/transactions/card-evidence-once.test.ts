import { newCpf, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import {
  CONFIRMED,
  type FakeCardEvidence,
  startFakeCardEvidence,
} from '@titular/test-kit/services/fake-card-evidence.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from './api.ts';

let fake: FakeCardEvidence;
let service: TestService;
let second: TestService;

beforeAll(async () => {
  fake = await startFakeCardEvidence();
  const env = { ...fake.env, TITULAR_CARD_EVIDENCE_MS: '1000' };
  service = await startTestService({ env });
  second = await startTestService({ env, sharedWith: service });
});
beforeEach(() => {
  fake.answers = CONFIRMED;
  fake.faultFor = () => undefined;
});
afterAll(async () => {
  await second.close();
  await service.close();
  await fake.close();
});

const setOfCompany = (merchant: Merchant, settings: Record<string, unknown>) =>
  service.service.database.db
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();

async function merchantWith(weight: 'end' | 'require'): Promise<Merchant> {
  const merchant = await newMerchant(service);
  await setOfCompany(merchant, { module: 'pre', card_evidence_card: weight });
  return merchant;
}

/** The same create, sent to two processes at once. */
function sendTwice(merchant: Merchant, headers: Record<string, string>): Promise<Answer[]> {
  const identity = { key: 'cpf', value: newCpf() };
  const order = { identity, orderNumber: crypto.randomUUID() };
  const body = newTransactionBody(merchant.tenant.companyId, order);
  const send = (target: TestService) => merchant.call('createTransaction', { body, headers, target });
  return Promise.all([send(service), send(second)]);
}

const countAsked = async (work: () => Promise<Answer[]>) => {
  const before = fake.asked.length;
  const answers = await work();
  return { answers, asked: fake.asked.length - before };
};

test('of two simultaneous requests with one Idempotency-Key one asks about the card, and both have its answer (R74)', async () => {
  const merchant = await merchantWith('end');
  fake.faultFor = () => ({ kind: 'silent' });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { answers, asked } = await countAsked(() => sendTwice(merchant, headers));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.text).toBe(answers[0]?.text);
  expect(asked).toBe(1);
});

test('of two simultaneous requests with the same data and no key one asks about the card, and the other is told of the transaction (R73)', async () => {
  const merchant = await merchantWith('end');
  fake.faultFor = () => ({ kind: 'silent' });
  const { answers, asked } = await countAsked(() => sendTwice(merchant, {}));
  expect(answers.map(({ body }) => body['code']).toSorted()).toEqual(['40027', undefined]);
  expect(asked).toBe(1);
});

/** Creates of one identity with orders and cards of their own, sent at once, to two processes in turn unless others are named. */
async function sendOrders(
  merchant: Merchant,
  count: number,
  targets: readonly TestService[] = [service, second],
): Promise<Answer[]> {
  const identity = { key: 'cpf', value: newCpf() };
  const send = (index: number) => {
    const card = { binDigits: '41111111', lastDigits: String(1_000 + index), name: 'MARIA DA SILVA' };
    const order = { identity, card, orderNumber: crypto.randomUUID() };
    const body = newTransactionBody(merchant.tenant.companyId, order);
    const target = targets[index % targets.length] ?? service;
    return merchant.call('createTransaction', { body, target });
  };
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)));
}

test('of simultaneous creates of one identity with orders of their own no more ask than it has transactions left of the day (R65)', async () => {
  const merchant = await merchantWith('end');
  await setOfCompany(merchant, { identity_attempts_per_day: 3 });
  const { answers, asked } = await countAsked(() => sendOrders(merchant, 8));
  expect(asked).toBe(3);
  expect(answers.map(({ body }) => body['status']).toSorted()).toEqual([
    ...Array(5).fill('fast-inconclusive'),
    ...Array(3).fill('waiting'),
  ]);
});

test('a create that waits too long for one of its identity takes no place of the day from it, and is told to come again (R65)', async () => {
  const merchant = await merchantWith('end');
  await setOfCompany(merchant, { identity_attempts_per_day: 1 });
  const env = { ...fake.env, TITULAR_CARD_EVIDENCE_MS: '4500' };
  const patient = await startTestService({ env, sharedWith: service });
  onTestFinished(patient.close);
  fake.faultFor = () => ({ kind: 'silent' });
  const { answers, asked } = await countAsked(() => sendOrders(merchant, 2, [patient]));
  expect(asked).toBe(1);
  const [refused] = answers.filter(({ status }) => status === 429);
  expect([refused?.body['code'], refused?.headers.get('retry-after')]).toEqual(['42902', '1']);
});

test('a create that an answer about the card ended counts as one of the day: somebody was asked (R65)', async () => {
  const merchant = await merchantWith('end');
  await setOfCompany(merchant, { identity_attempts_per_day: 3 });
  fake.answers = { ...CONFIRMED, card: 'inactive' };
  const { answers, asked } = await countAsked(() => sendOrders(merchant, 5));
  expect(asked).toBe(3);
  expect(answers.map(({ body }) => body['status'])).toEqual(Array(5).fill('fast-inconclusive'));
});

test('what ends a create before its commit leaves the question to the next one (R74)', async () => {
  const merchant = await merchantWith('require');
  let count = 0;
  fake.faultFor = () => {
    count += 1;
    return count === 1 ? { kind: 'silent' } : undefined;
  };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { answers, asked } = await countAsked(() => sendTwice(merchant, headers));
  expect(answers.map(({ body }) => body['code']).toSorted()).toEqual(['50003', undefined]);
  expect(asked).toBe(2);
  const { rows } = await sql`SELECT FROM idempotency_keys WHERE sealed_answer IS NULL`.execute(
    service.service.database.db,
  );
  expect(rows).toEqual([]);
});
