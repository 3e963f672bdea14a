import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { refusal, type Step, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { TitularTimeoutError } from '../src/index.ts';
import { clientOf } from './scripted-service.ts';
import { createTestClock, DEADLINE_MS, TIMEOUT_MS } from './test-clock.ts';

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the deadline of a call', () => {
  const later = (seconds: number): Step[] =>
    Array<Step>(20).fill(refusal('42901', { 'retry-after': String(seconds) }));

  test('is 600 s, and ends a request that hangs though each try might last longer', async () => {
    const service = await startScripted();
    service.script.push('hang');
    const { client, clock } = clientOf(service);
    const reading = caught(client.transactions.create(CASE_REQUEST, { idempotencyKey: 'order-1001' }));
    await service.arrived(1);
    clock.fire(DEADLINE_MS);
    const error = await reading;
    expect(error).toBeInstanceOf(TitularTimeoutError);
    expect(error).toMatchObject({ timeoutMs: 600_000, retryable: true, idempotencyKey: 'order-1001' });
    expect([service.seen.length, clock.slept]).toEqual([1, []]);
  });

  test('ends the wait of each call for a token that they share, and the others go on', async () => {
    const service = await startScripted();
    service.tokenScript.push('hang');
    const clock = createTestClock([TIMEOUT_MS, 1234]);
    const { client } = clientOf(service, { clock });
    const [hurried, patient] = [
      caught(client.transactions.get(CASE_ID, { deadlineMs: 1234 })),
      client.transactions.get(CASE_ID),
    ];
    await service.arrived(1, 'tokens');
    clock.fire(1234);
    expect(await hurried).toMatchObject({ kind: 'timeout', timeoutMs: 1234 });
    clock.fire(TIMEOUT_MS);
    expect(await patient).toEqual({ status: 'waiting' });
    expect(clock.slept).toEqual([1000]);
  });

  test('is the longest of those who wait for one token, as for its retries', async () => {
    const service = await startScripted();
    service.tokenScript.push(refusal('42901', { 'retry-after': '100' }));
    const clock = createTestClock([TIMEOUT_MS, 1234]);
    const { client } = clientOf(service, { clock });
    const hurried = caught(client.transactions.get(CASE_ID, { deadlineMs: 1234 }));
    expect(await client.transactions.get(CASE_ID)).toEqual({ status: 'waiting' });
    await hurried;
    expect([clock.slept, service.tokenRequests.length]).toEqual([[100_000], 2]);
  });

  test.each([
    [{}, {}, [250, 250]],
    [{ deadlineMs: 300_000 }, {}, [250]],
    [{ deadlineMs: 300_000 }, { deadlineMs: 800_000 }, [250, 250, 250]],
    [{ deadlineMs: Number.POSITIVE_INFINITY }, {}, [250, 250, 250, 250, 250]],
  ])('begins no wait that would pass it: client %j, call %j', async (ofClient, ofCall, waits) => {
    const service = await startScripted();
    service.script.push(...later(250));
    const clock = createTestClock([TIMEOUT_MS, 300_000, 800_000]);
    const { client } = clientOf(service, { clock, ...ofClient });
    expect(await caught(client.transactions.get(CASE_ID, ofCall))).toMatchObject({
      kind: 'api',
      code: '42901',
    });
    expect(clock.slept).toEqual(waits.map((seconds) => seconds * 1000));
  });

  test.each([-3_600_000, 3_600_000])(
    'is as long though the time of day is set %i ms on meanwhile, and so is the life of a token',
    async (stepMs) => {
      const service = await startScripted();
      service.script.push(...later(250));
      const clock = createTestClock();
      const durations: number[] = [];
      const hooks = {
        onRetry: () => clock.set(clock.now() + stepMs),
        onResponse: ({ durationMs }: { durationMs: number }) => {
          durations.push(durationMs);
        },
      };
      const { client } = clientOf(service, { clock, hooks });
      expect(await caught(client.transactions.get(CASE_ID))).toMatchObject({ code: '42901' });
      expect(clock.slept).toEqual([250_000, 250_000]);
      expect(service.tokenRequests.length).toBe(1);
      expect(new Set(durations)).toEqual(new Set([0]));
    },
  );

  test.each([0, -1, Number.NaN])('is a TypeError where it is %j', async (deadlineMs) => {
    const service = await startScripted();
    expect(() => clientOf(service, { deadlineMs } as never)).toThrow('deadlineMs must be a number from 1');
    const { client } = clientOf(service);
    const error = await caught(client.transactions.get(CASE_ID, { deadlineMs } as never));
    expect(String(error)).toMatch(/^TypeError: deadlineMs must be a number from 1/);
    expect(service.seen.length).toBe(0);
  });
});
