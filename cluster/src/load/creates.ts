import { setTimeout as delay } from 'node:timers/promises';
import type { Nodes } from '../stage/nodes.ts';
import { type Line, openJournal } from './journal.ts';
import { ANSWER_LIMIT_MS, API, cardOf, fetchToken } from './requests.ts';

/** Creates under way. */
export type Load = {
  /** Milliseconds since the load began, as in the journal. */
  nowMs(): number;
  /** Answers of 200 so far, and when the last one came. */
  acknowledged(): { count: number; lastMs: number };
  /** When the first answer of 200 came after a time. */
  firstAfter(milliseconds: number): number;
  /** Sends nothing more, and resolves when each create has had its answer. */
  stop(): Promise<void>;
};

const TOKEN_MS = 60_000;
const TICK_MS = 20;

/** Draws numbers of a seed, from 0 to 1 (mulberry32). */
export function drawFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sends creates at a steady rate, whatever comes back, to nodes drawn by the seed; nothing is sent twice. */
export async function startCreates(
  { urls, demo }: Nodes,
  journalPath: string,
  rate: number,
  seed: number,
): Promise<Load> {
  const journal = openJournal(journalPath);
  const draw = drawFrom(seed);
  const sinceMs = performance.now();
  const nowMs = (): number => Math.round(performance.now() - sinceMs);
  const waiting = new Set<Promise<void>>();
  const known = { count: 0, lastMs: 0 };
  const goodMs: number[] = [];
  let token = await fetchToken(urls[0] ?? '', demo);
  let isOver = false;
  let dueMs = nowMs() + TOKEN_MS;

  async function ask(order: string, url: string): Promise<Omit<Line & { kind: 'answered' }, 'atMs'>> {
    try {
      const response = await fetch(`${url}${API}/transaction`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: cardOf(demo.companyId, order),
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      return { kind: 'answered', order, status: response.status, body: await response.text() };
    } catch (error) {
      return { kind: 'answered', order, error: String((error as Error).cause ?? error) };
    }
  }

  async function create(number: number): Promise<void> {
    const node = Math.floor(draw() * urls.length);
    const order = `trial-${seed}-${number}`;
    journal.write({ kind: 'sent', order, node, atMs: nowMs() });
    const answer = await ask(order, urls[node] ?? '');
    journal.write({ ...answer, atMs: nowMs() });
    // Another deployment serves the tenant now, and takes tokens of its own alone.
    if (answer.status === 403) dueMs = 0;
    if (answer.status !== 200) return;
    Object.assign(known, { count: known.count + 1, lastMs: nowMs() });
    goodMs.push(known.lastMs);
  }

  async function renew(): Promise<void> {
    for (let next = 0; !isOver; next++) {
      await delay(500);
      if (nowMs() < dueMs) continue;
      const renewed = await fetchToken(urls[next % urls.length] ?? '', demo).catch(() => undefined);
      if (renewed) [token, dueMs] = [renewed, nowMs() + TOKEN_MS];
    }
  }

  async function send(): Promise<void> {
    for (let number = 0; !isOver; await delay(TICK_MS)) {
      for (; number < (nowMs() / 1_000) * rate && !isOver; number++) {
        const one = create(number).finally(() => waiting.delete(one));
        waiting.add(one);
      }
    }
  }

  const work = Promise.all([send(), renew()]);
  return {
    nowMs,
    acknowledged: () => ({ ...known }),
    firstAfter: (milliseconds) => goodMs.find((atMs) => atMs > milliseconds) ?? Number.POSITIVE_INFINITY,
    async stop() {
      isOver = true;
      await work;
      await Promise.all(waiting);
      journal.close();
    },
  };
}
