import autocannon from 'autocannon';

/** Requests that were answered, how many a second, and the 99th percentile of their times in milliseconds. */
export type HttpResult = { answered: number; perSecond: number; p99Ms: number; failures: number };

/** One request of the load; `next` makes the body of each. */
export type Load = {
  url: string;
  method: 'GET' | 'POST';
  next: () => { path: string; body?: string; headers: Record<string, string> };
};

/** Sends a load at full speed for some seconds over 64 connections; any other status than the expected one is a failure. */
export async function measureHttp(load: Load, seconds: number, status = 200): Promise<HttpResult> {
  const result = await autocannon({
    url: load.url,
    connections: 64,
    duration: seconds,
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
