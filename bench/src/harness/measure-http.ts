import autocannon from 'autocannon';

/** Requests that were answered, how many a second, and the 99th percentile of their times in milliseconds. */
export type HttpResult = { answered: number; perSecond: number; p99Ms: number; failures: number };

/** One request of the load; `next` makes the body of each. */
export type Load = {
  url: string;
  method: 'GET' | 'POST';
  next: () => { path: string; body?: string; headers: Record<string, string> };
};

/** Sends a load for some seconds over 32 connections, at full speed or at `ratePerSecond`. */
export async function measureHttp(load: Load, seconds: number, ratePerSecond?: number): Promise<HttpResult> {
  const result = await autocannon({
    url: load.url,
    connections: 32,
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
  return {
    answered: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}
