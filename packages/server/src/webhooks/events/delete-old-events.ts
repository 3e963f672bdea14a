import type { Kysely } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import { type EventId, lowestId, type TenantId } from '../../kernel/base/id.ts';
import { type RunTime, startRun } from '../../kernel/database/batches/until-none.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import {
  deleteAttemptsOf,
  deleteDeliveriesOf,
  deleteEvents,
  listOldEvents,
  listWithOldEvents,
  lockDeliveriesOf,
} from './delete-old-events-store.ts';

const BATCH = 200;

/** Seconds by which the time in an event's id may differ from when it happened. */
const ID_SLACK_SECONDS = 60;
const highestIdOf = (before: Date): EventId => lowestId(addSeconds(before, ID_SLACK_SECONDS));
const LOWEST_ID = lowestId(new Date(0));

/**
 * Deletes a tenant's events that happened before `before`, with deliveries, each batch in a commit of its own; one with a delivery that still
 * waits stays. Attempts go along where no partition takes them. False when the time of the run ended first.
 */
export async function deleteOldEvents(
  db: Kysely<Tables>,
  tenantId: TenantId,
  before: Date,
  run: RunTime = startRun(),
): Promise<boolean> {
  const highestId = highestIdOf(before);
  let afterId: EventId | undefined = LOWEST_ID;
  while (afterId !== undefined) {
    if (run.elapsedMs() >= run.limitMs) return false;
    const found: EventId[] = await listOldEvents(db, tenantId, { before, afterId, highestId }, BATCH);
    if (found.length > 0) {
      await withRetries(() =>
        db.transaction().execute(async (trx) => {
          const deliveries = await lockDeliveriesOf(trx, tenantId, found);
          const waiting = new Set(deliveries.filter((one) => one.isWaiting).map(({ eventId }) => eventId));
          const over = found.filter((eventId) => !waiting.has(eventId));
          const ended = deliveries.filter(({ eventId }) => !waiting.has(eventId));
          await deleteAttemptsOf(
            trx,
            tenantId,
            ended.map(({ deliveryId }) => deliveryId),
          );
          await deleteDeliveriesOf(trx, tenantId, over);
          await deleteEvents(trx, tenantId, over);
        }),
      );
    }
    afterId = found.length === BATCH ? found.at(-1) : undefined;
  }
  return true;
}

/** The same of every tenant that has such events. */
export async function deleteAllOldEvents(db: Kysely<Tables>, before: Date, run: RunTime): Promise<boolean> {
  for (const tenantId of await listWithOldEvents(db, { before, highestId: highestIdOf(before) }))
    if (!(await deleteOldEvents(db, tenantId, before, run))) return false;
  return true;
}
