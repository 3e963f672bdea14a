import { setTimeout as delay } from 'node:timers/promises';
import { newTransactionBody } from '@titular/test-kit/builders.ts';
import { ANSWER_LIMIT_MS, API, fetchToken } from '../load/requests.ts';
import type { Nodes } from '../stage/nodes.ts';

/** A merchant who creates at a steady rate, and does with what was made all that a merchant does. */
export type SteadyLoad = {
  /** Transactions whose creation was acknowledged. */
  acknowledged: ReadonlySet<string>;
  /** Calls by what came back. */
  answers: Readonly<Record<string, number>>;
  /** Sends nothing more, and resolves when each call has had its answer. */
  stop(): Promise<void>;
};

const TICK_MS = 50;
/** One in so many is canceled; the others expire. */
const CANCEL_EVERY = 3;
/** One in so many creates is sent again with its key. */
const REPEAT_EVERY = 10;
/** Creates after which a token is given back and another one is taken. */
const TOKEN_EVERY = 50;
/** Nodes that a call goes to, in turn, until one answers. */
const TRIES = 3;

/** Calls nodes in turn; whom a node does not serve asks the next one. */
function createCaller({ urls }: Nodes, answers: Record<string, number>) {
  let calls = 0;
  return async (path: string, init: RequestInit): Promise<{ status: number; id?: string }> => {
    const first = calls++;
    let status = 0;
    for (let tried = 0; tried < TRIES && (status === 0 || status === 503); tried += 1) {
      const url = urls[(first + tried) % urls.length] ?? '';
      try {
        const response = await fetch(`${url}${path}`, {
          ...init,
          signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
        });
        const text = await response.text();
        status = response.status;
        if (status !== 200) continue;
        answers['200'] = (answers['200'] ?? 0) + 1;
        return { status, ...(text.startsWith('{') && (JSON.parse(text) as { id?: string })) };
      } catch {
        status = 0;
      }
    }
    const name = status === 0 ? 'no answer' : String(status);
    answers[name] = (answers[name] ?? 0) + 1;
    return { status };
  };
}

/** Starts them, at so many creates a second. */
export async function startSteadyLoad(nodes: Nodes, rate: number, prefix: string): Promise<SteadyLoad> {
  const { demo, urls } = nodes;
  const acknowledged = new Set<string>();
  const answers: Record<string, number> = {};
  const call = createCaller(nodes, answers);
  const waiting = new Set<Promise<void>>();
  let token = await fetchToken(urls[0] ?? '', demo);
  let isOver = false;

  async function renewToken(): Promise<void> {
    const given = token;
    const made = await fetchToken(urls[0] ?? '', demo).catch(() => undefined);
    if (made === undefined) return;
    token = made;
    // Calls under way still have the old one.
    await Promise.all(waiting);
    const client = { client_id: demo.clientId, client_secret: demo.clientSecret };
    await call('/oauth2/revoke', { method: 'POST', body: new URLSearchParams({ token: given, ...client }) });
  }

  async function create(number: number): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(newTransactionBody(demo.companyId, { orderNumber: `${prefix}-${number}` }));
    const init = { method: 'POST', body, headers: { ...headers, 'idempotency-key': `${prefix}-${number}` } };
    const { id } = await call(`${API}/transaction`, init);
    if (id === undefined) return;
    acknowledged.add(id);
    if (number % REPEAT_EVERY === 0) await call(`${API}/transaction`, init);
    await call(`${API}/transactions/${id}`, { headers });
    if (number % CANCEL_EVERY === 0)
      await call(`${API}/transactions/${id}/cancel`, { method: 'POST', headers, body: '{}' });
  }

  async function send(): Promise<void> {
    const sinceMs = performance.now();
    for (let number = 1; !isOver; await delay(TICK_MS))
      for (; number <= ((performance.now() - sinceMs) / 1_000) * rate && !isOver; number += 1) {
        if (number % TOKEN_EVERY === 0) await renewToken();
        const one = create(number).finally(() => waiting.delete(one));
        waiting.add(one);
      }
  }

  const work = send();
  return {
    acknowledged,
    answers,
    async stop() {
      isOver = true;
      await work;
      await Promise.all(waiting);
    },
  };
}
