import type { EventRecord, SearchEvents, WebhookState } from '@titular/contract';
import type { CompanyId, EventId, TenantId } from '../../kernel/base/id.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import { summarizeDeliveries } from '../deliveries/delivery-log-store.ts';
import {
  findEndOfNewest,
  listNewestEvents,
  type NewestEventRow,
  type NewestFilter,
} from './event-log-store.ts';
import { type EventLogDeps, readable } from './read-events.ts';

const PAGE_SIZE = 20;
/** Events that one narrowed page scans. */
const MAX_SCANNED_EVENTS = 10_000;

/** What searching the log of events needs. */
export type EventSearchDeps = Pick<EventLogDeps, 'db' | 'clock' | 'log' | 'environment'>;

/** An event as the contract shows it, with what became of its deliveries. */
type FoundEvent = { event: EventRecord; webhooks: WebhookState };

/** Rows of a page and one more where there is another; where the scan ended, if it did before the oldest event. */
type Scan = { rows: NewestEventRow[]; fromId?: EventId | undefined };

async function scan(
  { db }: EventSearchDeps,
  tenantId: TenantId,
  filter: NewestFilter,
  limit: number,
): Promise<Scan> {
  if (filter.companyIds?.length === 0) return { rows: [] };
  // Only a type can be so rare that much is looked at for little.
  if (filter.type === undefined || filter.aboutId !== undefined)
    return { rows: await listNewestEvents(db, tenantId, filter, limit) };
  const fromId = await findEndOfNewest(db, tenantId, filter, MAX_SCANNED_EVENTS);
  return { rows: await listNewestEvents(db, tenantId, { ...filter, fromId }, limit), fromId };
}

/** A page of the events of some companies or of all, newest first; a narrowed page may be empty and still have a next one. Refuses with 40002. */
export async function searchEventsOf(
  deps: EventSearchDeps,
  tenantId: TenantId,
  companyIds: readonly CompanyId[] | undefined,
  { type, transaction, cursor, limit = PAGE_SIZE }: Omit<SearchEvents, 'company'>,
): Promise<{ found: FoundEvent[]; nextCursor: string | undefined }> {
  const beforeId = parseId('cursor', cursor);
  const aboutId = parseId('transaction', transaction);
  const filter = { companyIds, type, aboutId, beforeId, fromId: undefined };
  // One more than asked for tells whether there is a next page.
  const { rows, fromId } = await scan(deps, tenantId, filter, limit + 1);
  const page = rows.slice(0, limit);
  const states = await summarizeDeliveries(
    deps.db,
    tenantId,
    page.map((row) => row.event_id),
  );
  const events = readable(deps, page);
  const byId = new Map<string, WebhookState>(states);
  return {
    found: events.map((event) => ({ event, webhooks: byId.get(event.id) ?? 'none' })),
    nextCursor: rows.length > limit ? page.at(-1)?.event_id : fromId,
  };
}
