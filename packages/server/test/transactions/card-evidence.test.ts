import type { AttemptView } from '@titular/contract';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import {
  CONFIRMED,
  type FakeCardEvidence,
  startFakeCardEvidence,
} from '@titular/test-kit/services/fake-card-evidence.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { besideNoted } from '../captures/beside-noted.ts';
import { forgetPictures, openCamera, openPhone, perform } from '../captures/phone.ts';
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

const NOTED = {
  card_evidence_card: 'note',
  card_evidence_name: 'note',
  card_evidence_holder: 'note',
  card_evidence_authentication: 'note',
} as const;

/** A merchant whose company notes every answer and has the settings. */
async function merchantWith(settings: Record<string, unknown>, target = service): Promise<Merchant> {
  const merchant = await newMerchant(target);
  await target.service.database.db
    .updateTable('companies')
    .set({ ...NOTED, ...settings })
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

  test('a card or identity that has used up its transactions of the day is not asked about', async () => {
    const merchant = await merchantWith({ module: 'pre', card_attempts_per_day: 1 });
    await merchant.create(newBody());
    const before = fake.asked.length;
    expect((await merchant.create(newBody())).body['status']).toBe('fast-inconclusive');
    expect(fake.asked).toHaveLength(before);
  });

  test('nobody is asked for a new company, which ignores every answer', async () => {
    const merchant = await newMerchant(service);
    await db()
      .updateTable('companies')
      .set({ module: 'pre' })
      .where('company_id', '=', merchant.tenant.companyId)
      .execute();
    const before = fake.asked.length;
    expect((await merchant.create(newBody())).body['status']).toBe('waiting');
    expect(fake.asked).toHaveLength(before);
  });
});

describe('card evidence before the decision', () => {
  /** Names of the queues in which decisions have waited for the service, so that no other decision did. */
  const queueNames = async (): Promise<string[]> => {
    const { rows } = await sql<{ queue_name: string }>`
      SELECT queue_name FROM graphile_worker._private_job_queues WHERE queue_name LIKE 'card-evidence/%'`.execute(
      db(),
    );
    return rows.map(({ queue_name }) => queue_name);
  };
  const decided = async (merchant: Merchant, identity: object, target = service) => {
    const { phone, attempt, id } = await openCamera(target, merchant, { identity });
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
    expect(await queueNames()).toEqual([`card-evidence/${Number.parseInt(id.slice(-1), 16) % 2}`]);
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

  /** Somebody enrolled as `own` takes the selfie of a transaction for another identity, and states who they are. */
  async function stateOwn(target: TestService, merchant: Merchant, own: string) {
    const { phone, id } = await openPhone(target, merchant, { identity: { key: 'cpf', value: newCpf() } });
    await phone.call('stateIdentity', 'PUT', '/identity', { key: 'cpf', value: own });
    await phone.consent();
    await perform(phone, (await phone.start()).body as unknown as AttemptView, 'c');
    await eventually(async () => {
      expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
    });
    return id;
  }

  test('an answer about the identity that was sent says nothing of one that the person stated (R65)', async () => {
    const merchant = await merchantWith({ module: 'post', card_evidence_holder: 'require' });
    const own = newCpf();
    await decided(merchant, { key: 'cpf', value: own });
    await forgetPictures(service);
    const id = await stateOwn(service, merchant, own);
    expect((await merchant.read(id)).body['status']).toBe('inconclusive');
    expect(await lastReasons(merchant, id)).toContain('card_holder_unconfirmed');
  });

  test('where identities are sent, the stated one is asked about', async () => {
    const telling = await startTestService({
      env: { ...fake.env, TITULAR_CARD_EVIDENCE_IDENTITY: 'send' },
    });
    try {
      const merchant = await merchantWith({ module: 'post', card_evidence_holder: 'require' }, telling);
      const own = newCpf();
      await decided(merchant, { key: 'cpf', value: own }, telling);
      await forgetPictures(telling);
      const id = await stateOwn(telling, merchant, own);
      expect(fake.question().identity).toEqual({ key: 'cpf', value: own });
      expect(await lastReasons(merchant, id)).toContain('card_confirmed');
    } finally {
      await telling.close();
    }
  });

  test('a service that hangs holds up nothing else of the tenant (R69)', async () => {
    const crowded = await startTestService({ env: { ...fake.env, TITULAR_DATABASE_POOL: '8' } });
    try {
      const merchant = await merchantWith({ module: 'pre' }, crowded);
      const before = fake.asked.length;
      fake.faultFor = () => ({ kind: 'silent' });
      // As many as one tenant has worked on at once: half of the connections.
      const creates = Array.from({ length: 4 }, () => merchant.create(newBody()));
      await eventually(() => expect(fake.asked).toHaveLength(before + 4));
      const first = await Promise.race([merchant.call('readLimits'), ...creates]);
      expect(first.body).toHaveProperty('limits');
      expect((await Promise.all(creates)).map(({ body }) => body['status'])).toEqual(
        Array(4).fill('waiting'),
      );
    } finally {
      await crowded.close();
    }
  });

  test('where an answer is required and the deployment has no service, nothing is approved or made', async () => {
    const without = await startTestService();
    try {
      const post = await merchantWith({ module: 'post', card_evidence_card: 'require' }, without);
      const id = await decided(post, { key: 'cpf', value: newCpf() }, without);
      expect((await post.read(id)).body['status']).toBe('inconclusive');
      expect(await lastReasons(post, id)).toEqual(['live', 'card_unconfirmed']);
      const pre = await merchantWith({ module: 'pre', card_evidence_card: 'require' }, without);
      expect((await pre.create(newBody())).body['code']).toBe('50003');
    } finally {
      await without.close();
    }
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
