import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const POLICY = { ratePerSecond: 10, rateBurst: 10 };
const SECONDS = 6;
/** Fits into what half a burst leaves: the other half may be lent to processes in advance. */
const MOST_OPEN = 4;

let service: TestService;
let second: TestService;

beforeAll(async () => {
  service = await startTestService();
  second = await startTestService({ sharedWith: service });
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends at a constant rate, whether or not earlier requests were answered, and tells how many seconds lay between the first request and the last answer. */
async function offer(
  perSecond: number,
  send: (index: number) => Promise<Answer>,
): Promise<{ answers: Answer[]; seconds: number }> {
  const start = performance.now();
  const calls = Array.from({ length: Math.floor(perSecond * SECONDS) }, async (_, index) => {
    await after((index * 1000) / perSecond);
    return send(index);
  });
  const answers = await Promise.all(calls);
  return { answers, seconds: (performance.now() - start) / 1000 };
}

/**
 * Sends as a client that keeps its rate even on a machine that stands still at times: never less than one interval after the request
 * before, and never with more than `MOST_OPEN` unanswered. Due times alone would send all that a pause held back at once, which is a burst.
 */
async function keepTo(perSecond: number, send: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  for (let index = 0; index < perSecond * SECONDS; index += 1) {
    await after(1_000 / perSecond);
    while (open.size >= MOST_OPEN) await Promise.race(open);
    const call: Promise<void> = send(index).then((answer) => {
      answers.push(answer);
      open.delete(call);
    });
    open.add(call);
  }
  await Promise.all(open);
  return answers;
}

const isRefused = ({ status }: Answer): boolean => status === 429;

/** Both operations in turn, and every other pair of them at the second service. */
const spread =
  (merchant: Merchant) =>
  (index: number): Promise<Answer> => {
    const target = index % 4 < 2 ? service : second;
    return index % 2 ? merchant.create({}, target) : merchant.read(unknownId, target);
  };

function expectRefusal({ body, headers }: Answer): void {
  expect(body['code']).toBe('42901');
  expect(headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
}

describe.concurrent('a tenant with 10 requests a second', () => {
  test('is never refused at 9.9 a second (R66)', async () => {
    const merchant = await newMerchant(service, POLICY);
    const answers = await keepTo(9.9, () => merchant.read(unknownId));
    expect(answers.filter(isRefused)).toEqual([]);
  });

  test('is never refused at 9.9 a second over two services and two operations (R66)', async () => {
    const merchant = await newMerchant(service, POLICY);
    const answers = await keepTo(9.9, spread(merchant));
    expect(answers.filter(isRefused)).toEqual([]);
  });

  test.each([
    ['at one service', (merchant: Merchant) => () => merchant.read(unknownId)],
    ['over two services and two operations', spread],
  ])('at 20 a second %s gets what the rate and one burst allow (R66)', async (_where, sendAs) => {
    const merchant = await newMerchant(service, POLICY);
    const { answers, seconds } = await offer(20, sendAs(merchant));
    const refused = answers.filter(isRefused);
    const { ratePerSecond, rateBurst } = POLICY;
    expect(answers.length - refused.length).toBeLessThanOrEqual(ratePerSecond * seconds + rateBurst);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(rateBurst);
    refused.forEach(expectRefusal);
  });

  test('is let in whenever it has waited as Retry-After says, at either service (R66)', async () => {
    const obey = async (merchant: Merchant): Promise<{ obeyed: number; refusedAgain: number }> => {
      const counts = { obeyed: 0, refusedAgain: 0 };
      const send = spread(merchant);
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => send(index)));
        const refused = answers.filter(isRefused);
        refused.forEach(expectRefusal);
        const waits = refused.map(({ headers }) => Number(headers.get('retry-after')));
        if (waits.length === 0) continue;
        await after(Math.max(...waits) * 1000);
        // As many as one second gives back come at once, so that each is a client of its own that obeyed.
        const again = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index)));
        counts.obeyed += again.length;
        counts.refusedAgain += again.filter(isRefused).length;
      }
      return counts;
    };
    const merchants = await Promise.all(Array.from({ length: 4 }, () => newMerchant(service, POLICY)));
    const counts = await Promise.all(merchants.map(obey));
    const sum = (key: 'obeyed' | 'refusedAgain') => counts.reduce((total, one) => total + one[key], 0);
    expect(sum('obeyed')).toBeGreaterThan(0);
    expect(sum('refusedAgain') / sum('obeyed')).toBeLessThanOrEqual(0.01);
  });
});
