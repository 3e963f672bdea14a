import { LIVENESS_RESULTS, PROCESS_RESULTS } from '@titular/contract';
import {
  admitCall,
  type Breaker,
  FAILURES_IN_A_ROW,
  MAX_RETRY_AFTER_MS,
  noteFailure,
  noteSuccess,
  PAUSE_MS,
  UNTRIED,
} from '@titular/server/kernel/network/services/breaker.ts';
import { retrySeconds } from '@titular/server/kernel/network/services/retry-seconds.ts';
import { decideOutcome } from '@titular/server/processes/external/platform-result.ts';
import { MAX_TRIES } from '@titular/server/processes/external/platform-retry.ts';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { verifyWebhook } from '@titular/server/webhooks/sender/verify-webhook.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('the breaker', () => {
  const failed = (times: number, nowMs: number): Breaker => {
    let breaker = UNTRIED;
    for (let time = 0; time < times; time += 1) breaker = noteFailure(breaker, nowMs);
    return breaker;
  };

  test('holds no call back before the fifth failure in a row', () => {
    expect(admitCall(failed(FAILURES_IN_A_ROW - 1, 1_000), 1_000).kind).toBe('admitted');
    expect(admitCall(failed(FAILURES_IN_A_ROW, 1_000), 1_000)).toEqual({ kind: 'refused', waitMs: PAUSE_MS });
    const between = noteFailure(noteSuccess(failed(FAILURES_IN_A_ROW - 1, 1_000)), 1_000);
    expect(admitCall(between, 1_000).kind).toBe('admitted');
  });

  test('a clock that is set back by a day holds nothing back for a day', () => {
    const breaker = failed(FAILURES_IN_A_ROW, 86_400_000);
    expect(admitCall(breaker, 0).kind).toBe('admitted');
  });

  type Step = { kind: 'call' | 'succeed' | 'fail'; retryAfterMs: number; pauseMs: number };
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('call', 'succeed', 'fail'),
    retryAfterMs: fc.constantFrom(0, 0, 5_000, 2 * MAX_RETRY_AFTER_MS),
    pauseMs: fc.constantFrom(0, 500, 10_000, PAUSE_MS),
  });

  /** Lives through the steps beside a plain account of what was asked and answered. */
  function live(steps: readonly Step[]): void {
    let breaker = UNTRIED;
    let [nowMs, underWay, inARow, closedUntilMs] = [1_000, 0, 0, 0];
    let isTried = false;
    for (const { kind, retryAfterMs, pauseMs } of steps) {
      nowMs += pauseMs;
      if (kind === 'call') {
        const admission = admitCall(breaker, nowMs);
        const isHeld = nowMs < closedUntilMs || (inARow >= FAILURES_IN_A_ROW && isTried);
        expect(admission.kind).toBe(isHeld ? 'refused' : 'admitted');
        if (admission.kind === 'refused') {
          expect(admission.waitMs).toBeGreaterThan(0);
          expect(admission.waitMs).toBeLessThanOrEqual(MAX_RETRY_AFTER_MS);
          continue;
        }
        breaker = admission.breaker;
        isTried = inARow >= FAILURES_IN_A_ROW;
        underWay += 1;
      } else if (underWay > 0) {
        underWay -= 1;
        isTried = false;
        inARow = kind === 'fail' ? inARow + 1 : 0;
        breaker = kind === 'fail' ? noteFailure(breaker, nowMs, retryAfterMs) : noteSuccess(breaker);
        const ownMs = inARow >= FAILURES_IN_A_ROW ? PAUSE_MS : 0;
        const wish = kind === 'fail' ? Math.max(ownMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)) : 0;
        closedUntilMs = Math.max(closedUntilMs, wish > 0 ? nowMs + wish : 0);
      }
    }
  }

  test('admits, for any course of calls and answers, what nobody asked to wait, and after a pause one at a time', () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 80 }), live), { numRuns: 1_000 });
  });
});

