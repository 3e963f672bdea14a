import { endOverdueRetry } from '@titular/server/transactions/fail-capture.ts';
import { transactionTasks } from '@titular/server/transactions/transaction-tasks.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { emptyFrame, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openCamera, openPhone, type Phone, perform } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock, env: { TITULAR_RETRY_SECONDS: '300' } });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;

/** A person whose first attempt failed, because nobody was there until its time was up. */
async function fail(): Promise<{ phone: Phone; id: string }> {
  const { phone, attempt, id } = await openCamera(service, merchant);
  clock.advanceSeconds(16);
  const { body } = await phone.frame(attempt.attemptId, 0, await emptyFrame('wall'));
  expect(body).toMatchObject({ outcome: 'no_face', attemptsLeft: 2 });
  return { phone, id };
}

const historyOf = async (id: string): Promise<unknown> =>
  await db()
    .selectFrom('transaction_history')
    .select(['event', 'actor', 'reasons'])
    .where('transaction_id', '=', id)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();

describe('after an attempt that failed', () => {
  test('readSession 200: the page is told until when the next may begin, and no longer once it has begun', async () => {
    const { phone } = await fail();
    const until = new Date(clock.now().getTime() + 300_000).toISOString();
    expect((await phone.view()).body).toMatchObject({ stage: 'camera', retryUntil: until, attemptsLeft: 2 });
    clock.advanceSeconds(299);
    expect((await phone.start()).status).toBe(200);
    expect((await phone.view()).body).toMatchObject({ stage: 'camera', retryUntil: null });
  });

  test('readTransaction 200: the failure is final when that time has passed, and not a second sooner', async () => {
    const { phone, id } = await fail();
    clock.advanceSeconds(299.999);
    expect((await merchant.read(id)).body).toEqual({ status: 'waiting' });
    clock.advanceSeconds(0.001);
    expect((await phone.view()).body).toMatchObject({ stage: 'not_approved', retryUntil: null });
    expect((await phone.start()).body['code']).toBe('40062');
    expect((await merchant.read(id)).body).toEqual({ status: 'inconclusive' });
    expect(await historyOf(id)).toEqual({
      event: 'attempts-exhausted',
      actor: 'service',
      reasons: ['retry_time_passed'],
    });
  });

  test('the failure becomes final though nobody asks, and an attempt begun in time keeps it open', async () => {
    const [left, resumed] = [await fail(), await fail()];
    const { body } = await resumed.phone.start();
    clock.advanceSeconds(301);
    const tasks = transactionTasks({ db: db(), clock } as never);
    await tasks['expire-transactions']?.({}, {} as never);
    expect((await merchant.read(left.id)).body).toEqual({ status: 'inconclusive' });
    expect((await merchant.read(resumed.id)).body).toEqual({ status: 'waiting' });
    expect(body['attemptsLeft']).toBe(2);
  });

  test('of an end and an attempt that come at the same instant, one wins and the other is told (R75)', async () => {
    const { phone, id } = await fail();
    const { tenantId } = merchant.tenant;
    const due = new Date(clock.now().getTime() + 300_000);
    const [started] = await Promise.all([phone.start(), endOverdueRetry(db(), tenantId, id, due)]);
    const { status } = (await merchant.read(id)).body;
    expect([
      [200, 'waiting'],
      [400, 'inconclusive'],
    ]).toContainEqual([started.status, status]);
  });

  test('an attempt that was left alone is no failure yet: whoever comes back later goes on', async () => {
    const { phone, id } = await openCamera(service, merchant);
    clock.advanceSeconds(1200);
    expect((await merchant.read(id)).body).toEqual({ status: 'waiting' });
    const { body } = await phone.start();
    expect(body['attemptsLeft']).toBe(2);
  });
});

describe('another way through the challenge', () => {
  test('startAttempt 200: who asks for more time has four times as much for each step', async () => {
    const { phone } = await openCamera(service, merchant);
    clock.advanceSeconds(16);
    const { body } = await phone.start({ unhurried: true });
    expect(body).toMatchObject({ stepSeconds: 60, movement: 'turn' });
    clock.advanceSeconds(59);
    const { body: answer } = await phone.frame(String(body['attemptId']), 0, await portraitOf('a'));
    expect(answer).toMatchObject({ step: 1, hint: 'good' });
  });

  test('startAttempt 200: who cannot turn the head gets another challenge at once, which counts as an attempt', async () => {
    const { phone } = await openCamera(service, merchant);
    const { body } = await phone.start({ movement: 'distance' });
    expect(body).toMatchObject({ movement: 'distance', attemptsLeft: 2 });
    expect(new Set(body['poses'] as string[]).has('left')).toBe(false);
    expect((await phone.start({ movement: 'distance' })).body).toEqual(body);
    // A page that was reloaded has forgotten what was chosen.
    expect((await phone.start()).body).toEqual(body);
  });

  test('startAttempt 400: a movement that is none', async () => {
    const { phone } = await openCamera(service, merchant);
    const { status, body } = await phone.start({ movement: 'nod' as never });
    expect([status, body['code']]).toEqual([400, '40002']);
  });
});

test('a person who fails once and then shows every pose is approved', async () => {
  const { phone, id } = await fail();
  const { body } = await phone.start();
  expect(await perform(phone, body as never, 'a')).toMatchObject({ outcome: 'completed' });
  await expect
    .poll(async () => (await merchant.read(id)).body['status'], { timeout: 15_000 })
    .toBe('approved');
});

describe('the attempts of a day (R65)', () => {
  const allow = async (perDay: number): Promise<Merchant> => {
    const owner = await newMerchant(service);
    await db()
      .updateTable('companies')
      .set({ identity_attempts_per_day: perDay })
      .where('company_id', '=', owner.tenant.companyId)
      .execute();
    return owner;
  };

  test('startAttempt 400: an identity has three times as many as transactions, over all of them; then the next one ends', async () => {
    const owner = await allow(1);
    const identity = { key: 'cpf', value: newCpf() };
    const { phone } = await openCamera(service, owner, { identity });
    for (const left of [2, 1]) {
      clock.advanceSeconds(16);
      expect((await phone.start()).body).toMatchObject({ attemptsLeft: left });
    }
    const next = await openPhone(service, owner, { identity });
    await next.phone.consent();
    const { status, body } = await next.phone.start();
    expect([status, body['code'], body['message']]).toEqual([
      400,
      '40062',
      'There were too many attempts today.',
    ]);
    expect((await next.phone.view()).body).toMatchObject({ stage: 'not_approved' });
    expect((await owner.read(next.id)).body).toEqual({ status: 'inconclusive' });
    expect(await historyOf(next.id)).toMatchObject({ reasons: ['day_attempts_exhausted'] });
    const other = await openCamera(service, owner);
    expect(other.attempt.poses.length).toBeGreaterThan(4);
  });

  test('of many transactions begun at the same time no more get an attempt than the day has', async () => {
    const owner = await allow(1);
    const identity = { key: 'cpf', value: newCpf() };
    const opened = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const one = await openPhone(service, owner, { identity });
        await one.phone.consent();
        return one;
      }),
    );
    const answers = await Promise.all(opened.map(({ phone }) => phone.start()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400, 400, 400, 400]);
  });
});
