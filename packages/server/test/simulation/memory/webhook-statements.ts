import { insertAuditEntry } from '@titular/server/audit/index.ts';
import { deleteAccesses } from '@titular/server/receivers/access-store.ts';
import {
  insertDeliveries,
  insertSkippedDeliveries,
  reopenDelivery,
} from '@titular/server/webhooks/deliveries/delivery-store.ts';
import { insertDeliveriesOf, insertEvents } from '@titular/server/webhooks/events/event-batch-store.ts';
import { insertEvent } from '@titular/server/webhooks/events/event-store.ts';
import { listTargets, listTargetsOf, lockDisabled } from '@titular/server/webhooks/queue/target-store.ts';
import type { Statement } from './memory-database.ts';
import { keyOf, type Row, type View } from './memory-rows.ts';
import { ID, NOW } from './sample-values.ts';

const SUBJECT = { type: 'transaction.finished', transactionId: ID, status: 'approved', sequence: 1 } as const;
const EVENT = { eventId: ID, companyId: ID, createdAt: NOW, subject: SUBJECT };

const isOf = (row: Row, values: Row): boolean =>
  Object.entries(values).every(([column, value]) => row[column] === value);

/** Keeps that somebody is to be told; the relay of the test tells them. */
function wake(view: View, channel: unknown, deliveries: readonly Row[]): void {
  const payloads = new Set(deliveries.map((row) => keyOf(row['tenant_id'], row['endpoint_id'])));
  for (const payload of payloads) {
    const row_id = view.nextNumber();
    view.put('wake_outbox', keyOf(row_id), { row_id, channel, payload });
  }
}

/** Adds a delivery unless its event has one to the endpoint. */
function addDelivery(view: View, row: Row): readonly Row[] {
  const { tenant_id, event_id, endpoint_id } = row;
  if (view.conflicts('deliveries', (other) => isOf(other, { tenant_id, event_id, endpoint_id }))) return [];
  const whole = { attempts: 0, schedule_from: 0, reopened: 0, ...row };
  view.put('deliveries', keyOf(tenant_id, row['delivery_id']), whole);
  return [whole];
}

const pendingAt = (at: unknown): Row => ({
  state: 'pending',
  skipped: false,
  next_attempt_at: at,
  finished_at: null,
});
const skippedAt = (at: unknown): Row => ({
  state: 'failed',
  skipped: true,
  next_attempt_at: null,
  finished_at: at,
});

function insertEach(
  view: View,
  [tenant_id, event_id, , deliveryIds, endpointIds]: readonly unknown[],
  state: Row,
): Row[] {
  return (endpointIds as string[]).flatMap((endpoint_id, index) =>
    addDelivery(view, {
      tenant_id,
      delivery_id: (deliveryIds as string[])[index],
      event_id,
      endpoint_id,
      ...state,
    }),
  );
}

type Asked = { type: unknown; status: unknown };

/** Whether an endpoint that is there takes events of a type and status. */
function takes(endpoint: Row, { type, status }: Asked): boolean {
  const [types, statuses] = [endpoint['event_types'] as unknown[], endpoint['statuses'] as unknown[]];
  if (endpoint['deleted_at'] !== null || (types.length > 0 && !types.includes(type))) return false;
  return (
    status === null || statuses.includes(status) || (statuses.length === 0 && type === 'transaction.finished')
  );
}

const endpointsOf = (view: View, tenant_id: unknown, company_id: unknown): Row[] =>
  view
    .list('webhook_endpoints')
    .filter((row) => isOf(row, { tenant_id, company_id }))
    .toSorted((one, other) => (String(one['endpoint_id']) < String(other['endpoint_id']) ? -1 : 1));

const addEvent = (view: View, row: Row): void =>
  view.put('events', keyOf(row['tenant_id'], row['event_id']), { order_number: null, ...row });

