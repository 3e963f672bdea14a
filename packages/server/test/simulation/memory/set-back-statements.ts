import {
  findAhead,
  QUEUE_START,
  setDue,
  shortenBackOffs,
} from '@titular/server/webhooks/queue/set-back-store.ts';
import type { Statement } from './memory-database.ts';
import { keyOf, type Row, type View } from './memory-rows.ts';
import type { DeliveryRow, EndpointRow } from './queue-statements.ts';
import { NOW } from './sample-values.ts';

const TOLERANCE_MS = 2_000;

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

/** A text that orders deliveries as the index of what is due does. */
const placeOf = (tenant: unknown, endpoint: unknown, at: Date | null, delivery: unknown): string =>
  [tenant, endpoint, String(at?.getTime() ?? 0).padStart(15, '0'), delivery].join();

const placeOfRow = (row: DeliveryRow): string =>
  placeOf(row.tenant_id, row.endpoint_id, row.next_attempt_at, row.delivery_id);

/** When a delivery would be due had its clock not been ahead; null where it was not. */
function dueOf(view: View, row: DeliveryRow, now: Date, pauses: readonly number[]): Date | null {
  const laterMs = now.getTime() + TOLERANCE_MS;
  const isLater = (at: unknown): boolean => at instanceof Date && at.getTime() > laterMs;
  if (!isLater(row.next_attempt_at)) return null;
  const { tenant_id, delivery_id, event_id, endpoint_id, attempts } = row;
  const failed = attempts - row.schedule_from;
  if (failed > 0) {
    const attempt = view.find('delivery_attempts', keyOf(tenant_id, delivery_id, attempts));
    const endpoint = view.find('webhook_endpoints', keyOf(tenant_id, endpoint_id));
    const pause = endpoint?.['interval_seconds'] ?? pauses[Math.min(failed, pauses.length) - 1];
    return isLater(attempt?.['started_at']) ? after(now, Number(pause)) : null;
  }
  if (row.reopened > 0) return now;
  return isLater(view.find('events', keyOf(tenant_id, event_id))?.['created_at']) ? now : null;
}

function findEach(view: View, parameters: readonly unknown[]): Row[] {
  const [tenant, endpoint, at, delivery, limit, now] = parameters as [
    ...[string, string, Date, string],
    ...[number, Date],
  ];
  const from = placeOf(tenant, endpoint, at, delivery);
  return view
    .list<DeliveryRow>('deliveries')
    .filter((row) => row.state === 'pending' && placeOfRow(row) > from)
    .toSorted((one, other) => (placeOfRow(one) < placeOfRow(other) ? -1 : 1))
    .slice(0, limit)
    .map((row) => ({ ...row, due_at: dueOf(view, row, now, parameters[8] as number[]) }));
}

/** Rows of a table that nobody else has in hand. */
const free = <R extends Row>(view: View, table: string, keyOfRow: (row: R) => string): R[] =>
  view.list<R>(table).filter((row) => !view.isHeldElsewhere(table, keyOfRow(row)));

const keyOfDelivery = (row: { tenant_id: string; delivery_id: string }): string =>
  keyOf(row.tenant_id, row.delivery_id);

/** Statements by which what was written under a clock that was set back becomes due. */
export const SET_BACK_STATEMENTS: Readonly<Record<string, Statement>> = {
  findAhead: { sentBy: (db) => findAhead(db, NOW, QUEUE_START, 1), run: findEach },
  setDue: {
    sentBy: (db) => setDue(db, []),
    run: (view, [, deliveryIds, attempts, dues]) => {
      const meant = free<DeliveryRow>(view, 'deliveries', keyOfDelivery).flatMap((row) => {
        const place = (deliveryIds as string[]).indexOf(row.delivery_id);
        const isMeant = row.state === 'pending' && row.attempts === (attempts as number[])[place];
        return isMeant ? [{ row, due: new Date((dues as string[])[place] ?? 0) }] : [];
      });
      for (const { row, due } of meant) {
        const isEarlier = row.next_attempt_at !== null && row.next_attempt_at < due;
        const next_attempt_at = isEarlier ? row.next_attempt_at : due;
        view.put('deliveries', keyOfDelivery(row), { ...row, next_attempt_at });
      }
      return [];
    },
  },
  shortenBackOffs: {
    sentBy: (db) => shortenBackOffs(db, [], NOW),
    run: (view, [until, , endpointIds]) => {
      const keyOfEndpoint = (row: EndpointRow): string => keyOf(row.tenant_id, row.endpoint_id);
      for (const row of free<EndpointRow>(view, 'webhook_endpoints', keyOfEndpoint))
        if ((endpointIds as string[]).includes(row.endpoint_id) && row.rests_until)
          if (row.rests_until > (until as Date))
            view.put('webhook_endpoints', keyOfEndpoint(row), { ...row, rests_until: until });
      return [];
    },
  },
};
