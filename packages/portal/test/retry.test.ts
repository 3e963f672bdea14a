import { describe, expect, test } from 'vitest';
import { Refused, Unreachable } from '../src/service/failures.ts';
import { askForSession, awayDelayMs, decideReadRetry, parseRetryAfter } from '../src/service/retry.ts';

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

describe('the question whose session it is', () => {
  /** Asks where each try ends with the next of these, and the last one is answered. */
  async function ask(...failures: Error[]): Promise<{ session: string | undefined; waits: number[] }> {
    const waits: number[] = [];
    const session = await askForSession(
      async () => {
        const failure = failures.shift();
        if (failure) throw failure;
        return 'of Ana';
      },
      async (ms) => void waits.push(ms),
    );
    return { session, waits };
  }

  test('goes on while the service is away, faulty or busy, never sooner than a Retry-After of up to 30 s: none of it signs anybody out (P57)', async () => {
    const busy = new Refused('42906', 429, undefined, 10);
    expect(await ask(new Unreachable(), new Refused('50003', 500), busy)).toEqual({
      session: 'of Ana',
      waits: [1_000, 2_000, 10_000],
    });
    expect(await ask(new Refused('42906', 429))).toEqual({ session: 'of Ana', waits: [1_000] });
    expect((await ask(new Refused('42906', 429, undefined, 999_999))).waits).toEqual([30_000]);
  });

  test('ends where the service says that there is none', async () => {
    expect(await ask(new Refused('40340', 403))).toEqual({ session: undefined, waits: [] });
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
