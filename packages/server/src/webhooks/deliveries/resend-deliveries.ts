import {
  type DeliverySummary,
  type EventResentResponse,
  type ResendFailedResponse,
  WEBHOOK_LOG_DAYS,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { EndpointId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { isOver, type RunTime, startRun } from '../../kernel/database/batches/until-none.ts';
import { inTransaction, withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parsePathId } from '../../kernel/http/body/parse-query.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import { readEnabledEndpoint } from '../endpoints/read-endpoint.ts';
import { findEvent } from '../events/event-store.ts';
import { findDelivery } from './delivery-log-store.ts';
import { reopenDelivery, reopenFailed } from './delivery-store.ts';
import { toSummary } from './read-deliveries.ts';
import { resendEvent } from './resend-event.ts';

/** What sending again needs; `db` may be a database transaction, which then holds all of it. */
export type ResendDeps = { db: Kysely<Tables>; clock: Clock };

const DAY_SECONDS = 86_400;
/** What a caller counts back from his own clock, or from a moment before this one, may lie this much further back. */
const SINCE_SLACK_SECONDS = 60;
const BATCH = 1_000;
const MAX_BATCHES = 100;
/** No batch of a call begins later, so that its answer comes in time; `hasMore` says that there are further ones. */
const CALL_MS = 2_500;

/** Sends an event of the tenant again to every endpoint that wants it now, with an audit entry in the same commit. Refuses with 40006 what is no id, and with 40407. */
export async function resendEventById(
  { db, clock }: ResendDeps,
  actor: Actor,
  id: string,
): Promise<EventResentResponse> {
  const eventId = parsePathId(id);
  return withRetries(() =>
    inTransaction(db, async (trx) => {
      const event = eventId && (await findEvent(trx, actor.tenantId, eventId));
      if (!event) throw new Refusal('40407');
      const deliveries = await resendEvent(trx, actor, event, clock);
      return { id: event.eventId, type: event.subject.type, deliveries };
    }),
  );
}

/** Sends one delivery again, with its whole schedule before it and an audit entry in the same commit; one that is being sent now, only if that attempt fails. Refuses with 40006, 40408, and 40070 when its endpoint is switched off or deleted. */
export async function resendDelivery(
  { db, clock }: ResendDeps,
  { tenantId, actor }: Actor,
  id: string,
): Promise<DeliverySummary> {
  const deliveryId = parsePathId(id);
  return withRetries(() =>
    inTransaction(db, async (trx) => {
      const now = clock.now();
      const known = deliveryId && (await findDelivery(trx, tenantId, deliveryId, now));
      if (!known) throw new Refusal('40408');
      const endpoint = await findEndpoint(trx, tenantId, known.endpointId);
      if (!endpoint?.enabled) throw new Refusal('40070');
      await reopenDelivery(trx, tenantId, known.deliveryId, now);
      const reopened = await findDelivery(trx, tenantId, known.deliveryId, now);
      // It may have been deleted with its event meanwhile.
      if (!reopened) throw new Refusal('40408');
      const resent = {
        action: 'webhook-delivery.resend',
        subject: `webhook-delivery/${known.deliveryId}`,
      } as const;
      await insertAuditEntry(trx, { clock, actor }, { tenantId, ...resent });
      return toSummary(reopened);
    }),
  );
}

/** Reopens one batch and tells the audit log in the same commit; the first of a wish stands there even when nothing had failed. */
async function resendBatch(
  { db, clock }: ResendDeps,
  { tenantId, actor }: Actor,
  input: { endpointId: EndpointId; since: Date; at: Date; isFirst: boolean },
): Promise<number> {
  const { endpointId, since, at, isFirst } = input;
  return withRetries(() =>
    inTransaction(db, async (trx) => {
      const deliveries = await reopenFailed(trx, tenantId, { endpointId, since, limit: BATCH }, at);
      if (deliveries === 0 && !isFirst) return deliveries;
      await insertAuditEntry(
        trx,
        { clock, actor },
        {
          tenantId,
          action: 'webhook-endpoint.resend-failed',
          subject: `webhook-endpoint/${endpointId}`,
          after: { since: since.toISOString(), deliveries },
        },
      );
      return deliveries;
    }),
  );
}

/**
 * Sends everything again that failed to reach an endpoint since a time, up to 100,000 deliveries, 1,000 in a commit that holds its audit
 * entry. What fails once more meanwhile stays failed. Refuses with 40006, with 40002 what lies too far back, with 40406, and with 40070
 * when the endpoint is off.
 */
export async function resendFailed(
  deps: ResendDeps,
  actor: Actor,
  id: string,
  since: Date,
  { onBatch, run }: { onBatch?: (sofar: number) => void; run?: RunTime } = {},
): Promise<ResendFailedResponse> {
  const at = deps.clock.now();
  if (since < addSeconds(at, -WEBHOOK_LOG_DAYS * DAY_SECONDS - SINCE_SLACK_SECONDS))
    throw new Refusal('40002', `since must lie within the last ${WEBHOOK_LOG_DAYS} days.`);
  const { endpointId } = await readEnabledEndpoint(deps.db, actor.tenantId, id);
  let deliveries = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await resendBatch(deps, actor, { endpointId, since, at, isFirst: batch === 0 });
    deliveries += count;
    if (count < BATCH) return { deliveries, hasMore: false };
    onBatch?.(deliveries);
    if (run && isOver(run)) break;
  }
  return { deliveries, hasMore: true };
}

/** Does the same for a call that has to be answered, as far as its time goes. */
export const resendFailedInTime = (
  deps: ResendDeps,
  actor: Actor,
  id: string,
  since: Date,
): Promise<ResendFailedResponse> => resendFailed(deps, actor, id, since, { run: startRun(CALL_MS) });