/** Statements by which events are kept with their deliveries. */
export const EVENT_STATEMENTS: Readonly<Record<string, Statement>> = {
  insertAuditEntry: {
    sentBy: (db) =>
      insertAuditEntry(
        db,
        { clock: { now: () => NOW }, actor: '' },
        { tenantId: ID, action: 'webhook-event.resend', subject: `webhook-event/${ID}` },
      ),
    run: (view, [entry_id, tenant_id, at, actor, action, subject]) => {
      view.put('audit_log', keyOf(entry_id), { entry_id, tenant_id, at, actor, action, subject });
      return [{}];
    },
  },
  /** Nobody opens the page of a receiver here, so that there is none to end. */
  deleteAccesses: {
    sentBy: (db) => deleteAccesses(db, { tenantId: ID, endpointId: ID }),
    run: () => [],
  },
  listTargets: {
    sentBy: (db) => listTargets(db, ID, ID, SUBJECT),
    run: (view, [tenant, company, type, status, , , , about]) =>
      endpointsOf(view, tenant, company)
        .filter((row) => takes(row, { type, status }) && row['endpoint_id'] !== about)
        .map(({ endpoint_id, enabled }) => ({ endpoint_id, enabled })),
  },
  listTargetsOf: {
    sentBy: (db) => listTargetsOf(db, []),
    run: (view, [kinds]) =>
      (JSON.parse(String(kinds)) as Row[]).flatMap(({ place, tenantId, companyId, type, status = null }) =>
        endpointsOf(view, tenantId, companyId)
          .filter((row) => takes(row, { type, status }))
          .map(({ endpoint_id, enabled }) => ({ place, endpoint_id, enabled })),
      ),
  },
  lockDisabled: {
    sentBy: (db) => lockDisabled(db, [{ tenantId: ID, endpointId: ID }]),
    run: (view, [tenants, endpoints]) =>
      (endpoints as string[]).flatMap((endpoint_id, place) => {
        const row = view.lock('webhook_endpoints', keyOf((tenants as string[])[place], endpoint_id));
        return row && row['enabled'] === false ? [{ endpoint_id }] : [];
      }),
  },
  insertEvent: {
    sentBy: (db) => insertEvent(db, ID, EVENT),
    run: (
      view,
      [
        tenant_id,
        event_id,
        company_id,
        transaction_id,
        type,
        sequence,
        status,
        created_at,
        subject_id,
        detail,
      ],
    ) => {
      const about = { transaction_id, type, sequence, status, subject_id, detail };
      addEvent(view, { tenant_id, event_id, company_id, created_at, ...about });
      return [{}];
    },
  },
  insertEvents: {
    sentBy: (db) => insertEvents(db, []),
    run: (view, [events]) => {
      for (const { tenantId, eventId, companyId, createdAt, ...event } of JSON.parse(String(events)) as Row[])
        addEvent(view, {
          ...{ tenant_id: tenantId, event_id: eventId, company_id: companyId },
          ...{ created_at: new Date(String(createdAt)), type: event['type'] },
          ...{ transaction_id: event['transactionId'] ?? null, subject_id: event['subjectId'] ?? null },
          ...{
            status: event['status'] ?? null,
            sequence: event['sequence'] ?? null,
            detail: event['detail'] ?? null,
          },
        });
      return [];
    },
  },
  insertDeliveries: {
    sentBy: (db) => insertDeliveries(db, ID, { eventId: ID, endpointIds: [] }, NOW),
    run: (view, parameters) => {
      wake(view, parameters[5], insertEach(view, parameters, pendingAt(parameters[2])));
      return [];
    },
  },
  insertSkippedDeliveries: {
    sentBy: (db) => insertSkippedDeliveries(db, ID, { eventId: ID, endpointIds: [] }, NOW),
    run: (view, parameters) => insertEach(view, parameters, skippedAt(parameters[2])),
  },
  insertDeliveriesOf: {
    sentBy: (db) => insertDeliveriesOf(db, [], NOW),
    run: (view, [at, , deliveries, channel]) => {
      const made = (JSON.parse(String(deliveries)) as Row[]).flatMap(
        ({ tenantId, deliveryId, eventId, endpointId, skipped }) =>
          addDelivery(view, {
            ...{ tenant_id: tenantId, delivery_id: deliveryId, event_id: eventId, endpoint_id: endpointId },
            ...(skipped ? skippedAt(at) : pendingAt(at)),
          }),
      );
      wake(
        view,
        channel,
        made.filter(({ skipped }) => !skipped),
      );
      return [];
    },
  },
  reopenDelivery: {
    sentBy: (db) => reopenDelivery(db, ID, ID, NOW),
    run: (view, [at, tenant, delivery, channel]) => {
      const place = keyOf(tenant, view.find('deliveries', keyOf(tenant, delivery))?.['endpoint_id']);
      const isResting = view.once(
        () => (view.find('webhook_endpoints', place)?.['rests_until'] ?? null) !== null,
      );
      const row = view.lock('deliveries', keyOf(tenant, delivery));
      if (!row) return [];
      const endpoint = isResting ? view.lock('webhook_endpoints', place) : undefined;
      const reopened = {
        ...row,
        ...pendingAt(at),
        schedule_from: row['attempts'],
        reopened: Number(row['reopened']) + 1,
      };
      view.put('deliveries', keyOf(tenant, delivery), reopened);
      if (endpoint) view.put('webhook_endpoints', place, { ...endpoint, rests_until: null });
      wake(view, channel, [reopened]);
      return [reopened];
    },
  },
};
