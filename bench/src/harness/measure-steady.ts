import { startChild } from './child.ts';
import type { HttpResult } from './measure-http.ts';
import type { LoadPlan, LoadResult, Message } from './send-load.ts';

const CONNECTIONS = 64;

/** Sends messages to a server at a rate from a process of its own; times count from when each was due, and any status but 200 is a failure. */
export async function measureSteadily(
  url: string,
  messages: readonly Message[],
  {
    seconds,
    ratePerSecond,
    leadSeconds = 0,
  }: { seconds: number; ratePerSecond: number; leadSeconds?: number },
): Promise<HttpResult> {
  const sender = await startChild('harness/send-load.ts', '');
  try {
    const port = Number(new URL(url).port);
    const plan: LoadPlan = {
      ...{ port, connections: CONNECTIONS, ratePerSecond, messages },
      ...{ leadSeconds, seconds: leadSeconds + seconds },
    };
    const { answered, perSecond, p99Ms, byStatus } = await sender.ask<LoadResult>(plan);
    return { answered, perSecond, p99Ms, failures: answered - (byStatus[200] ?? 0) };
  } finally {
    await sender.stop();
  }
}
