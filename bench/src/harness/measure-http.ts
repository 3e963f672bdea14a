import autocannon from 'autocannon';

/** Requests that were answered, how many a second, and the 99th percentile of their times in milliseconds. */
export type HttpResult = { answered: number; perSecond: number; p99Ms: number; failures: number };

/** One request of the load; `next` makes the body of each. */
export type Load = {
  url: string;
  method: 'GET' | 'POST';
  next: () => { path: string; body?: string; headers: Record<string, string> };
};

/** At full speed unless a rate is named; `status` is the one that counts as answered, 200 if left out. */
type Way = { ratePerSecond?: number; status?: number };

/** Sends a load for some seconds over 64 connections; any other status than the expected one is a failure. */
export async function measureHttp(
  load: Load,
  seconds: number,
  { ratePerSecond, status = 200 }: Way = {},
): Promise<HttpResult> {
  const result = await autocannon({
    url: load.url,
    connections: 64,
    duration: seconds,
    ...(ratePerSecond ? { overallRate: Math.round(ratePerSecond) } : {}),
    requests: [
      {
        method: load.method,
        setupRequest: (request) => {
          const { path, body, headers } = load.next();
          return { ...request, path, headers, ...(body ? { body } : {}) };
        },
      },
    ],
  });
  const counts = result.statusCodeStats as Record<string, { count: number }> | undefined;
  const answered = counts?.[status]?.count ?? 0;
  return {
    answered,
    perSecond: answered / result.duration,
    p99Ms: result.latency.p99,
    failures: result['2xx'] + result.non2xx - answered + result.errors,
  };
}
