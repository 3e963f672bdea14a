import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { placeLegalHold, releaseLegalHold } from '@titular/server/transactions/change/legal-hold.ts';
import { deleteExpiredCaptures } from '@titular/server/transactions/retention/delete-expired-captures.ts';
import { insertHold, listHolds } from '@titular/server/transactions/retention/legal-hold-store.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;
const inYears = { now: () => new Date(systemClock.now().getTime() + 1e12) };
const erase = (value: string) =>
  merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value } } });

async function framesOf(id: string): Promise<number> {
  const rows = await db()
    .selectFrom('capture_frames as f')
    .innerJoin('capture_attempts as a', 'a.attempt_id', 'f.attempt_id')
    .select('f.step')
    .where('a.subject_id', '=', asId(id))
    .execute();
  return rows.length;
}

/** Everything that goes by its time alone, long after all times. */
async function runRetention(): Promise<void> {
  const { pool } = service.service.database;
  const log = pino({ level: 'silent' });
  await deleteExpiredCaptures(db(), inYears.now());
  await runTask({ db: db(), pool, clock: inYears, log }, 'erase-outlived-persons');
}

describe('a legal hold (A-17)', () => {
  test('keeps a transaction with its captures from erasures and from the end of its time, until it is released', async () => {
    const value = newCpf();
    const { phone, attempt, id } = await openCamera(service, merchant, { identity: { key: 'cpf', value } });
    await perform(phone, attempt, 'a');
    await expect.poll(async () => (await merchant.read(id)).body['status']).toBe('approved');
    const { tenantId } = merchant.tenant;
    const operator = operatorOf(service);
    const kept = await framesOf(id);
    expect(await placeLegalHold(operator, tenantId, asId(id), 'case-1')).toEqual({ pictures: kept });
    await expect(placeLegalHold(operator, tenantId, asId(id), 'case-2')).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(await listHolds(db(), tenantId)).toMatchObject([{ transactionId: id, reference: 'case-1' }]);
    expect((await erase(value)).body['counts']).toMatchObject({ transactions: 0, held: 1, pictures: 0 });
    await runRetention();
    expect(await framesOf(id)).toBe(kept);
    expect((await merchant.history(id)).body).not.toHaveProperty('erasedAt');
    await releaseLegalHold(operator, tenantId, asId(id));
    await expect(releaseLegalHold(operator, tenantId, asId(id))).rejects.toMatchObject({ kind: 'not-found' });
    expect((await erase(value)).body['counts']).toMatchObject({ transactions: 1, held: 0, pictures: kept });
    const audit = await db()
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `transaction/${id}`)
      .orderBy('entry_id')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['hold.place', 'hold.release']);
  });

  test("of another tenant's transaction, or a random one, nothing is held (R17)", async () => {
    const other = await newMerchant(service);
    const id = String((await other.create()).body['id']);
    for (const foreign of [id, crypto.randomUUID()])
      await expect(
        placeLegalHold(operatorOf(service), merchant.tenant.tenantId, asId(foreign), 'case-3'),
      ).rejects.toMatchObject({ kind: 'not-found' });
  });
});

/** Waits until so many statements wait for a lock. */
const untilBlocked = (count: number) =>
  expect
    .poll(async () => {
      const waiting = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
      return waiting.rows.length;
    })
    .toBe(count);

describe('a legal hold and the erasure of the person at once', () => {
  test('the transaction stays when the erasure comes while the hold is being placed', async () => {
    const value = newCpf();
    const id = String((await merchant.create({ identity: { key: 'cpf', value } })).body['id']);
    const hold = { transactionId: asId(id), heldAt: systemClock.now(), reference: 'case-4' };
    const erasing = await db()
      .transaction()
      .execute(async (trx) => {
        expect(await insertHold(trx, merchant.tenant.tenantId, hold)).toBe(true);
        const begun = { erasure: erase(value) };
        await untilBlocked(1);
        return begun;
      });
    expect((await erasing.erasure).body['counts']).toMatchObject({ transactions: 0, held: 1 });
    expect((await merchant.history(id)).body).not.toHaveProperty('erasedAt');
  });

  test('the hold is refused when it comes while the transaction is being erased', async () => {
    const value = newCpf();
    const id = String((await merchant.create({ identity: { key: 'cpf', value } })).body['id']);
    const both = await db()
      .transaction()
      .execute(async (trx) => {
        await sql`SELECT FROM capture_links WHERE subject_id = ${id} FOR UPDATE`.execute(trx);
        const erasure = erase(value);
        await untilBlocked(1);
        const hold = placeLegalHold(operatorOf(service), merchant.tenant.tenantId, asId(id), 'case-5').catch(
          (error: unknown) => error,
        );
        await untilBlocked(2);
        return { erasure, hold };
      });
    expect((await both.erasure).body['counts']).toMatchObject({ transactions: 1, held: 0 });
    expect(await both.hold).toMatchObject({ kind: 'not-found' });
  });
});

describe('an order that a held transaction is about', () => {
  test('is not forgotten in the log of calls when another person of the same order is erased', async () => {
    const [kept, gone] = [newCpf(), newCpf()];
    const orderNumber = `shared-${newCpf()}`;
    const held = await merchant.create({ orderNumber, identity: { key: 'cpf', value: kept } });
    await merchant.create({ orderNumber, identity: { key: 'cpf', value: gone } });
    const id = String(held.body['id']);
    const namesOrder = async () =>
      (
        (await merchant.call('listCalls', { query: { orderNumber } })).body['calls'] as {
          transaction?: string;
        }[]
      ).filter(({ transaction }) => transaction === id).length;
    await expect.poll(namesOrder).toBe(1);
    await placeLegalHold(operatorOf(service), merchant.tenant.tenantId, asId(id), 'case-6');
    expect((await erase(gone)).body['counts']).toMatchObject({ transactions: 1, held: 0 });
    expect(await namesOrder()).toBe(1);
  });
});
