import { setTimeout as delay } from 'node:timers/promises';
import type { Nodes } from '../stage/nodes.ts';
import { ANSWER_LIMIT_MS, API, cardOf, fetchToken } from './requests.ts';
import { percentileOf } from './samples.ts';

/** What came of requests that were sent at a steady rate: answers by their status, 0 for none; the good ones a second that came while requests were sent; and the 99th percentile of all good ones. */
export type Offered = { perSecond: number; answers: Record<number, number>; goodput: number; p99Ms: number };

const TICK_MS = 10;

/** Offers creates to nodes in turn at a steady rate, whatever comes back; ends when each has had its answer. Times count from when a request was due. */
export async function offerCreates(
  { urls, demo }: Nodes,
  perSecond: number,
  milliseconds: number,
  prefix: string,
): Promise<Offered> {
  const token = await fetchToken(urls[0] ?? '', demo);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answers: Record<number, number> = {};
  const goodMs: number[] = [];
  let inTime = 0;
  const sinceMs = performance.now();
  const elapsedMs = (): number => performance.now() - sinceMs;

  async function create(number: number, dueMs: number): Promise<void> {
    const url = `${urls[number % urls.length]}${API}/transaction`;
    let status = 0;
    try {
      const body = cardOf(demo.companyId, `${prefix}-${number}`);
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      ({ status } = response);
    } catch {
      // No answer at all.
    }
    answers[status] = (answers[status] ?? 0) + 1;
    if (status !== 200) return;
    goodMs.push(elapsedMs() - dueMs);
    if (elapsedMs() <= milliseconds) inTime += 1;
  }

  const waiting: Promise<void>[] = [];
  while (elapsedMs() < milliseconds) {
    const due = Math.floor((elapsedMs() / 1_000) * perSecond);
    for (let number = waiting.length; number < due; number += 1)
      waiting.push(create(number, (number * 1_000) / perSecond));
    await delay(TICK_MS);
  }
  await Promise.all(waiting);
  return {
    perSecond,
    answers,
    goodput: (inTime * 1_000) / milliseconds,
    p99Ms: percentileOf(goodMs, 0.99),
  };
}
