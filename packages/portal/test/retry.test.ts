import { describe, expect, test } from 'vitest';
import { awayDelayMs, decideReadRetry, parseRetryAfter } from '../src/service/retry.ts';

describe('a server that is away', () => {
  test('is asked again after 1, 2, 4, 8, 16 and then every 30 seconds (P57)', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 100].map((tries) => awayDelayMs(tries) / 1_000)).toEqual([
      1, 2, 4, 8, 16, 30, 30, 30,
    ]);
  });

  test('is asked for a read without end (P57)', () => {
    expect(decideReadRetry({ kind: 'unreachable' }, 500)).toBe(30_000);
  });
});

describe('a read that was refused', () => {
  test('is asked again where the server is busy, as long after as it said, three times at most', () => {
    const busy = { kind: 'refused', status: 429, retryAfterSeconds: 2 } as const;
    expect([1, 2, 3].map((tries) => decideReadRetry(busy, tries))).toEqual([2_000, 2_000, undefined]);
  });

  test.each([400, 403, 404, 500])('with status %i is not asked again', (status) => {
    expect(decideReadRetry({ kind: 'refused', status }, 1)).toBeUndefined();
  });
});

test('Retry-After is read in seconds alone', () => {
  expect(['5', ' 60 ', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', '', null].map(parseRetryAfter)).toEqual([
    5,
    60,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