describe('tries to take a result', () => {
  test('double to a minute, come in the upper half of their pause, and last about an hour', () => {
    const longest = Array.from({ length: 9 }, (_, index) => retrySeconds(index + 1, 1, 0));
    expect(longest).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(retrySeconds(7, 0, 0)).toBe(30);
    expect(retrySeconds(1_000, 1, 0)).toBe(60);
    const inAll = Array.from({ length: MAX_TRIES - 1 }, (_, index) => retrySeconds(index + 1, 0.5, 0));
    const sum = inAll.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThan(2_100);
    expect(sum).toBeLessThan(3_600);
  });

  test('never come before the platform wants them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 0, max: 3_600 }),
        (tries, random, wished) => {
          const seconds = retrySeconds(tries, random, wished);
          expect(seconds).toBeGreaterThanOrEqual(Math.max(0.5, wished));
          expect(seconds).toBeLessThanOrEqual(Math.max(60, wished));
        },
      ),
    );
  });
});

describe('what the platform says', () => {
  const seen = { person: undefined, finishedAt: undefined };

  test('is an approval only when it is all right, of a live person who is not said to be another', () => {
    for (const result of [...PROCESS_RESULTS, undefined])
      for (const liveness of LIVENESS_RESULTS)
        for (const authentication of [
          'AUTHENTICATION_RESULT_POSITIVE',
          'AUTHENTICATION_RESULT_NEGATIVE',
        ] as const) {
          const state = 'PROCESS_STATE_FINISHED';
          const outcome = decideOutcome({ ...seen, state, result, liveness, authentication });
          const isGood =
            result === 'PROCESS_RESULT_OK' &&
            liveness === 'LIVENESS_RESULT_LIVE' &&
            authentication === 'AUTHENTICATION_RESULT_POSITIVE';
          expect(outcome.kind === 'ended' && outcome.event === 'approve').toBe(isGood);
        }
  });
});

describe('the signature of an event', () => {
  const secrets = [webhookSecret(Buffer.alloc(32, 1)), webhookSecret(Buffer.alloc(32, 2))];
  const other = webhookSecret(Buffer.alloc(32, 3));
  const now = new Date('2026-11-20T14:00:00Z');
  const body = '{"type":"process.finished","name":"João"}';
  const sign = (used: string[], at = now, id = 'msg_1') => signWebhook(id, at, body, used);
  const verify = (headers: Record<string, string | string[] | undefined>, bytes: string | Buffer = body) =>
    verifyWebhook(headers, Buffer.from(bytes), secrets, now);

  test('is good by either secret, alone or among others, within 300 seconds', () => {
    const [first = '', second = ''] = secrets;
    for (const used of [[first], [second], [other, second]]) expect(verify(sign(used))).toBe('msg_1');
    for (const seconds of [-300, 300])
      expect(verify(sign([first], new Date(now.getTime() + seconds * 1000)))).toBe('msg_1');
    for (const seconds of [-301, 301])
      expect(verify(sign([first], new Date(now.getTime() + seconds * 1000)))).toBeUndefined();
  });

  test('covers id, time and every byte', () => {
    const good = sign([secrets[0] ?? '']);
    expect(verify(good, `${body} `)).toBeUndefined();
    expect(verify({ ...good, 'webhook-id': 'msg_2' })).toBeUndefined();
    expect(verify({ ...good, 'webhook-timestamp': String(now.getTime() / 1000 - 1) })).toBeUndefined();
    expect(verify(sign([other]))).toBeUndefined();
  });

  test.each<[string, Record<string, string | string[] | undefined>]>([
    ['no id', { 'webhook-id': undefined }],
    ['an id that is too long', { 'webhook-id': 'x'.repeat(257) }],
    ['two ids', { 'webhook-id': ['a', 'b'] }],
    ['no time', { 'webhook-timestamp': undefined }],
    ['a time that is no number', { 'webhook-timestamp': '1e9' }],
    ['no signature', { 'webhook-signature': undefined }],
    ['an empty one', { 'webhook-signature': '' }],
    ['another version', { 'webhook-signature': 'v2,AAAA' }],
    ['a short one', { 'webhook-signature': 'v1,AAAA' }],
  ])('is not good with %s', (_what, change) => {
    expect(verify({ ...sign([secrets[0] ?? '']), ...change })).toBeUndefined();
  });

  test('is not looked for among more than ten', () => {
    const good = sign([secrets[0] ?? ''])['webhook-signature'];
    const filler = Array(9).fill(`v1,${'A'.repeat(43)}=`);
    const with10 = [...filler, good].join(' ');
    const with11 = ['v1,A', ...filler, good].join(' ');
    expect(verify({ ...sign([]), 'webhook-signature': with10 })).toBe('msg_1');
    expect(verify({ ...sign([]), 'webhook-signature': with11 })).toBeUndefined();
  });
});
