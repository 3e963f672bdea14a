import { refusal, type Step, startScripted, status } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import {
  TitularApiError,
  TitularTimeoutError,
  type WebhookEvent,
  type WebhookEventOf,
} from '../src/index.ts';
import { pollPauseMs } from '../src/wait-for-end.ts';
import { clientOf } from './scripted-service.ts';
import { createTestClock, TIMEOUT_MS } from './test-clock.ts';

const ID = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const LIMIT_MS = 600_000;
const COVER_MS = 60_000;

const ended = (
  transactionId = ID,
  id: string = crypto.randomUUID(),
): WebhookEventOf<'transaction.finished'> => ({
  id,
  type: 'transaction.finished',
  time: '2026-01-01T12:00:00.000Z',
  environment: 'test',
  transactionId,
  status: 'approved',
  sequence: 3,
});

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A client whose limit and whose seldom readings stand until the test ends them. */
async function waiting() {
  const service = await startScripted();
  const clock = createTestClock([TIMEOUT_MS, LIMIT_MS, COVER_MS]);
  return { service, ...clientOf(service, { clock }), clock };
}

describe('without events', () => {
  test('a wait asks ever more seldom, from 2 s to 30 s, until the status is final', async () => {
    const { service, client, clock } = await waiting();
    service.script.push(...Array<Step>(9).fill(status('waiting')), {
      status: 200,
      body: { status: 'approved', hasIdentityChanged: true },
    });
    expect(await client.waitForFinal(ID)).toEqual({ status: 'approved', hasIdentityChanged: true });
    expect(clock.slept).toEqual([2000, 3000, 4500, 6750, 10125, 15188, 22781, 30000, 30000]);
  });

  test('a wait goes on over a status that it does not know, and ends at once where there is nothing to wait for', async () => {
    const { service, client, clock } = await waiting();
    service.script.push(status('pondering'), status('shared'), status('expired'), status('canceled'));
    expect(await client.waitForFinal(ID)).toEqual({ status: 'expired' });
    expect(clock.slept.length).toBe(2);
    expect(await client.waitForFinal(ID)).toEqual({ status: 'canceled' });
    expect(clock.slept.length).toBe(2);
  });

  test('a wait outlives faults, honours Retry-After and retries in one layer (R71, R72)', async () => {
    const { service, client, clock } = await waiting();
    service.script.push(
      refusal('42901', { 'retry-after': '17' }),
      'reset',
      refusal('50001'),
      status('waiting'),
      refusal('50001'),
      status('approved'),
    );
    expect(await client.waitForFinal(ID)).toEqual({ status: 'approved' });
    expect(clock.slept).toEqual([17_000, 2000, 4000, 6750, 1000]);
    expect(service.seen.length).toBe(6);
  });

  test('a wait pauses for a second at least, though a fault or a wrong clock says that none is needed (R71)', async () => {
    const { service, client, clock } = await waiting();
    const hasty = ['0', 'Thu, 01 Jan 1970 00:00:30 GMT'].map((after) =>
      refusal('42901', { 'retry-after': after }),
    );
    service.script.push(...hasty, status('approved'));
    expect(await client.waitForFinal(ID)).toEqual({ status: 'approved' });
    expect(clock.slept).toEqual([1000, 1000]);
  });

  test('a wait ends with what will not pass by itself', async () => {
    const { service, client } = await waiting();
    service.script.push(status('waiting'), refusal('40401'));
    const error = await caught(client.waitForFinal(ID));
    expect(error).toBeInstanceOf(TitularApiError);
    expect(error).toMatchObject({ code: '40401' });
  });

  test('pauses grow by chance by a quarter at most', () => {
    expect([pollPauseMs(1, false, 0), pollPauseMs(1, false, 1)]).toEqual([2000, 2500]);
    expect([pollPauseMs(99, false, 0), pollPauseMs(99, false, 1)]).toEqual([30_000, 37_500]);
    expect([pollPauseMs(1, true, 0), pollPauseMs(99, true, 0)]).toEqual([60_000, 300_000]);
  });
});

