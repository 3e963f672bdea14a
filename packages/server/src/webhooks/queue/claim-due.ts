import type { Kysely } from 'kysely';
import { addSeconds, type Clock, secondsBetween } from '../../kernel/base/clock.ts';
import type { ProcessId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { MAX_BACK_OFF_SECONDS } from '../endpoints/endpoint-health.ts';
import type { ConcurrencyWindow } from './concurrency-window.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteExpiredClaims,
  type EndpointName,
  type LockedEndpoint,
  listDueEndpoints,
  lockClosedEndpoints,
  lockEndpoints,
  releaseUnknownClaims,
  settleForQueue,
  skipWaitingDeliveries,
} from './delivery-queue-store.ts';
import { findAhead, QUEUE_START, type QueuePlace, setDue, shortenBackOffs } from './set-back-store.ts';

/** Seconds that a claim outlives its attempt's own limit, for what comes before and after the dial. */
const CLAIM_MARGIN_SECONDS = 30;

/** The longest claim: an attempt may take a minute. */
const MAX_CLAIM_SECONDS = 60 + CLAIM_MARGIN_SECONDS;

/** A clock that goes back by less was narrowed down, and not set. */
const SET_BACK_SECONDS = 2;

/** For so long after a clock was set back, processes that have not seen it yet may write under it. */
const UNSEEN_SECONDS = 10;

/** Deliveries that one look goes through after a clock was set back. */
const WALKED_AT_ONCE = 2_000;

/** Deliveries to endpoints that are switched off which are ended at a time, in all. */
const CLOSE_BATCH = 1_000;

/** What a process took to send of one endpoint: as much as was reserved, so that there may be more, or less, so that there is not. */
export type Claimed = { locked: LockedEndpoint; claimed: readonly ClaimedDelivery[]; reserved: number };

function byEndpoint(claimed: readonly ClaimedDelivery[]): Map<string, ClaimedDelivery[]> {
  const lists = new Map<string, ClaimedDelivery[]>();
  for (const one of claimed) {
    const list = lists.get(one.endpointId);
    if (list) list.push(one);
    else lists.set(one.endpointId, [one]);
  }
  return lists;
}

/** Whoever claims: its name, what it has in its hands, and endpoints of which it may hold claims that it does not know. */
export type Claimer = {
  processId: ProcessId;
  held: ReadonlySet<Pick<ClaimedDelivery, 'deliveryId'>>;
  unsure: UnsureClaims;
};

/** Endpoints with claims that nobody works on: no answer came to a claim, so that it may stand, or the database was away when its delivery was prepared. */
export type UnsureClaims = {
  add(name: EndpointName, now: Date): void;
  delete(name: EndpointName): void;
  has(name: EndpointName): boolean;
  /** Those whose claims, if there are any, have not ended. */
  list(now: Date): EndpointName[];
};

/** Starts with none. */
export function createUnsureClaims(): UnsureClaims {
  const unsure = new Map<string, { name: EndpointName; until: Date }>();
  return {
    add({ tenantId, endpointId }, now) {
      unsure.set(endpointId, { name: { tenantId, endpointId }, until: addSeconds(now, MAX_CLAIM_SECONDS) });
    },
    delete: ({ endpointId }) => void unsure.delete(endpointId),
    has: ({ endpointId }) => unsure.has(endpointId),
    list(now) {
      for (const [endpointId, { until }] of unsure) if (until <= now) unsure.delete(endpointId);
      return [...unsure.values()].map(({ name }) => name);
    },
  };
}

