import { type AttemptView, CHALLENGE_MOVEMENTS, type ListTransactionsResponse } from '@titular/contract';
import { readTransactionRows } from '@titular/server/cases/lists/search-transactions.ts';
import { endOverdueRetry } from '@titular/server/subjects/end-due.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { transactionTasks } from '@titular/server/transactions/transaction-tasks.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { emptyFrame, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberOf } from '../portal/case-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { nextTake, openCamera, openPhone, type Phone, perform } from './phone.ts';

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
async function fail(of = merchant): Promise<{ phone: Phone; id: string }> {
  const { phone, attempt, id } = await openCamera(service, of);
  clock.advanceSeconds(16);
  const { body } = await phone.frame(attempt.attemptId, 0, await emptyFrame('wall'));
  expect(body).toMatchObject({ outcome: 'no_face', attemptsLeft: 2 });
  return { phone, id };
}

const historyOf = async (id: string): Promise<unknown> =>
  await db()
    .selectFrom('transaction_history')
    .select(['event', 'actor', 'reasons'])
    .where('transaction_id', '=', asId(id))
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

  test('listTransactions 200, readTransactionHistory 200: list, history and portal tell that end too, whichever is asked first', async () => {
    const owner = await newMerchant(service);
    const { tenantId } = owner.tenant;
    const scope = memberOf(tenantId, 'admin');
    const { id: expected } = await fail();
    const failed = [await fail(owner), await fail(owner), await fail(owner)].map(({ id }) => id);
    clock.advanceSeconds(300);
    expect((await merchant.read(expected)).body).toEqual({ status: 'inconclusive' });
    const [ofHistory = '', ofPortal = ''] = failed;
    expect((await owner.history(ofHistory)).body).toMatchObject({ id: ofHistory, status: 'inconclusive' });
    const row = await readTransactionRows({ db: db(), clock }, scope, [ofPortal]);
    expect(row).toMatchObject([{ id: ofPortal, status: 'inconclusive', reasons: ['retry_time_passed'] }]);
    const { transactions } = (await owner.list()).body as ListTransactionsResponse;
    expect(transactions.map(({ status }) => status)).toEqual(failed.map(() => 'inconclusive'));
  });

  test.each([
    ['the time for the next attempt', 310, 'inconclusive', 'attempts-exhausted'],
    ['its own time', 250, 'expired', 'expire'],
  ])(
    'a transaction of which %s was over first ends by it, whoever comes first',
    async (_which, ownSeconds, status, event) => {
      const [shown, read, left] = [await fail(), await fail(), await fail()];
      const expiresAt = new Date(clock.now().getTime() + ownSeconds * 1_000);
      for (const { id } of [shown, read, left])
        await db()
          .updateTable('transactions')
          .set({ expires_at: expiresAt })
          .where('transaction_id', '=', asId(id))
          .execute();
      clock.advanceSeconds(320);
      expect((await shown.phone.view()).body).toMatchObject({ status });
      expect((await merchant.read(read.id)).body).toEqual({ status });
      await transactionTasks({ db: db(), clock } as never)['expire-transactions']?.({}, {} as never);
      for (const { id } of [shown, read, left]) expect(await historyOf(id)).toMatchObject({ event });
    },
  );

  test('of an end and an attempt that come at the same instant, one wins and the other is told (R75)', async () => {
    const { phone, id } = await fail();
    const { tenantId } = merchant.tenant;
    const due = new Date(clock.now().getTime() + 300_000);
    const [started] = await Promise.all([
      phone.start(),
      endOverdueRetry(db(), TRANSACTIONS, tenantId, asId(id), due),
    ]);
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

  test.each([
    ['without_turns', ['left', 'right']],
    ['without_nods', ['up', 'down']],
    ['without_mouth', ['mouth']],
  ] as const)(
    'startAttempt 200: %s asks for no %j, and the next attempt is of the same kind',
    async (movement, left) => {
      const { phone } = await openPhone(service, merchant);
      await phone.consent();
      expect((await phone.view()).body['movements']).toEqual([...CHALLENGE_MOVEMENTS]);
      const { body } = await phone.start({ movement });
      expect(body).toMatchObject({ movement, attemptsLeft: 3 });
      for (const pose of left) expect(body['poses']).not.toContain(pose);
      clock.advanceSeconds(16);
      expect((await phone.start()).body).toMatchObject({ movement, attemptsLeft: 2 });
    },
  );

  test('startAttempt 400: a company that wants no challenge of distance offers none, and begins none', async () => {
    const owner = await newMerchant(service);
    await db()
      .updateTable('companies')
      .set({ distance_challenge: 'never' })
      .where('company_id', '=', owner.tenant.companyId)
      .execute();
    const { phone } = await openPhone(service, owner);
    await phone.consent();
    expect((await phone.view()).body['movements']).not.toContain('distance');
    const { status, body } = await phone.start({ movement: 'distance' });
    expect([status, body['code']]).toEqual([400, '40064']);
    expect((await phone.start()).body).toMatchObject({ movement: 'turn', attemptsLeft: 3 });
  });

  test('an attempt that an earlier release began goes on and is finished (R58)', async () => {
    const owner = await newMerchant(service);
    const { phone, attempt, id } = await openCamera(service, owner);
    const poses = ['front', 'left', 'front', 'right', 'front'] as const;
    const change = (observations: object) =>
      db()
        .updateTable('capture_attempts')
        .set({ poses: [...poses], movement: null, observations: JSON.stringify(observations) })
        .where('attempt_id', '=', asId(attempt.attemptId))
        .execute();
    await change({ hints: {}, faces: 0 });
    const take = nextTake();
    const { body } = await phone.frame(attempt.attemptId, 0, await poseFrame('a', 'front', { take }));
    expect(body).toMatchObject({ step: 1 });
    // What that release kept of the first frame.
    await change({ hints: {}, faces: 1, firstSize: 0.5 });
    const resumed = (await phone.start()).body as unknown as AttemptView;
    expect(resumed).toMatchObject({ movement: 'turn', step: 1, nextPosition: 1 });
    clock.advanceSeconds(1);
    expect(await perform(phone, resumed, 'a', take)).toMatchObject({ outcome: 'completed' });
    await expect.poll(async () => (await owner.read(id)).body['status']).toBe('approved');
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
  await expect.poll(async () => (await merchant.read(id)).body['status']).toBe('approved');
});

describe('whom an attempt is to show', () => {
  const state = (phone: Phone, value: string) =>
    phone.call('stateIdentity', 'PUT', '/identity', { key: 'cpf', value });

  test('stateIdentity 400: nobody else is stated in the midst of an attempt (R65)', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    const { status, body } = await state(phone, newCpf());
    expect([status, body['code']]).toEqual([400, '40063']);
    clock.advanceSeconds(16);
    await phone.frame(attempt.attemptId, 0, await emptyFrame('wall'));
    expect((await state(phone, newCpf())).status).toBe(200);
  });

  test('who states somebody uses up nothing of the attempts that they have where a merchant sends them (R65)', async () => {
    const owner = await newMerchant(service);
    await db()
      .updateTable('companies')
      .set({ identity_attempts_per_day: 1 })
      .where('company_id', '=', owner.tenant.companyId)
      .execute();
    const victim = newCpf();
    const begin = async () => {
      const { phone } = await openPhone(service, owner);
      await state(phone, victim);
      await phone.consent();
      return phone.start();
    };
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await begin()).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const own = await openCamera(service, owner, { identity: { key: 'cpf', value: victim } });
    expect(own.attempt.attemptsLeft).toBe(3);
  });

  test('submitFrame 400: nothing is captured once the consent is taken back (R94)', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    await phone.consent(false);
    const { status, body } = await phone.frame(attempt.attemptId, 0, await portraitOf('a'));
    expect([status, body['code'], body['message']]).toEqual([400, '40062', 'The consent was taken back.']);
  });
});
