import type { EndpointId } from '@titular/server/kernel/base/id.ts';
import { reopenDelivery, reopenFailed } from '@titular/server/webhooks/deliveries/delivery-store.ts';
import { backOffSeconds, hasFailedTooLong } from '@titular/server/webhooks/endpoints/endpoint-health.ts';
import {
  type ConcurrencyWindow,
  createConcurrencyWindow,
} from '@titular/server/webhooks/queue/concurrency-window.ts';
import { asId } from '@titular/test-kit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture.close();
});

const readEndpoint = (endpointId: EndpointId) =>
  fixture.database.db
    .selectFrom('webhook_endpoints')
    .select(['enabled', 'disabled_reason', 'failing_since', 'failures'])
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow();

describe('an endpoint that keeps failing', () => {
  const DAY_SECONDS = 86_400;

  test('is switched off after five days, its queue ended and its owner told; a success in between starts anew (R42)', async () => {
    let isWell = false;
    const receiver = await fixture.receive(() => ({ status: isWell ? 200 : 500 }));
    const owner = await fixture.receive();
    const companyId = await fixture.newCompany();
    const { endpointId, secret } = await fixture.register(companyId, receiver.url, { maximumAttempts: 2 });
    receiver.trust(secret);
    owner.trust((await fixture.register(companyId, owner.url, { eventTypes: ['endpoint.disabled'] })).secret);
    const fail = async (times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) await fixture.record(companyId);
      await fixture.sendDue();
    };
    await fail(9);
    expect(await readEndpoint(endpointId)).toMatchObject({
      failing_since: fixture.clock.now(),
      failures: 9,
    });
    isWell = true;
    fixture.clock.advanceSeconds(60);
    await fail(1);
    expect(await readEndpoint(endpointId)).toMatchObject({ failing_since: null, failures: 0 });
    isWell = false;
    const minutes = 12;
    for (let minute = 0; minute < minutes; minute += 1) {
      await fail(1);
      fixture.clock.advanceSeconds(60);
    }
    fixture.clock.advanceSeconds(5 * DAY_SECONDS - minutes * 60 - 1);
    await fail(1);
    expect(await readEndpoint(endpointId)).toMatchObject({ enabled: true });
    // It rests for a minute after so many failures.
    fixture.clock.advanceSeconds(60);
    await fail(1);
    expect(await readEndpoint(endpointId)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    await fixture.sendAll();
    expect(JSON.parse((await owner.next()).body)).toMatchObject({ endpointId, reason: 'failing' });
    const own = (await fixture.listDeliveries()).filter((one) => one.endpoint_id === endpointId);
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
  const failing = { maximumAtOnce: 500, isFailing: true };
  const name = (endpointId: string, tenantId = endpointId) => ({
    tenantId: asId(tenantId),
    endpointId: asId(endpointId),
  });

  /** What it would hold for an endpoint now. */
  const roomOf = (window: ConcurrencyWindow, one: ReturnType<typeof name>, endpoint = well): number => {
    const count = window.reserve(one, endpoint);
    window.giveBack(one, count);
    return count;
  };
  const finish = (
    window: ConcurrencyWindow,
    one: ReturnType<typeof name>,
    result: 'success' | 'failure',
    endpoint = well,
  ) => {
    const count = window.reserve(one, endpoint);
    window.giveBack(one, count - 1);
    window.end(one, result);
  };

  test('opens with each success up to the limit of the endpoint, and halves with each failure down to one', () => {
    const window = createConcurrencyWindow();
    const one = name('a');
    const limited = { maximumAtOnce: 50, isFailing: false };
    expect(roomOf(window, one)).toBe(10);
    for (let count = 0; count < 600; count += 1) finish(window, one, 'success', limited);
    expect(roomOf(window, one, limited)).toBe(50);
    const rooms: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      finish(window, one, 'failure');
      rooms.push(roomOf(window, one));
    }
    expect(rooms).toEqual([25, 12, 6, 3, 1, 1, 1]);
    expect(window.held()).toBe(0);
  });

  test('begins at one for an endpoint that is known to fail, also after it was only looked at', () => {
    const window = createConcurrencyWindow();
    expect(window.isOpen(name('a'))).toBe(true);
    expect(window.reserve(name('a'), failing)).toBe(1);
    expect(window.isOpen(name('a'))).toBe(false);
  });

  test('leaves half of all room to the living, however many are dead', () => {
    const window = createConcurrencyWindow(100);
    for (let endpoint = 0; endpoint < 1_000; endpoint += 1) window.reserve(name(`dead ${endpoint}`), failing);
    expect(window.held()).toBe(50);
    expect(roomOf(window, name('living'))).toBe(10);
  });

  test('has room for one more tenant, however many endpoints of others are slow and succeed', () => {
    const window = createConcurrencyWindow(1_000);
    const slow = Array.from({ length: 60 }, (_, index) => name(`slow ${index}`, `tenant ${index % 3}`));
    for (const one of slow) for (let count = 0; count < 500; count += 1) finish(window, one, 'success');
    for (let round = 0; round < 20; round += 1) for (const one of slow) window.reserve(one, well);
    expect(window.held()).toBeLessThanOrEqual(1_000);
    expect(roomOf(window, name('neighbour'))).toBe(10);
  });

  test('counts what is held at once: together endpoints never get more than there is', () => {
    const window = createConcurrencyWindow(100);
    let sum = 0;
    for (let endpoint = 0; endpoint < 200; endpoint += 1)
      sum += window.reserve(name(`new ${endpoint}`), well);
    expect(sum).toBe(window.held());
    expect(sum).toBeLessThanOrEqual(100);
  });

  test('forgets what is idle and keeps what is not', () => {
    const window = createConcurrencyWindow();
    for (const one of ['a', 'b'])
      for (let count = 0; count < 30; count += 1) finish(window, name(one), 'success');
    window.reserve(name('b'), { maximumAtOnce: 5, isFailing: false });
    window.deleteIdle();
    expect([roomOf(window, name('a')), roomOf(window, name('b'))]).toEqual([10, 35]);
  });
});

describe('an endpoint rests', () => {
  test.each([
    [1, 0, 0],
    [4, 0, 0],
    [5, 0, 1],
    [7, 0, 4],
    [11, 0, 60],
    [1_000, 0, 60],
    [1, 30, 30],
    [11, 30, 60],
    [1, 86_400, 3_600],
  ])('after %s failures, asked for %s seconds, for %s', (failures, wished, seconds) => {
    expect(backOffSeconds(failures, wished)).toBe(seconds);
  });

  test('with all its deliveries when it asks for that, and no longer than when somebody asks for one (R42)', async () => {
    const receiver = await fixture.receive(() => ({ status: 503, headers: { 'retry-after': '600' } }));
    const companyId = await fixture.newCompany();
    receiver.trust((await fixture.register(companyId, receiver.url)).secret);
    for (let count = 0; count < 100; count += 1) await fixture.record(companyId);
    await fixture.sendDue();
    const asked = receiver.deliveries.length;
    expect(asked).toBeLessThanOrEqual(10);
    fixture.clock.advanceSeconds(599);
    await fixture.sendDue();
    expect(receiver.deliveries).toHaveLength(asked);
    const { delivery_id: id } = (await fixture.listDeliveries()).at(-1) ?? {};
    await reopenDelivery(fixture.database.db, fixture.tenantId, asId(id ?? ''), fixture.clock.now());
    await fixture.sendDue();
    expect(receiver.deliveries.length).toBeGreaterThan(asked);
  });

  test('between its failures, longer each time, so that a long queue is no storm (R42)', async () => {
    const receiver = await fixture.receive(() => ({ status: 500 }));
    const companyId = await fixture.newCompany();
    receiver.trust((await fixture.register(companyId, receiver.url)).secret);
    for (let count = 0; count < 100; count += 1) await fixture.record(companyId);
    const counts: number[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      await fixture.sendDue();
      counts.push(receiver.deliveries.length);
      fixture.clock.advanceSeconds(60);
    }
    expect(counts[0]).toBeLessThanOrEqual(20);
    expect((counts.at(-1) ?? 0) - (counts[0] ?? 0)).toBeLessThanOrEqual(8);
  });
});

describe('an endpoint that is switched off', () => {
  const switchOff = (endpointId: EndpointId) =>
    fixture.database.db
      .updateTable('webhook_endpoints')
      .set({ enabled: false, disabled_reason: 'asked' })
      .where('endpoint_id', '=', endpointId)
      .execute();

  test('keeps the answer of what was under way', async () => {
    const release = Promise.withResolvers<{ status: number }>();
    const receiver = await fixture.receive(() => release.promise);
    const companyId = await fixture.newCompany();
    const { endpointId, secret } = await fixture.register(companyId, receiver.url, { maximumAtOnce: 1 });
    receiver.trust(secret);
    for (let count = 0; count < 2; count += 1) await fixture.record(companyId);
    await fixture.dispatcher.sweep();
    await receiver.next();
    await switchOff(endpointId);
    await fixture.dispatcher.sweep();
    release.resolve({ status: 200 });
    await fixture.dispatcher.idle();
    await fixture.sendDue();
    const states = (await fixture.listDeliveries()).map(({ state, attempts }) => [state, attempts]);
    expect(states.sort()).toEqual([
      ['delivered', 1],
      ['failed', 0],
    ]);
  });

  test('has what happened meanwhile as failed, so that it can be sent when it is on again', async () => {
    const receiver = await fixture.receive();
    const companyId = await fixture.newCompany();
    const { endpointId, secret } = await fixture.register(companyId, receiver.url, {
      statuses: ['processing'],
    });
    receiver.trust(secret);
    await switchOff(endpointId);
    await fixture.record(companyId, { status: 'processing' });
    await fixture.sendDue();
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'failed', attempts: 0 }]);
    await fixture.database.db.updateTable('webhook_endpoints').set({ enabled: true }).execute();
    const since = new Date(fixture.clock.now().getTime() - 60_000);
    fixture.clock.advanceSeconds(1);
    const wanted = { endpointId, since, limit: 10 };
    expect(await reopenFailed(fixture.database.db, fixture.tenantId, wanted, fixture.clock.now())).toBe(1);
    await fixture.sendDue();
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('by 410 from an address that it has no more stays on', async () => {
    const release = Promise.withResolvers<{ status: number }>();
    const receiver = await fixture.receive(() => release.promise);
    const companyId = await fixture.newCompany();
    const { endpointId, secret } = await fixture.register(companyId, receiver.url);
    receiver.trust(secret);
    await fixture.record(companyId);
    await fixture.dispatcher.sweep();
    await receiver.next();
    await fixture.database.db
      .updateTable('webhook_endpoints')
      .set({ url: 'https://new.example/' })
      .where('endpoint_id', '=', endpointId)
      .execute();
    release.resolve({ status: 410 });
    await fixture.dispatcher.idle();
    expect(await readEndpoint(endpointId)).toMatchObject({ enabled: true, failures: 0 });
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });
});

