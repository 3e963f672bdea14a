import type { Kysely } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { ProcessId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { ConcurrencyWindow } from './concurrency-window.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteExpiredClaims,
  type EndpointName,
  type LockedEndpoint,
  listClosedEndpoints,
  listDueEndpoints,
  lockEndpoints,
  settleForQueue,
  skipWaitingDeliveries,
} from './delivery-queue-store.ts';

/** Seconds that a claim outlives its attempt's own limit, for what comes before and after the dial. */
const CLAIM_MARGIN_SECONDS = 30;

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

/** Takes what is due of these endpoints, as much of each as the pace reserves; what was reserved and is not there, or not taken after all, is given back. */
export async function claimDue(
  db: Kysely<Tables>,
  processId: ProcessId,
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
  try {
    const taken = await db.transaction().execute(take);
    for (const { locked, claimed, reserved: count } of taken) window.giveBack(locked, count - claimed.length);
    return taken;
  } catch (error) {
    for (const { locked, count } of reserved.values()) window.giveBack(locked, count);
    throw error;
  }
}

/** Ends what waits for endpoints that are switched off, a thousand at a time in all, so that a long queue that ends is no load for anybody else. */
async function closeQueues(trx: Db, now: Date): Promise<void> {
  let left = CLOSE_BATCH;
  for (const name of await listClosedEndpoints(trx)) {
    if (left <= 0) return;
    left -= await skipWaitingDeliveries(trx, name, { at: now, limit: left });
  }
}

/** Finds the endpoints that have something due, in the caller's database transaction; ends what waits for those that are off, and forgets claims that have ended. */
export async function findDue(trx: Db, now: Date): Promise<EndpointName[]> {
  await settleForQueue(trx, { isLosable: true });
  await closeQueues(trx, now);
  await deleteExpiredClaims(trx, now);
  return listDueEndpoints(trx, now);
}
