import { setTimeout as delay } from 'node:timers/promises';
import { listOrders } from '../../load/judge.ts';
import { ANSWER_LIMIT_MS, API, cardOfOrder, fetchToken, post } from '../../load/requests.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
import { isEnded } from './judge-answers.ts';
import { type CallLine, keyOf } from './mix.ts';
import type { Tenant } from './tenant.ts';

/** Creates that are sent again after a phase: each has an answer of its own to wait for. */
const MAX_AGAIN = 200;
const AT_ONCE = 8;
const BUSY = [429, 503];
const PAUSE_MS = 500;
/** What stands for no answer at all. */
const NO_ANSWER = { status: 0, body: '{}' };
const isOpenStill = (status: number): boolean => status === 0 || BUSY.includes(status);
/** Nothing was sent where nobody listened, so nothing is unknown. */
const UNSENT = /ECONNREFUSED/;

/** A create whose result nobody knows: its order, its tenant by its place, and the key that it named. */
export type Unknown = { order: string; tenant: number; key: string | undefined };

/** Creates that had no answer, or one that leaves it open, and no good one at a twin. */
export function listUnknown(calls: readonly CallLine[]): Unknown[] {
  const creates = calls.filter(({ kind }) => kind === 'create');
  return [...Map.groupBy(creates, ({ about }) => about)].flatMap(([order, lines]) => {
    const ended = lines.filter(isEnded);
    const isOpen = ended.some(({ status, error = '' }) => status === 500 || (!status && !UNSENT.test(error)));
    const [first] = lines;
    if (!first || !isOpen || ended.some(({ status }) => status === 200)) return [];
    return [{ order, tenant: first.tenant, key: keyOf(order, first.isTwin) }];
  });
}

/** What was answered to one that was sent again; `id` is that of its transaction. */
export type Again = Unknown & { status: number; code: string | undefined; id: string | undefined };

/** Judges what was sent again (R74, R81): it is there now, or is told to be, and nothing is there twice; a key gives the transaction that is there. */
export function figuresOfAgain(
  phase: string,
  again: readonly Again[],
  orders: ReadonlyMap<string, readonly string[]>,
): Figure[] {
  const isTold = ({ status, code, key }: Again): boolean =>
    status === 200 || (key === undefined && status === 400 && code === '40027');
  const keyed = again.filter(({ key, status }) => key !== undefined && status === 200);
  return [
    {
      what: `${phase}: creates without an answer that were sent again; of these with a key`,
      value: `${again.length}; ${again.filter(({ key }) => key !== undefined).length}`,
    },
    zero(
      `${phase}: of these neither carried out nor told to be there already (R81)`,
      again.filter((one) => !isTold(one)).length,
    ),
    zero(
      `${phase}: of these not there once (R81)`,
      again.filter(({ order }) => orders.get(order)?.length !== 1).length,
    ),
    zero(
      `${phase}: of these whose key was answered with another transaction (R74)`,
      keyed.filter(({ order, id }) => orders.get(order)?.[0] !== id).length,
    ),
  ];
}

/** So many of a list, from all of it. */
const spread = <One>(list: readonly One[], most: number): One[] =>
  list.filter(
    (_, place) => Math.floor((place * most) / list.length) !== Math.floor(((place - 1) * most) / list.length),
  );

async function sendAgain(url: string, tenant: Tenant, token: string, unknown: Unknown): Promise<Again> {
  const { order, key } = unknown;
  const endMs = performance.now() + ANSWER_LIMIT_MS;
  for (;;) {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const body = cardOfOrder(tenant.companyId, order, tenant.surname);
    // A connection may have been cut before the phase was healed.
    const answer = await post(`${url}${API}/transaction`, token, body, headers).catch(() => NO_ANSWER);
    if (isOpenStill(answer.status) && performance.now() < endMs) {
      await delay(PAUSE_MS);
      continue;
    }
    const { id, code } = JSON.parse(answer.body) as { id?: string; code?: string };
    return { ...unknown, status: answer.status, id, code };
  }
}

/** Sends creates again whose result nobody knows, each at the next process, as a merchant does once everything is healed. */
export async function askAgain(
  { nodes: { urls }, tenants, databaseUrl, stage }: Ground,
  phase: string,
  calls: readonly CallLine[],
): Promise<Figure[]> {
  const unknown = listUnknown(calls);
  if (unknown.length === 0) return [];
  const left = spread(unknown, Math.min(MAX_AGAIN, unknown.length));
  const tokens = new Map<number, Promise<string>>();
  const again: Again[] = [];
  const sendOne = async (one: Unknown, place: number): Promise<void> => {
    const tenant = tenants[one.tenant] as Tenant;
    const token = tokens.get(one.tenant) ?? fetchToken(urls[0] ?? '', tenant);
    tokens.set(one.tenant, token);
    again.push(await sendAgain(urls[place % urls.length] ?? '', tenant, await token, one));
  };
  while (left.length > 0) await Promise.all(left.splice(0, AT_ONCE).map(sendOne));
  const figures = figuresOfAgain(phase, again, await listOrders(databaseUrl()));
  for (const { what, value, isMet } of figures) if (isMet === false) stage.say(`  MISSED ${what}: ${value}`);
  return figures;
}
