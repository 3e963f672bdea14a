import { newId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { type EndingKind, listTargetsOf, settleTargets, type Target } from '../queue/target-store.ts';
import type { EventSubject } from './event.ts';
import { insertDeliveriesOf, insertEvents, type NewDelivery, type NewEvent } from './event-batch-store.ts';
import type { Occurrence } from './record-event.ts';

/** How a transaction or process ended. */
export type Ending = Occurrence & {
  subject: Exclude<EventSubject, { type: 'endpoint.disabled' | 'endpoint.test' }>;
};

const kindOf = ({ tenantId, companyId, subject }: Ending): EndingKind => ({
  tenantId,
  companyId,
  type: subject.type,
  status: 'status' in subject ? subject.status : undefined,
});

const nameOf = (ending: Ending): string => Object.values(kindOf(ending)).join('/');

/** The endpoints that want each ending; each kind is asked for once. */
async function findTargets(
  trx: Db,
  endings: readonly Ending[],
): Promise<(ending: Ending) => readonly Target[]> {
  const kinds = new Map(endings.map((ending) => [nameOf(ending), kindOf(ending)]));
  const listed = await listTargetsOf(trx, [...kinds.values()]);
  const settled = await settleTargets(
    trx,
    [...kinds.values()].map(({ tenantId }, place) => ({ tenantId, targets: listed[place] ?? [] })),
  );
  const byName = new Map([...kinds.keys()].map((name, place) => [name, settled[place] ?? []]));
  return (ending) => byName.get(nameOf(ending)) ?? [];
}

/** Keeps the events of a batch of endings that happened at one instant, in their order, each with its deliveries, as `recordEvent` does with one. */
export async function recordEndings(trx: Db, endings: readonly Ending[], at: Date): Promise<void> {
  const targetsOf = await findTargets(trx, endings);
  const events: NewEvent[] = [];
  const deliveries: NewDelivery[] = [];
  for (const ending of endings) {
    const { tenantId, companyId, subject } = ending;
    const eventId = newId(at.getTime());
    events.push({ tenantId, eventId, companyId, createdAt: at, subject });
    for (const { endpointId, enabled } of targetsOf(ending))
      deliveries.push({
        tenantId,
        eventId,
        endpointId,
        deliveryId: newId(at.getTime()),
        skipped: !enabled,
      });
  }
  await insertEvents(trx, events);
  if (deliveries.length > 0) await insertDeliveriesOf(trx, deliveries, at);
}