test('no more are under way to an endpoint at once than its limit says, over several processes', async () => {
  const release = Promise.withResolvers<{ status: number }>();
  const { promise } = release;
  const receiver = await fixture.receive(() => promise);
  const companyId = await fixture.newCompany();
  const { secret } = await fixture.register(companyId, receiver.url, { maximumAtOnce: 7, timeoutMs: 30_000 });
  receiver.trust(secret);
  for (let count = 0; count < 30; count += 1) await fixture.record(companyId);
  const others = Array.from({ length: 3 }, () => fixture.newDispatcher());
  const all = [fixture.dispatcher, ...others];
  for (let round = 0; round < 3; round += 1) await Promise.all(all.map((one) => one.sweep()));
  await expect.poll(() => receiver.deliveries.length).toBe(7);
  const claims = await fixture.database.db.selectFrom('delivery_claims').select('process_id').execute();
  expect(claims).toHaveLength(7);
  release.resolve({ status: 204 });
  await Promise.all(all.map((one) => one.idle()));
  await fixture.sendDue();
  expect(receiver.deliveries).toHaveLength(30);
});

test('a stop cuts short what is under way, counts no attempt, and leaves it to the next process at once (R45)', async () => {
  const receiver = await fixture.receive((_delivery, count) =>
    count === 1 ? new Promise<never>(() => undefined) : { status: 204 },
  );
  const companyId = await fixture.newCompany();
  receiver.trust((await fixture.register(companyId, receiver.url)).secret);
  await fixture.record(companyId);
  const stopped = fixture.newDispatcher();
  await stopped.sweep();
  await receiver.next();
  await stopped.stop();
  expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  await fixture.sendDue();
  expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});
