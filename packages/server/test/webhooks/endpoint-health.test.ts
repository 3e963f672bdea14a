import { hasFailedTooLong } from '@titular/server/webhooks/endpoint-health.ts';
import { createPace } from '@titular/server/webhooks/pace.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '@titular/test-kit/webhook-receiver.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Ground, openGround } from './webhook-ground.ts';

let ground: Ground;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  ground = await openGround();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await ground.close();
});

async function receive(answer?: WebhookReceiverOptions['answer']): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(answer ? { answer } : {});
  closers.push(receiver.close);
  return receiver;
}

const readEndpoint = (endpointId: string) =>
  ground.database.db
    .selectFrom('webhook_endpoints')
    .select(['enabled', 'disabled_reason', 'failing_since', 'failures'])
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow();

describe('an endpoint that keeps failing', () => {
  const DAY_SECONDS = 86_400;

  test('is switched off after five days, its queue ended and its owner told; a success in between starts anew (R42)', async () => {
    let isWell = false;
    const receiver = await receive(() => ({ status: isWell ? 200 : 500 }));
    const owner = await receive();
    const companyId = await ground.newCompany();
    const { endpointId, secret } = await ground.register(companyId, receiver.url, { maximumAttempts: 2 });
    receiver.trust(secret);
    owner.trust((await ground.register(companyId, owner.url, { eventTypes: ['endpoint.disabled'] })).secret);
    const fail = async (times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) await ground.record(companyId);
      await ground.sendDue();
    };
    await fail(9);
    expect(await readEndpoint(endpointId)).toMatchObject({
      failing_since: ground.clock.now(),
      failures: 9,
    });
    isWell = true;
    await fail(1);
    expect(await readEndpoint(endpointId)).toMatchObject({ failing_since: null, failures: 0 });
    isWell = false;
    await fail(1);
    ground.clock.advanceSeconds(5 * DAY_SECONDS - 1);
    // What waits from before is tried again with these.
    await fail(12);
    expect(await readEndpoint(endpointId)).toMatchObject({ enabled: true });
    ground.clock.advanceSeconds(1);
    await fail(1);
    expect(await readEndpoint(endpointId)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    await ground.sendAll();
    expect(JSON.parse((await owner.next()).body)).toMatchObject({ endpointId, reason: 'failing' });
    const own = (await ground.listDeliveries()).filter((one) => one.endpoint_id === endpointId);
    expect(new Set(own.map(({ state }) => state))).toEqual(new Set(['delivered', 'failed']));
  });

  test.each([
    [10, 5 * DAY_SECONDS, true],
    [10, 5 * DAY_SECONDS - 1, false],
    [9, 50 * DAY_SECONDS, false],
  ])('%s failures over %s seconds switch it off: %s', (failures, seconds, expected) => {
    const now = new Date();
    const since = new Date(now.getTime() - seconds * 1000);
    expect(hasFailedTooLong(since, failures, now)).toBe(expected);
  });
});

describe('the pace', () => {
  const well = { maximumAtOnce: 500, isFailing: false };

  test('opens with each success up to the limit of the endpoint, and halves with each failure down to one', () => {
    const pace = createPace();
    expect(pace.room('a', well)).toBe(10);
    for (let count = 0; count < 600; count += 1) {
      pace.begin('a', 1);
      pace.end('a', 'success', 50);
    }
    expect(pace.room('a', { maximumAtOnce: 50, isFailing: false })).toBe(50);
    const rooms: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      pace.begin('a', 1);
      pace.end('a', 'failure', 50);
      rooms.push(pace.room('a', well));
    }
    expect(rooms).toEqual([25, 12, 6, 3, 1, 1, 1]);
    expect(pace.inFlight()).toBe(0);
  });

  test('begins at one for an endpoint that is known to fail', () => {
    expect(createPace().room('a', { maximumAtOnce: 500, isFailing: true })).toBe(1);
  });

  test('leaves half of all room to the living, however many are dead', () => {
    const pace = createPace(100);
    for (let endpoint = 0; endpoint < 1_000; endpoint += 1) {
      const name = `dead ${endpoint}`;
      pace.begin(name, pace.room(name, { maximumAtOnce: 500, isFailing: true }));
    }
    expect(pace.inFlight()).toBe(50);
    expect(pace.room('living', well)).toBe(10);
  });

  test('gives no endpoint more than half of what is free', () => {
    const pace = createPace(16);
    expect(pace.room('a', well)).toBe(8);
    pace.begin('a', 8);
    expect(pace.room('b', well)).toBe(4);
  });
});

test('no more are under way to an endpoint at once than its limit says, over several processes', async () => {
  const release = Promise.withResolvers<{ status: number }>();
  const { promise } = release;
  const receiver = await receive(() => promise);
  const companyId = await ground.newCompany();
  const { secret } = await ground.register(companyId, receiver.url, { maximumAtOnce: 7, timeoutMs: 30_000 });
  receiver.trust(secret);
  for (let count = 0; count < 30; count += 1) await ground.record(companyId);
  const others = Array.from({ length: 3 }, () => ground.newDispatcher());
  const all = [ground.dispatcher, ...others];
  for (let round = 0; round < 3; round += 1) await Promise.all(all.map((one) => one.sweep()));
  await expect.poll(() => receiver.deliveries.length, { timeout: 20_000 }).toBe(7);
  const claims = await ground.database.db.selectFrom('delivery_claims').select('process_id').execute();
  expect(claims).toHaveLength(7);
  release.resolve({ status: 204 });
  await Promise.all(all.map((one) => one.idle()));
  await ground.sendDue();
  expect(receiver.deliveries).toHaveLength(30);
});

test('a stop cuts short what is under way, counts no attempt, and leaves it to the next process at once (R45)', async () => {
  const receiver = await receive((_delivery, count) =>
    count === 1 ? new Promise<never>(() => undefined) : { status: 204 },
  );
  const companyId = await ground.newCompany();
  receiver.trust((await ground.register(companyId, receiver.url)).secret);
  await ground.record(companyId);
  const stopped = ground.newDispatcher();
  await stopped.sweep();
  await receiver.next();
  await stopped.stop();
  expect(await ground.listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  await ground.sendDue();
  expect(await ground.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});