describe('with events', () => {
  test('a wait reads once at its start and once when its event came, and never between', async () => {
    const { service, client, clock } = await waiting();
    client.events.accept(ended('another'));
    const wait = client.waitForFinal(ID);
    await service.arrived(1);
    client.events.accept(ended('yet-another'));
    client.events.accept({ ...ended(), type: 'transaction.changed', status: 'processing' });
    for (const _ of [1, 2, 3]) await client.limits();
    expect(service.seen.length).toBe(4);
    service.script.push({ status: 200, body: { status: 'approved', hasIdentityChanged: false } });
    client.events.accept(ended());
    expect(await wait).toEqual({ status: 'approved', hasIdentityChanged: false });
    expect(service.seen.length).toBe(5);
    expect(clock.slept).toEqual([]);
  });

  test('a wait asks every minute or more too, so that an event that got lost costs no more than that', async () => {
    const { service, client, clock } = await waiting();
    client.events.accept(ended('another'));
    const wait = client.waitForFinal(ID);
    await service.arrived(1);
    service.script.push(status('approved'));
    await expect.poll(() => caught(Promise.resolve().then(() => clock.fire(COVER_MS)))).toBe(undefined);
    expect(await wait).toEqual({ status: 'approved' });
    expect(service.seen.length).toBe(2);
  });

  test('alone, a wait asks no more after its start, but where a reading failed', async () => {
    const { service, client, clock } = await waiting();
    service.script.push(refusal('50001'), status('waiting'));
    const wait = client.waitForFinal(ID, { events: 'only' });
    await service.arrived(2);
    service.script.push('reset', status('approved'));
    client.events.accept(ended());
    expect(await wait).toEqual({ status: 'approved' });
    expect(service.seen.length).toBe(4);
    expect(clock.slept).toEqual([1000, 1000]);
  });

  test('an event that comes while a wait is reading is not lost', async () => {
    const service = await startScripted();
    const tell: (() => void)[] = [];
    const clock = createTestClock([TIMEOUT_MS, LIMIT_MS]);
    const { client } = clientOf(service, { clock, hooks: { onResponse: () => tell.pop()?.() } });
    await client.limits();
    tell.push(() => client.events.accept(ended()));
    service.script.push(status('processing'), status('approved'));
    expect(await client.waitForFinal(ID, { events: 'only' })).toEqual({ status: 'approved' });
    expect([tell.length, service.seen.length]).toEqual([0, 3]);
  });

  test('all waits for one transaction end, each of them once, and events without a wait are forgotten', async () => {
    const { service, client } = await waiting();
    client.events.accept(ended());
    const waits = [1, 2, 3].map(() => client.waitForFinal(ID));
    await service.arrived(3);
    service.script.push(...Array<Step>(3).fill(status('approved')));
    client.events.accept(ended());
    expect(await Promise.all(waits)).toEqual(Array(3).fill({ status: 'approved' }));
    expect(service.seen.length).toBe(6);
    client.events.accept(ended());
    expect(service.seen.length).toBe(6);
  });

  test.each([
    ['process.finished', 'PROCESS_STATE_FINISHED'],
    ['process.failed', 'PROCESS_STATE_FAILED'],
  ] as const)('a process is waited for in the same way, and %s ends the wait', async (type, final) => {
    const { service, client } = await waiting();
    const process = (state: string): Step => ({ status: 200, body: { process: { id: ID, state } } });
    service.script.push(process('PROCESS_STATE_CREATED'));
    const wait = client.processes.waitForFinal(ID, { events: 'only' });
    await service.arrived(1);
    service.script.push(process(final));
    const [time, environment] = ['2026-01-01T12:00:00.000Z', 'test'] as const;
    const event = { id: crypto.randomUUID(), type, time, environment, processId: ID, state: final };
    client.events.accept(event as WebhookEvent);
    expect(await wait).toMatchObject({ process: { state: final } });
    expect(service.seen.map(({ path }) => path)).toEqual(Array(2).fill(`/client/v1/process/${ID}`));
  });
});

describe('a wait ends early', () => {
  test('when its limit has passed, with an error that tells it', async () => {
    const { service, client, clock } = await waiting();
    const wait = caught(client.waitForFinal(ID, { events: 'only' }));
    await service.arrived(1);
    clock.fire(LIMIT_MS);
    const error = await wait;
    expect(error).toBeInstanceOf(TitularTimeoutError);
    expect(error).toMatchObject({ kind: 'timeout', timeoutMs: LIMIT_MS });
  });

  test('at once when its signal aborts, while it reads and while it pauses', async () => {
    const reason = new Error('left');
    const { service, client } = await waiting();
    service.script.push('hang');
    const reading = new AbortController();
    const first = caught(client.waitForFinal(ID, { signal: reading.signal }));
    await service.arrived(1);
    reading.abort(reason);
    expect(await first).toBe(reason);
    const pausing = new AbortController();
    const hooks = { onResponse: () => void setTimeout(() => pausing.abort(reason), 0) };
    const { client: other } = clientOf(service, { hooks, clock: createTestClock([TIMEOUT_MS, LIMIT_MS]) });
    expect(await caught(other.waitForFinal(ID, { signal: pausing.signal, events: 'only' }))).toBe(reason);
    expect(await caught(other.waitForFinal(ID, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  test('never by itself with a limit of Infinity, and not at all with one that is none', async () => {
    const { service, client } = await waiting();
    service.script.push(...Array<Step>(40).fill(status('waiting')), status('approved'));
    expect(await client.waitForFinal(ID, { timeoutMs: Number.POSITIVE_INFINITY, events: 'never' })).toEqual({
      status: 'approved',
    });
    for (const timeoutMs of [0, -1, Number.NaN])
      expect(await caught(client.waitForFinal(ID, { timeoutMs }))).toBeInstanceOf(TypeError);
  });
});
