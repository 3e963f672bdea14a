import { SANDBOX_EVENTS } from '@titular/contract';
import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const newTransaction = async (): Promise<string> => String((await merchant.create()).body['id']);
const step = (id: string, event: string): Promise<Answer> =>
  merchant.call('stepTransaction', { id, body: { event } });

const LEADS: Readonly<Record<string, object>> = {
  share: { status: 'shared' },
  approve: { status: 'approved', hasIdentityChanged: false },
  'identity-changed': { status: 'approved', hasIdentityChanged: true },
  reject: { status: 'inconclusive' },
  disown: { status: 'unknown-share' },
  'declare-absent': { status: 'absent-holder' },
  cancel: { status: 'canceled' },
  expire: { status: 'expired' },
  'attempt-completed': { status: 'processing' },
};

describe('a live transaction is stepped by hand', () => {
  test.each(SANDBOX_EVENTS)('stepTransaction 200: %s', async (event) => {
    const { status, body } = await step(await newTransaction(), event);
    expect(status).toBe(200);
    expect(body).toEqual(LEADS[event] ?? { status: 'waiting' });
  });

  test('through several steps to its end', async () => {
    const id = await newTransaction();
    const seen = [];
    for (const event of ['share', 'attempt-too-dark', 'attempt-completed', 'reject'])
      seen.push((await step(id, event)).body['status']);
    expect(seen).toEqual(['shared', 'shared', 'processing', 'inconclusive']);
    const { body } = await merchant.history(id);
    const steps = body['history'] as { event: string; reasons: string[] }[];
    expect(steps.map(({ event }) => event)).toEqual(['create', 'share', 'capture-finished', 'reject']);
    for (const { reasons } of steps.slice(1)) expect(reasons).toEqual(['sandbox_scenario']);
  });

  test("is a merchant's call: in the log of calls as a cancel is, and not in the audit log", async () => {
    const id = await newTransaction();
    await step(id, 'attempt-completed');
    await step(id, 'cancel');
    await merchant.cancel(id);
    const listed = () => merchant.call('listCalls', { query: { transaction: id } });
    const calls = async () => (await listed()).body['calls'] as { operation: string; status: number }[];
    await eventually(async () => expect(await calls()).toHaveLength(4));
    const told = (await calls()).map(({ operation, status }) => `${operation} ${status}`);
    expect(told.toSorted()).toEqual([
      'cancelTransaction 400',
      'createTransaction 200',
      'stepTransaction 200',
      'stepTransaction 400',
    ]);
    const { tenantId } = merchant.tenant;
    const entries = await listAuditEntries(service.service.database.db, { tenantId, limit: 1_000 });
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter(({ subject }) => subject.startsWith('transaction/'))).toEqual([]);
  });

  test('no more often than there are attempts', async () => {
    const id = await newTransaction();
    const seen = [];
    for (let number = 1; number <= 3; number += 1)
      seen.push((await step(id, 'attempt-blurred')).body['status']);
    expect(seen).toEqual(['waiting', 'waiting', 'inconclusive']);
    expect((await step(id, 'attempt-blurred')).body['code']).toBe('40092');
  });

  test('stepTransaction 400: not once it has ended, nor from where the event does not lead on', async () => {
    const ended = await newTransaction();
    await step(ended, 'approve');
    for (const event of SANDBOX_EVENTS) {
      const { status, body } = await step(ended, event);
      expect([status, body['code']]).toEqual([400, '40092']);
    }
    expect((await merchant.read(ended)).body['status']).toBe('approved');
    const processing = await newTransaction();
    await step(processing, 'attempt-completed');
    expect((await step(processing, 'expire')).body['code']).toBe('40092');
    expect((await step(processing, 'no-event')).body['code']).toBe('40002');
    expect((await step('no-id', 'approve')).body['code']).toBe('40004');
  });

  test("stepTransaction 404: another tenant's is as unknown as a random one (R17)", async () => {
    const other = await newMerchant(service);
    const id = String((await other.create()).body['id']);
    const foreign = await step(id, 'approve');
    const random = await step('019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e', 'approve');
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40401']);
    expect(foreign.text).toBe(random.text);
    expect((await other.read(id)).body['status']).toBe('waiting');
  });
});

test('attempts of the sandbox count for the limit of a day (R65)', async () => {
  const identity = { key: 'cpf', value: '52998224725' };
  const limited = await newMerchant(service);
  await service.service.database.db
    .updateTable('companies')
    .set({ identity_attempts_per_day: 1 })
    .where('company_id', '=', limited.tenant.companyId)
    .execute();
  const tryOnce = async (): Promise<{ id: string; status: number; body: Record<string, unknown> }> => {
    const id = String((await limited.create({ identity })).body['id']);
    const body = { event: 'attempt-no-face' };
    return { id, ...(await limited.call('stepTransaction', { id, body })) };
  };
  for (let number = 1; number <= 3; number += 1) expect((await tryOnce()).body['status']).toBe('waiting');
  const { id, status } = await tryOnce();
  expect(status).toBe(400);
  expect((await limited.read(id)).body).toEqual({ status: 'waiting' });
});