/** Takes what is due of these endpoints, as much of each as the pace reserves; what was reserved and is not there, or not taken after all, is given back. Of an endpoint whose last claim got no answer, what the process holds unknowingly is taken anew: the lock on its row is free once that commit has ended. */
export async function claimDue(
  db: Kysely<Tables>,
  { processId, held, unsure }: Claimer,
  names: readonly EndpointName[],
  window: ConcurrencyWindow,
  now: Date,
): Promise<Claimed[]> {
  const reserved = new Map<string, { locked: LockedEndpoint; count: number }>();
  const take = async (trx: Kysely<Tables>): Promise<Claimed[]> => {
    await settleForQueue(trx, { isLosable: true });
    for (const locked of await lockEndpoints(trx, names, now)) {
      const { maximumAtOnce, failures } = locked.endpoint;
      const count = window.reserve(locked, { maximumAtOnce, isFailing: failures > 0 });
      reserved.set(locked.endpointId, { locked, count });
    }
    const doubtful = [...reserved.values()].flatMap(({ locked }) => (unsure.has(locked) ? [locked] : []));
    if (doubtful.length > 0) await releaseUnknownClaims(trx, processId, doubtful, held);
    const claims = [...reserved.values()]
      .filter(({ count }) => count > 0)
      .map(({ locked: { tenantId, endpointId, endpoint }, count }) => ({
        tenantId,
        endpointId,
        atMost: count,
        atOnce: endpoint.maximumAtOnce,
        expiresAt: addSeconds(now, endpoint.timeoutMs / 1000 + CLAIM_MARGIN_SECONDS),
      }));
    const claimed = byEndpoint(claims.length > 0 ? await claimDeliveries(trx, processId, claims, now) : []);
    return [...reserved].map(([endpointId, { locked, count }]) => ({
      locked,
      claimed: claimed.get(endpointId) ?? [],
      reserved: count,
    }));
  };
  const taken = await db
    .transaction()
    .execute(take)
    .catch((error: unknown) => {
      for (const { locked, count } of reserved.values()) {
        window.giveBack(locked, count);
        unsure.add(locked, now);
      }
      throw error;
    });
  for (const { locked, claimed, reserved: count } of taken) {
    window.giveBack(locked, count - claimed.length);
    unsure.delete(locked);
  }
  return taken;
}

/** Ends what waits for endpoints that are switched off, a thousand at a time in all, so that a long queue that ends is no load for anybody else. */
async function closeQueues(trx: Db, now: Date): Promise<void> {
  let left = CLOSE_BATCH;
  for (const name of await lockClosedEndpoints(trx)) {
    if (left <= 0) return;
    left -= await skipWaitingDeliveries(trx, name, { at: now, limit: left });
  }
}

/** Goes through all that waits, a part at each call, and makes due what a clock that has been set back since says to be due too late. */
export type SetBackWalk = (trx: Db) => Promise<void>;

/** Starts a walk, because the clock may have been set back before this process began; another follows whenever it sees that. */
export function createSetBackWalk(clock: Clock, atOnce: number = WALKED_AT_ONCE): SetBackWalk {
  let place: QueuePlace | undefined = QUEUE_START;
  let latest = new Date(0);
  let unseenUntil = latest;
  return async (trx) => {
    const now = clock.now();
    if (secondsBetween(now, latest) > SET_BACK_SECONDS)
      [place, latest, unseenUntil] = [QUEUE_START, now, addSeconds(now, UNSEEN_SECONDS)];
    else if (now > latest) latest = now;
    if (place === undefined) return;
    const { ahead, next } = await findAhead(trx, now, place, atOnce);
    // By an answer that took long, what was written meanwhile looks as if it were ahead.
    if (Math.abs(secondsBetween(now, clock.now())) > SET_BACK_SECONDS) return;
    if (ahead.length > 0) {
      await setDue(trx, ahead);
      await shortenBackOffs(trx, ahead, addSeconds(now, MAX_BACK_OFF_SECONDS));
    }
    place = next ?? (now < unseenUntil ? QUEUE_START : undefined);
  };
}

/** Finds the endpoints that have something due, in the caller's database transaction; ends what waits for those that are off, and forgets claims that have ended. */
export async function findDue(trx: Db, now: Date, walk: SetBackWalk): Promise<EndpointName[]> {
  await settleForQueue(trx, { isLosable: true });
  await closeQueues(trx, now);
  await walk(trx);
  await deleteExpiredClaims(trx, now);
  return listDueEndpoints(trx, now);
}
