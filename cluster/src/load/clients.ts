import { setTimeout as delay } from 'node:timers/promises';
import type { Nodes } from '../stage/nodes.ts';
import { ANSWER_LIMIT_MS, API, cardOf, fetchToken } from './requests.ts';
import { type Sample, type Stretch, summarize } from './samples.ts';

/** Clients that each wait for an answer before they ask again. */
export type Clients = {
  /** Sums up what was answered in the next so many milliseconds. */
  measure(milliseconds: number, signal: AbortSignal): Promise<Stretch>;
  stop(): Promise<void>;
};

/** Reads of a status after each create. */
const READS = 4;
const TOKEN_MS = 60_000;
const REST_MS = 100;

/** Starts `count` clients, spread over the nodes; each creates a transaction and reads its status `reads` times, for ever. */
export async function startClients(
  { urls, demo }: Nodes,
  count: number,
  prefix: string,
  reads = READS,
): Promise<Clients> {
  let samples: Sample[] = [];
  let isOver = false;
  let token = await fetchToken(urls[0] ?? '', demo);
  let renewMs = performance.now() + TOKEN_MS;

  async function ask(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const sinceMs = performance.now();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
      const body = (await response.json()) as Record<string, unknown>;
      samples.push({ ms: performance.now() - sinceMs, isGood: response.ok });
      return body;
    } catch {
      samples.push({ ms: performance.now() - sinceMs, isGood: false });
      return {};
    }
  }

  async function repeat(client: number): Promise<void> {
    const url = urls[client % urls.length] ?? '';
    for (let number = 0; !isOver; number++) {
      if (client === 0 && performance.now() > renewMs) {
        token = await fetchToken(url, demo);
        renewMs = performance.now() + TOKEN_MS;
      }
      const body = cardOf(demo.companyId, `${prefix}-${client}-${number}`);
      const { id } = await ask(`${url}${API}/transaction`, { method: 'POST', body });
      if (id === undefined) await delay(REST_MS);
      for (let read = 0; id !== undefined && read < reads && !isOver; read++)
        await ask(`${url}${API}/transactions/${id}`);
    }
  }

  const work = Promise.all(Array.from({ length: count }, (_, client) => repeat(client)));
  return {
    async measure(milliseconds, signal) {
      samples = [];
      const sinceMs = performance.now();
      await delay(milliseconds, undefined, { signal });
      return summarize(samples, (performance.now() - sinceMs) / 1_000);
    },
    async stop() {
      isOver = true;
      await work;
    },
  };
}
