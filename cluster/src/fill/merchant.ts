import type { Demo } from '@titular/server/start/seed-demo.ts';
import { ANSWER_LIMIT_MS, fetchToken } from '../load/requests.ts';

/** Answer of a call, as JSON where it is any. */
type Answered = { status: number; body: Record<string, unknown> };

/** A merchant who calls one node, one call after the other. */
export type Merchant = {
  call(method: string, path: string, body?: object): Promise<Answered>;
  /** Milliseconds of all calls so far, by the name that `timed` gave them. */
  times: ReadonlyMap<string, number[]>;
  timed<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Calls that were answered with a status other than 2xx, each once. */
  refused(): readonly string[];
};

const RENEW_MS = 60_000;

const asJson = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** Opens a merchant whose token is renewed in time. */
export function openMerchant(url: string, demo: Demo): Merchant {
  let [token, renewMs] = ['', 0];
  const times = new Map<string, number[]>();
  const refused = new Set<string>();
  return {
    times,
    refused: () => [...refused],
    async call(method, path, body) {
      if (performance.now() > renewMs)
        [token, renewMs] = [await fetchToken(url, demo), performance.now() + RENEW_MS];
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      const text = await response.text();
      if (!response.ok)
        refused.add(
          `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')}: ${response.status} ${text.slice(0, 80)}`,
        );
      return { status: response.status, body: asJson(text) };
    },
    async timed(name, work) {
      const sinceMs = performance.now();
      const result = await work();
      times.set(name, [...(times.get(name) ?? []), performance.now() - sinceMs]);
      return result;
    },
  };
}
