import { describe, expect, test } from 'vitest';
import {
  decideRetry,
  FRAME_TRIES,
  followDelayMs,
  isPassing,
  parseRetryAfter,
  pollDelayMs,
  type TryResult,
} from '../src/service/retry.ts';

const answer = (status: number, retryAfterSeconds?: number): TryResult => ({
  kind: 'answer',
  status,
  retryAfterSeconds,
});
const unreachable: TryResult = { kind: 'unreachable' };

describe('retry schedule', () => {
  test('a link that is out is asked for every two seconds while somebody looks, and seldom in the background', () => {
    expect([followDelayMs(false), followDelayMs(true)]).toEqual([2_000, 10_000]);
  });

  test.each([200, 400, 403, 404])('an answer with status %i is used, not repeated (R58)', (status) => {
    expect(decideRetry(answer(status), 1, 5, 0)).toEqual({ kind: 'use' });
  });

  test.each([429, 500, 502, 503])('status %i and silence may pass, and are tried again (R58)', (status) => {
    expect(isPassing(answer(status))).toBe(true);
    expect(decideRetry(answer(status), 1, 5, 0).kind).toBe('retry');
    expect(decideRetry(unreachable, 1, 5, 0).kind).toBe('retry');
  });

  test('delays double from half a second and stop at five', () => {
    const delays = [1, 2, 3, 4, 5, 6, 12].map((tries) => decideRetry(unreachable, tries, 99, 0));
    expect(delays.map((decision) => decision.kind === 'retry' && decision.delayMs)).toEqual([
      500, 1000, 2000, 4000, 5000, 5000, 5000,
    ]);
  });

  test('chance shortens a delay by at most a quarter', () => {
    expect(decideRetry(unreachable, 3, 9, 0.999)).toEqual({ kind: 'retry', delayMs: 1501 });
  });

  test('a Retry-After of the server is kept, up to a minute', () => {
    expect(decideRetry(answer(429, 7), 1, 9, 0)).toEqual({ kind: 'retry', delayMs: 7000 });
    expect(decideRetry(answer(429, 86_400), 1, 9, 0)).toEqual({ kind: 'give-up' });
    expect(decideRetry(answer(503, 86_400), 1, 9, 0)).toEqual({ kind: 'retry', delayMs: 60_000 });
  });

  test('tries are bounded', () => {
    expect(decideRetry(unreachable, FRAME_TRIES, FRAME_TRIES, 0)).toEqual({ kind: 'give-up' });
  });

  test.each([
    ['3', 3],
    [' 12 ', 12],
    [null, undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('Retry-After %j reads as %j', (header, seconds) => {
    expect(parseRetryAfter(header)).toBe(seconds);
  });
});

describe('polling', () => {
  test('is brisk while a decision usually takes, slows from one second to three, and ends after three minutes', () => {
    expect(pollDelayMs(0)).toBe(400);
    expect(pollDelayMs(3_999)).toBe(400);
    expect(pollDelayMs(4_000)).toBe(1_000);
    expect(pollDelayMs(20_000)).toBe(2_000);
    expect(pollDelayMs(170_000)).toBe(3_000);
    expect(pollDelayMs(180_001)).toBeUndefined();
  });
});
