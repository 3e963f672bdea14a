import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { emptyFrame } from '@titular/test-kit/faces/portraits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openCamera, openPhone, Phone } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock, env: { TITULAR_RETRY_SECONDS: '60' } });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;

/** A person whose first attempt failed, because nobody was there until its time was up. */
async function fail(): Promise<{ phone: Phone; id: string }> {
  const { phone, attempt, id } = await openCamera(service, merchant);
  clock.advanceSeconds(16);
  await phone.frame(attempt.attemptId, 0, await emptyFrame('wall'));
  return { phone, id };
}

describe('more time to try again (D10)', () => {
  const prolong = (phone: Phone) => phone.call('prolongRetry', 'POST', '/retry');
  const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();

  test('prolongRetry 200: the person has the whole time again, counted from now, and the attempt may begin in it', async () => {
    const { phone, id } = await fail();
    clock.advanceSeconds(50);
    const { status, body } = await prolong(phone);
    expect(status).toBe(200);
    expect(body).toMatchObject({ stage: 'camera', retryUntil: inSeconds(60), mayProlongRetry: true });
    clock.advanceSeconds(59);
    expect((await merchant.read(id)).body).toEqual({ status: 'waiting' });
    expect((await phone.start()).status).toBe(200);
  });

  test('prolongRetry 200: ten times the whole time and no second more, however often it is asked for', async () => {
    const { phone, id } = await fail();
    for (let count = 0; count < 10; count += 1) {
      clock.advanceSeconds(59);
      expect((await prolong(phone)).body['mayProlongRetry']).toBe(count < 10);
    }
    clock.advanceSeconds(59);
    const last = (await prolong(phone)).body;
    expect(last).toMatchObject({ retryUntil: inSeconds(11 * 60 - 11 * 59), mayProlongRetry: false });
    clock.advanceSeconds(11);
    expect((await prolong(phone)).body).toMatchObject({ stage: 'not_approved', mayProlongRetry: false });
    expect((await merchant.read(id)).body).toEqual({ status: 'inconclusive' });
  });

  test('prolongRetry 200: never past the end of the transaction itself, and nothing changes where nothing has failed', async () => {
    const { phone, id } = await fail();
    const expiresAt = new Date(clock.now().getTime() + 80_000);
    await db()
      .updateTable('transactions')
      .set({ expires_at: expiresAt })
      .where('transaction_id', '=', asId(id))
      .execute();
    clock.advanceSeconds(40);
    expect((await prolong(phone)).body).toMatchObject({
      retryUntil: expiresAt.toISOString(),
      mayProlongRetry: false,
    });
    const { phone: fresh } = await openCamera(service, merchant);
    expect((await prolong(fresh)).body).toMatchObject({ retryUntil: null, mayProlongRetry: false });
  });

  test('prolongRetry 200: a time that is over stays over', async () => {
    const { phone, id } = await fail();
    clock.advanceSeconds(60);
    expect((await prolong(phone)).body).toMatchObject({ stage: 'not_approved' });
    expect((await merchant.read(id)).body).toEqual({ status: 'inconclusive' });
  });

  test('prolongRetry 403: without a session there is no more time', async () => {
    expect((await prolong(new Phone(service))).status).toBe(403);
  });

  test('prolongRetry 500: a fault is answered plainly', async () => {
    const broken = await startTestService();
    try {
      const { phone } = await openPhone(broken, await newMerchant(broken));
      await sql`ALTER TABLE capture_attempts RENAME TO capture_attempts_gone`.execute(
        broken.service.database.db,
      );
      const { status, body } = await prolong(phone);
      expect([status, body['code']]).toEqual([500, '50001']);
    } finally {
      await broken.close();
    }
  });
});
