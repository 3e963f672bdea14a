import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import {
  CONFIRMED,
  type FakeCardEvidence,
  startFakeCardEvidence,
} from '@titular/test-kit/services/fake-card-evidence.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { besideNoted } from '../captures/beside-noted.ts';
import { forgetPictures, openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from './api.ts';

let fake: FakeCardEvidence;
let service: TestService;

beforeAll(async () => {
  fake = await startFakeCardEvidence();
  service = await startTestService({ env: fake.env });
});
beforeEach(async () => {
  fake.answers = CONFIRMED;
  fake.faultFor = () => undefined;
  await forgetPictures(service);
});
afterAll(async () => {
  await service.close();
  await fake.close();
});

const db = () => service.service.database.db;

/** A merchant whose company has the settings. */
async function merchantWith(settings: Record<string, unknown>): Promise<Merchant> {
  const merchant = await newMerchant(service);
  await db()
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();
  return merchant;
}

const newBody = () => ({ identity: { key: 'cpf', value: newCpf() }, orderNumber: crypto.randomUUID() });

const lastReasons = async (merchant: Merchant, id: unknown): Promise<string[]> => {
  const { body } = await merchant.history(String(id));
  return besideNoted((body['history'] as { reasons: string[] }[]).at(-1)?.reasons ?? []);
};

/** Whether transactions of the merchant were written. */
const countTransactions = async ({ tenant: { tenantId } }: Merchant): Promise<number> =>
  (await db().selectFrom('transactions').select('status').where('tenant_id', '=', tenantId).execute()).length;

describe('card evidence at create, in the modules that check there', () => {
  test('is asked once about the transaction that is made, and a good answer is a reason of its history', async () => {
    const merchant = await merchantWith({ module: 'pre' });
    const before = fake.asked.length;
    const { body } = await merchant.create({ ...newBody(), value: 12.5 });
    expect(body['status']).toBe('waiting');
    expect(fake.asked).toHaveLength(before + 1);
    expect(fake.question()).toMatchObject({ transaction: body['id'], value: '12.5' });
    expect(fake.question()).not.toHaveProperty('identity');
    expect(await lastReasons(merchant, body['id'])).toEqual(['card_confirmed']);
  });

  test.each([
    ['card_evidence_card', { card: 'inactive' }, 'card_inactive'],
    ['card_evidence_name', { name: 'no_match' }, 'card_account_name_differs'],
    ['card_evidence_holder', { holder: 'other_identity' }, 'card_holder_differs'],
    ['card_evidence_authentication', { authentication: 'failed' }, 'card_authentication_failed'],
  ] as const)(
    '%s: a bad answer is noted, and ends where the company says so',
    async (column, answer, reason) => {
      fake.answers = { ...CONFIRMED, ...answer };
      for (const [weight, status] of [
        ['note', 'waiting'],
        ['end', 'fast-inconclusive'],
        ['require', 'fast-inconclusive'],
      ]) {
        const merchant = await merchantWith({ module: 'super-pre', [column]: weight });
        const { body } = await merchant.create(newBody());
        expect([body['status'], await lastReasons(merchant, body['id'])], weight).toEqual([status, [reason]]);
      }
    },
  );

  test('what was not performed ends where it is required', async () => {
    const merchant = await merchantWith({ module: 'pre', card_evidence_authentication: 'require' });
    fake.answers = { card: 'active' };
    const { body } = await merchant.create(newBody());
    expect(body['status']).toBe('fast-inconclusive');
    expect(await lastReasons(merchant, body['id'])).toEqual(['card_authentication_missing']);
  });

  test('a service that is away refuses with 50003 and writes nothing where an answer is required, and else is waited for by nobody', async () => {
    fake.faultFor = () => ({ kind: 'status', status: 500 });
    const strict = await merchantWith({ module: 'pre', card_evidence_card: 'require' });
    const request = newBody();
    const refused = await strict.create(request);
    expect([refused.status, refused.body['code']]).toEqual([500, '50003']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
    expect(await countTransactions(strict)).toBe(0);
    const lenient = await merchantWith({ module: 'pre', card_evidence_card: 'end' });
    const { body } = await lenient.create(newBody());
    expect([body['status'], await lastReasons(lenient, body['id'])]).toEqual(['waiting', []]);
    fake.faultFor = () => undefined;
    expect((await strict.create(request)).body['status']).toBe('waiting');
  });

  test('a create whose data an open transaction has is not asked about again (R73)', async () => {
    const merchant = await merchantWith({ module: 'pre' });
    const request = newBody();
    await merchant.create(request);
    const before = fake.asked.length;
    expect((await merchant.create(request)).body['code']).toBe('40027');
    expect(fake.asked).toHaveLength(before);
  });

  test('nobody is asked for a company that ignores every answer', async () => {
    const merchant = await merchantWith({
      ...{ module: 'pre', card_evidence_card: 'ignore', card_evidence_name: 'ignore' },
      ...{ card_evidence_holder: 'ignore', card_evidence_authentication: 'ignore' },
    });
    const before = fake.asked.length;
    expect((await merchant.create(newBody())).body['status']).toBe('waiting');
    expect(fake.asked).toHaveLength(before);
  });
});

describe('card evidence before the decision', () => {
  const decided = async (merchant: Merchant, identity: object) => {
    const { phone, attempt, id } = await openCamera(service, merchant, { identity });
    await perform(phone, attempt, 'c');
    await eventually(async () => {
      expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
    });
    return id;
  };
  const facesOf = ({ tenant: { tenantId } }: Merchant) =>
    db().selectFrom('face_templates').select('template_id').where('tenant_id', '=', tenantId).execute();

  test('module post: the answer is asked for when the capture is complete, and stands in receipt and checks', async () => {
    const merchant = await merchantWith({ module: 'post', card_evidence_holder: 'require' });
    fake.answers = { ...CONFIRMED, reference: 'inquiry-7' };
    const id = await decided(merchant, { key: 'cpf', value: newCpf() });
    expect(fake.question()).toMatchObject({ transaction: id });
    expect(await lastReasons(merchant, id)).toEqual([
      'live',
      'enrolled',
      'enrolled_unproven',
      'card_confirmed',
    ]);
    const { body } = await merchant.call('readReceipt', { id });
    expect(decodeJwt(String(body['receipt']))).toMatchObject({
      cardEvidence: { ...CONFIRMED, reference: 'inquiry-7' },
      checks: expect.arrayContaining([{ check: 'card_evidence', result: 'passed' }]),
    });
  });

  test('a bad answer keeps a live person from approval, and their face from being enrolled', async () => {
    const merchant = await merchantWith({ module: 'post', card_evidence_card: 'end' });
    fake.answers = { ...CONFIRMED, card: 'inactive' };
    const id = await decided(merchant, { key: 'cpf', value: newCpf() });
    expect((await merchant.read(id)).body['status']).toBe('inconclusive');
    expect(await lastReasons(merchant, id)).toEqual(['live', 'card_inactive']);
    expect(await facesOf(merchant)).toEqual([]);
  });

  test('what the create was told counts at the decision, which asks nobody', async () => {
    const merchant = await merchantWith({ module: 'pre', card_evidence_card: 'end' });
    const { phone, attempt, id } = await openCamera(service, merchant, {
      identity: { key: 'cpf', value: newCpf() },
    });
    const before = fake.asked.length;
    fake.answers = { ...CONFIRMED, card: 'inactive' };
    await perform(phone, attempt, 'c');
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
    expect(fake.asked).toHaveLength(before);
    expect(await lastReasons(merchant, id)).toEqual([
      'live',
      'enrolled',
      'enrolled_unproven',
      'card_confirmed',
    ]);
  });

  test('a decision waits for a service that is away where an answer can end it, and takes it once it comes', async () => {
    const merchant = await merchantWith({ module: 'post', card_evidence_card: 'require' });
    fake.faultFor = () => ({ kind: 'status', status: 500 });
    const { phone, attempt, id } = await openCamera(service, merchant, {
      identity: { key: 'cpf', value: newCpf() },
    });
    const before = fake.asked.length;
    await perform(phone, attempt, 'c');
    await eventually(async () => expect(fake.asked.length).toBeGreaterThan(before));
    expect((await merchant.read(id)).body['status']).toBe('processing');
    fake.faultFor = () => undefined;
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
  });

  test('an erasure takes what was said of the card with it (R93)', async () => {
    const merchant = await merchantWith({ module: 'pre' });
    const identity = { key: 'cpf', value: newCpf() };
    fake.answers = { ...CONFIRMED, reference: 'canary-inquiry' };
    const id = await decided(merchant, identity);
    await merchant.call('eraseIdentity', { body: { identity } });
    const row = await db()
      .selectFrom('transactions')
      .select(['card_evidence', 'decision'])
      .where('transaction_id', '=', asId(id))
      .executeTakeFirstOrThrow();
    expect(row.card_evidence).toBeNull();
    expect(JSON.stringify(row.decision)).not.toContain('canary-inquiry');
  });
});
