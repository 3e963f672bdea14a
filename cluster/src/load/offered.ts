import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Nodes } from '../stage/nodes.ts';
import { type Calls, openCalls } from './calls.ts';
import { API, cardOf, fetchToken } from './requests.ts';
import { percentileOf } from './samples.ts';

/** One request: when it was due after the first, its answer's status, 0 for none, and how long after it was due that came. `writtenForMs` counts from when it was written to a connection, if it ever was. */
type OfferedSample = { dueMs: number; status: number; ms: number; writtenForMs?: number | undefined };

/** The status of an answer, 0 for none, and whether it refused without saying how long to wait. `writtenForMs` is how long it took on its connection, if it had one. */
type Told = { status: number; isUnwaited: boolean; writtenForMs: number | undefined };

/** What came of requests that were sent at a steady rate: answers by their status, 0 for none; the good ones a second that came while requests were sent; and the 99th percentile of all good ones, from when each was due. */
export type Offered = {
  perSecond: number;
  answers: Record<number, number>;
  goodput: number;
  p99Ms: number;
  /** The same from when each was written to a connection: what it waited here before is not the service's time. */
  writtenP99Ms: number;
  /** Requests that no connection was free for within the time of an answer. */
  unsent: number;
  samples: OfferedSample[];
  /** Orders of the good answers, which have to be there (I1). */
  acknowledged: string[];
  /** Answers of 429 and 503 without Retry-After. */
  unwaited: number;
  /** How late this process was itself, 99th percentile: where that is much, it is what was measured. */
  ownLagMs: number;
  /** Processors that this process kept busy while it sent: the service has so many less. */
  ownProcessors: number;
};

/** Whose creates are offered. */
export type Client = Pick<Nodes['demo'], 'clientId' | 'clientSecret'> & { companyId: string };

/** Connections that are kept to each node, as a balancer before it would. */
const MAX_CONNECTIONS = 512;
const TICK_MS = 10;
/** Statuses of who has too much to do. */
const BUSY = [429, 503];

const goodTimes = (
  samples: readonly OfferedSample[],
  timeOf: (sample: OfferedSample) => number = ({ ms }) => ms,
): number[] => samples.flatMap((sample) => (sample.status === 200 ? [timeOf(sample)] : []));

function countByStatus(samples: readonly OfferedSample[]): Record<number, number> {
  const answers: Record<number, number> = {};
  for (const { status } of samples) answers[status] = (answers[status] ?? 0) + 1;
  return answers;
}

/** Tells answers by their status, each with how often it came; 0 is no answer. */
export const describeAnswers = (answers: Readonly<Record<number, number>>): string =>
  Object.entries(answers)
    .map(([status, count]) => `${count} x ${status === '0' ? 'no answer' : status}`)
    .join(', ');

/** Milliseconds after which every create was good and none took longer than the limit: the end of the last second with another; 0 where there is none. */
export function recoveryOf({ samples }: Pick<Offered, 'samples'>, limitMs: number): number {
  const bad = samples.filter(({ status, ms }) => status !== 200 || ms > limitMs);
  return bad.reduce((last, { dueMs }) => Math.max(last, (Math.floor(dueMs / 1_000) + 1) * 1_000), 0);
}

/** Sends a create, and gives what was told. */
async function send(calls: Calls, url: string, headers: Record<string, string>, body: string): Promise<Told> {
  let writtenMs: number | undefined;
  const onWrite = (): void => {
    writtenMs = performance.now();
  };
  const { status = 0, retryAfter } = await calls.send({ method: 'POST', url, headers, body, onWrite });
  const writtenForMs = writtenMs === undefined ? undefined : performance.now() - writtenMs;
  return { status, isUnwaited: BUSY.includes(status) && retryAfter === undefined, writtenForMs };
}

/** Offers creates to nodes in turn at a steady rate, whatever comes back; ends when each has had its answer, and offers nothing more once the signal aborts. Times count from when a request was due. */
export async function offerCreates(
  { urls, demo }: Pick<Nodes, 'urls'> & { demo: Client },
  perSecond: number,
  milliseconds: number,
  prefix: string,
  signal?: AbortSignal,
): Promise<Offered> {
  const token = await fetchToken(urls[0] ?? '', demo);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const calls = openCalls(MAX_CONNECTIONS);
  const samples: OfferedSample[] = [];
  const lag = monitorEventLoopDelay({ resolution: TICK_MS });
  lag.enable();
  const acknowledged: string[] = [];
  let inTime = 0;
  let unwaited = 0;
  const [sinceMs, sinceUsage] = [performance.now(), process.cpuUsage()];
  const elapsedMs = (): number => performance.now() - sinceMs;

  async function create(number: number, dueMs: number): Promise<void> {
    const url = `${urls[number % urls.length]}${API}/transaction`;
    const order = `${prefix}-${number}`;
    const body = cardOf(demo.companyId, order);
    const { status, isUnwaited, writtenForMs } = await send(calls, url, headers, body);
    samples.push({ dueMs, status, ms: elapsedMs() - dueMs, writtenForMs });
    if (status === 200) acknowledged.push(order);
    if (isUnwaited) unwaited += 1;
    if (status === 200 && elapsedMs() <= milliseconds) inTime += 1;
  }

  const waiting: Promise<void>[] = [];
  while (elapsedMs() < milliseconds && !signal?.aborted) {
    const due = Math.floor((elapsedMs() / 1_000) * perSecond);
    for (let number = waiting.length; number < due; number += 1)
      waiting.push(create(number, (number * 1_000) / perSecond));
    await delay(TICK_MS);
  }
  const { user, system } = process.cpuUsage(sinceUsage);
  const ownProcessors = (user + system) / 1_000 / elapsedMs();
  await Promise.all(waiting);
  calls.close();
  lag.disable();
  const written = samples.filter(({ writtenForMs }) => writtenForMs !== undefined);
  const goodput = (inTime * 1_000) / milliseconds;
  const ownLagMs = lag.percentile(99) / 1_000_000;
  return {
    perSecond,
    answers: countByStatus(written),
    goodput,
    p99Ms: percentileOf(goodTimes(samples), 0.99),
    writtenP99Ms: percentileOf(
      goodTimes(written, ({ writtenForMs = 0 }) => writtenForMs),
      0.99,
    ),
    unsent: samples.length - written.length,
    samples,
    acknowledged,
    unwaited,
    ownLagMs,
    ownProcessors,
  };
}
