import type { Kysely } from 'kysely';
import { addSeconds } from '../base/clock.ts';
import type { Tables } from '../database/tables.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteExpiredClaims,
  type EndpointName,
  failWaitingDeliveries,
  type LockedEndpoint,
  listDueEndpoints,
  lockEndpoints,
  settleForQueue,
} from './delivery-queue-store.ts';
import type { Endpoint } from './endpoint.ts';

/** Seconds that a claim outlives its attempt's own limit, for what comes before and after the dial. */
const CLAIM_MARGIN_SECONDS = 30;
const CLOSE_BATCH = 1_000;

/** Why deliveries end that wait for an endpoint which was switched off. */
const DISABLED = 'the endpoint is disabled';

/** What a process took to send: endpoints that are `full` may have more due than there was room for, those that are `closing` more to be ended. */
export type Taken = {
  deliveries: { claimed: ClaimedDelivery; locked: LockedEndpoint }[];
  full: EndpointName[];
  closing: EndpointName[];
};

/** Ends what waits for endpoints that are switched off; answers those that may have more of it. */
async function closeQueues(
  trx: Kysely<Tables>,
  locked: readonly LockedEndpoint[],
  now: Date,
): Promise<EndpointName[]> {
  const closing: EndpointName[] = [];
  for (const one of locked.filter(({ endpoint }) => !endpoint.enabled)) {
    const ended = await failWaitingDeliveries(trx, one, { at: now, error: DISABLED, limit: CLOSE_BATCH });
    if (ended === CLOSE_BATCH) closing.push(one);
  }
  return closing;
}

/** Takes what is due of these endpoints, as much of each as `room` says, and ends what waits for those that are switched off. */
export async function takeDue(
  db: Kysely<Tables>,
  processId: string,
  names: readonly EndpointName[],
  room: (endpoint: Endpoint) => number,
  now: Date,
): Promise<Taken> {
  return db.transaction().execute(async (trx) => {
    await settleForQueue(trx, { isLosable: true });
    const locked = await lockEndpoints(trx, names);
    const closing = await closeQueues(trx, locked, now);
    const claims = locked
      .filter(({ endpoint }) => endpoint.enabled)
      .map(({ tenantId, endpointId, endpoint }) => ({
        tenantId,
        endpointId,
        atMost: room(endpoint),
        atOnce: endpoint.maximumAtOnce,
        expiresAt: addSeconds(now, endpoint.timeoutMs / 1000 + CLAIM_MARGIN_SECONDS),
      }));
    const open = claims.filter(({ atMost }) => atMost > 0);
    const claimed = open.length > 0 ? await claimDeliveries(trx, processId, open, now) : [];
    const byId = new Map(locked.map((one) => [one.endpointId, one]));
    const deliveries = claimed.flatMap((one) => {
      const endpoint = byId.get(one.endpointId);
      return endpoint ? [{ claimed: one, locked: endpoint }] : [];
    });
    const countOf = (endpointId: string): number =>
      claimed.filter((one) => one.endpointId === endpointId).length;
    const full = claims.filter(({ endpointId, atMost }) => countOf(endpointId) >= atMost);
    return { deliveries, full, closing };
  });
}

/** The endpoints that have something due, after claims that have ended are forgotten. */
export const findDue = (db: Kysely<Tables>, now: Date): Promise<EndpointName[]> =>
  db.transaction().execute(async (trx) => {
    await settleForQueue(trx, { isLosable: true });
    await deleteExpiredClaims(trx, now);
    return listDueEndpoints(trx, now);
  });
