import { newId } from '@titular/server/kernel/base/id.ts';
import { claimDue, createUnsureClaims } from '@titular/server/webhooks/queue/claim-due.ts';
import {
  type ConcurrencyWindow,
  createConcurrencyWindow,
} from '@titular/server/webhooks/queue/concurrency-window.ts';
import { createHotSet, takeOpen } from '@titular/server/webhooks/queue/dispatcher.ts';
import { asId } from '@titular/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFixture } from './webhook-fixture.ts';

const well = { maximumAtOnce: 500, isFailing: false };
const name = (endpointId: string, tenantId = endpointId) => ({
  tenantId: asId(tenantId),
  endpointId: asId(endpointId),
});

describe('a sweep during a take', () => {
  test('takes no place from an endpoint for which nothing was reserved (R43)', () => {
    const window = createConcurrencyWindow(1);
    expect(window.reserve(name('a', 'tenant'), well)).toBe(1);
    expect(window.reserve(name('b', 'tenant'), well)).toBe(0);
    window.deleteIdle();
    window.giveBack(name('b', 'tenant'), 0);
    window.end(name('a', 'tenant'), 'success');
    expect(window.held()).toBe(0);
    expect(window.isOpen(name('b', 'tenant'))).toBe(true);
  });

  test('leaves the window as it was, with every claim in somebody’s hands (R43, R49)', async () => {
    const fixture = await openFixture();
    onTestFinished(fixture.close);
    const companyId = await fixture.newCompany();
    const names = [];
    for (const place of [1, 2, 3]) {
      const { endpointId } = await fixture.register(companyId, `https://receiver-${place}.example/`);
      names.push({ tenantId: fixture.tenantId, endpointId });
    }
    await fixture.record(companyId);
    const window = createConcurrencyWindow(1);
    const swept: ConcurrencyWindow = {
      ...window,
      reserve(one, endpoint) {
        const count = window.reserve(one, endpoint);
        window.deleteIdle();
        return count;
      },
    };
    const unsure = createUnsureClaims();
    const claimer = { processId: newId(), held: new Set<never>(), unsure };
    const now = fixture.clock.now();
    const taken = await claimDue(fixture.database.db, claimer, names, swept, now);
    expect(taken.map(({ claimed }) => claimed.length).toSorted()).toEqual([0, 0, 1]);
    expect(window.held()).toBe(1);
    expect(unsure.list(now)).toEqual([]);
  });
});

describe('a take', () => {
  /** As many endpoints that are ready, each of a tenant of its own. */
  const readyOf = (count: number) => {
    const ready = createHotSet();
    for (let place = 0; place < count; place += 1) ready.add(name(`ready ${place}`));
    return ready;
  };

  test('locks no more endpoints than there are free places, and leaves the rest for the next (R49)', () => {
    const window = createConcurrencyWindow(1_002);
    for (let place = 0; place < 100; place += 1) window.reserve(name(`slow ${place}`), well);
    expect(window.free()).toBe(2);
    const [ready, saturated] = [readyOf(5_000), createHotSet()];
    expect(takeOpen(ready, saturated, window)).toHaveLength(2);
    expect(ready.take()).toHaveLength(4_998);
    expect(saturated.isEmpty()).toBe(true);
  });

  test('locks at most two hundred, the first that were woken, and comes to all of them (R49)', () => {
    const window = createConcurrencyWindow(1_000);
    const [ready, saturated] = [readyOf(5_000), createHotSet()];
    const taken: string[] = [];
    while (!ready.isEmpty()) {
      const open = takeOpen(ready, saturated, window);
      expect(open.length).toBeLessThanOrEqual(200);
      taken.push(...open.map(({ endpointId }) => endpointId));
    }
    expect(taken).toEqual(Array.from({ length: 5_000 }, (_, place) => `ready ${place}`));
  });

  test('leaves endpoints without room to wait until something has ended', () => {
    const window = createConcurrencyWindow(1);
    window.reserve(name('slow'), well);
    const [ready, saturated] = [readyOf(300), createHotSet()];
    expect(takeOpen(ready, saturated, window)).toEqual([]);
    expect(ready.isEmpty()).toBe(true);
    expect(saturated.take()).toHaveLength(300);
  });
});
