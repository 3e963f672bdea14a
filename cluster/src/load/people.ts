import { setTimeout as delay } from 'node:timers/promises';
import { newTransactionBody } from '@titular/test-kit/builders.ts';
import { sitBeforeCamera } from '@titular/test-kit/faces/sit-before-camera.ts';
import type { Stage } from '../stage/children.ts';
import type { Nodes } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import type { Figure } from '../trial.ts';
import type { Heard } from './heard.ts';
import { checkInvariants, countInLogs, figuresOfInvariants } from './invariants.ts';
import { goThroughPage } from './pages.ts';
import { ANSWER_LIMIT_MS, API, fetchToken } from './requests.ts';

/** Somebody who showed their face: how that ended, and whether the service acknowledged to have erased them. */
export type Played = {
  id: string;
  identity: string;
  outcome: string;
  status: string;
  isErased: boolean;
};

/** People who come one after the other. */
export type People = {
  /** Those who have been through so far. */
  played(): readonly Played[];
  /** Erases somebody who was through; resolves once that is acknowledged. */
  erase(one: Played): Promise<void>;
  /** Lets nobody else come, and resolves when the last one is through. */
  stop(): Promise<void>;
  /** The same without waiting: whoever is under way is left alone. */
  leave(): void;
};

/** Words of theirs that may stand nowhere in clear. */
const secretsOf = (played: readonly Played[]): string[] => [
  'Maria da Silva',
  ...played.map(({ identity }) => identity),
];

/** Transactions of those who were erased. */
const erasedIds = (played: readonly Played[]): string[] =>
  played.flatMap(({ id, isErased }) => (isErased ? [id] : []));

/** What a check of invariants has to know of people. */
export const knownOf = (played: readonly Played[]): { secrets: string[]; erasedIds: string[] } => ({
  secrets: secretsOf(played),
  erasedIds: erasedIds(played),
});

/** The figures of people who went through their pages, and of those whose end no webhook told. */
export function figuresOfPeople(
  played: readonly Played[],
  heard: Pick<Heard, 'firstMs' | 'repeats'>,
): Figure[] {
  const zero = (what: string, count: number): Figure => ({
    ...{ what: `people: ${what}`, value: String(count), target: '0', isMet: count === 0 },
  });
  return [
    { what: 'people: captures, each call at the next node', value: String(played.length) },
    zero('not approved', played.filter(({ status }) => status !== 'approved').length),
    { what: 'people: erased', value: String(erasedIds(played).length) },
    zero('whose end no webhook told', played.filter(({ id }) => heard.firstMs(id) === undefined).length),
    { what: 'people: webhooks that came again', value: String(heard.repeats()) },
  ];
}

/** Checks a database, and the logs of a stage, for all invariants that they can show. */
export async function judgeInvariants(
  when: string,
  { directory }: Stage,
  databaseUrl: string,
  played: readonly Played[],
): Promise<Figure[]> {
  const known = knownOf(played);
  const found = await checkInvariants(databaseUrl, known);
  return figuresOfInvariants(when, [...found, countInLogs(directory, known.secrets)]);
}

/** Waits until webhooks have told of everybody; whoever is missing then is counted. */
export const awaitWebhooks = (
  stage: Stage,
  played: readonly Played[],
  heard: Heard,
  limitMs: number = FINAL_LIMIT_MS,
): Promise<unknown> =>
  waitFor('webhooks', limitMs, stage.signal, async () =>
    played.every(({ id }) => heard.firstMs(id) !== undefined),
  ).catch((error: Error) => stage.say(error.message));

/** How they come: the seed of their pictures, which of them are erased, and the time between two of them. */
type Coming = { seed: number; eraseEvery?: number; pauseMs?: number };

const FINAL_LIMIT_MS = 60_000;
const PAUSE_MS = 250;
const RENEW_MS = 60_000;
const OPEN = new Set(['waiting', 'processing', 'shared']);

/** A merchant that repeats what failed: each call goes to the next node. */
function createMerchant({ urls, demo }: Nodes) {
  let [token, renewMs, calls] = ['', 0, 0];
  async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const url = urls[calls++ % urls.length] ?? '';
    if (performance.now() > renewMs)
      [token, renewMs] = [await fetchToken(url, demo), performance.now() + RENEW_MS];
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
  return async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const endMs = performance.now() + FINAL_LIMIT_MS;
    for (;;) {
      try {
        return await ask(method, path, body);
      } catch (error) {
        if (performance.now() > endMs) throw error;
        await delay(PAUSE_MS);
      }
    }
  };
}

type Merchant = ReturnType<typeof createMerchant>;

async function awaitEnd(ask: Merchant, id: string): Promise<string> {
  const endMs = performance.now() + FINAL_LIMIT_MS;
  for (;;) {
    const status = String((await ask('GET', `${API}/transactions/${id}`))['status']);
    if (!OPEN.has(status) || performance.now() > endMs) return status;
    await delay(PAUSE_MS);
  }
}

/** Lets people come one after the other: each has an identity of their own, shows a face on alternating nodes, and every so many is erased. */
export async function startPeople(
  nodes: Nodes,
  { seed, eraseEvery = Number.POSITIVE_INFINITY, pauseMs = 0 }: Coming,
): Promise<People> {
  const ask = createMerchant(nodes);
  const played: Played[] = [];
  let isOver = false;

  async function erase(one: Played): Promise<void> {
    const identity = { key: 'cpf', value: one.identity };
    await ask('POST', '/api/public/v1/persons/erasures', { identity });
    one.isErased = true;
  }

  async function play(number: number): Promise<void> {
    const body = newTransactionBody(nodes.demo.companyId, { orderNumber: `people-${seed}-${number}` });
    const { id, link } = await ask('POST', `${API}/transaction`, body);
    const frameFor = await sitBeforeCamera('a', seed * 1_000 + number);
    const outcome = await goThroughPage(nodes.urls, String(link), frameFor);
    const status = await awaitEnd(ask, String(id));
    const { value } = body['identity'] as { value: string };
    const one: Played = { id: String(id), identity: value, outcome, status, isErased: false };
    played.push(one);
    if (number % eraseEvery === 0) await erase(one);
  }

  const work = (async () => {
    for (let number = 1; !isOver; number += 1) {
      await play(number);
      for (const sinceMs = performance.now(); !isOver && performance.now() - sinceMs < pauseMs; )
        await delay(PAUSE_MS);
    }
  })();
  // Whoever stops them is told.
  work.catch(() => undefined);
  return {
    played: () => played,
    erase,
    async stop() {
      isOver = true;
      await work;
    },
    leave() {
      isOver = true;
    },
  };
}
