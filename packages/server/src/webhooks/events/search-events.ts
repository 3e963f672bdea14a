import { type EventRecord, type SearchEvents, WEBHOOK_LOG_DAYS, type WebhookState } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { type CompanyId, type EventId, instantOfId, lowestId, type TenantId } from '../../kernel/base/id.ts';
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
/** Events that one statement scans, and one narrowed page of who sees all of them. */
const MAX_SCANNED_EVENTS = 10_000;
const DAY_SECONDS = 86_400;
/** Past the days of the log only what is held stands: the rest of the log is one page. */
const LOG_SECONDS = (WEBHOOK_LOG_DAYS + 1) * DAY_SECONDS;

/** What searching the log of events needs. */
export type EventSearchDeps = Pick<EventLogDeps, 'db' | 'clock' | 'log' | 'environment'>;

/** Whose events are searched: of some companies or of all, and whether the reader may see the others as well. */
export type EventReach = { companyIds: readonly CompanyId[] | undefined; isWhole: boolean };

/** An event as the contract shows it, with what became of its deliveries. */
type FoundEvent = { event: EventRecord; webhooks: WebhookState };

/** Rows of a page and one more where there is another; where the scan ended, if it did before the oldest event. */
type Scan = { rows: NewestEventRow[]; fromId?: EventId | undefined };

/** The day that one page of a restricted reader covers. Its end is a time alone: an event that bounds it would tell of companies out of reach. */
function startOfDay(now: Date, beforeId: EventId | undefined): EventId | undefined {
  const asked = beforeId === undefined ? now : instantOfId(beforeId);
  const start = addSeconds(asked < now ? asked : now, -DAY_SECONDS);
  return start < addSeconds(now, -LOG_SECONDS) ? undefined : lowestId(start);
}

/** Scans one day in as many bounded statements as it takes, so that neither rows nor cursor depend on events of others. */
async function scanDay(
  { db, clock }: EventSearchDeps,
  tenantId: TenantId,
  filter: NewestFilter,
  limit: number,
): Promise<Scan> {
  const fromId = startOfDay(clock.now(), filter.beforeId);
  const rows: NewestEventRow[] = [];
  let { beforeId } = filter;
  do {
    const span = { beforeId, fromId };
    const endId = await findEndOfNewest(db, tenantId, span, MAX_SCANNED_EVENTS);
    const part = { ...filter, beforeId, fromId: endId ?? fromId };
    rows.push(...(await listNewestEvents(db, tenantId, part, limit - rows.length)));
    beforeId = endId;
  } while (beforeId !== undefined && rows.length < limit);
  return { rows, fromId };
}

async function scan(
  deps: EventSearchDeps,
  tenantId: TenantId,
  filter: NewestFilter,
  { isWhole, limit }: { isWhole: boolean; limit: number },
): Promise<Scan> {
  const { db } = deps;
  const { companyIds, type, aboutId, beforeId } = filter;
  if (companyIds?.length === 0) return { rows: [] };
  // What is about one transaction has an index of its own, and little in it.
  if (aboutId !== undefined || (type === undefined && companyIds === undefined))
    return { rows: await listNewestEvents(db, tenantId, filter, limit) };
  if (!isWhole) return scanDay(deps, tenantId, filter, limit);
  const fromId = await findEndOfNewest(db, tenantId, { beforeId, fromId: undefined }, MAX_SCANNED_EVENTS);
  return { rows: await listNewestEvents(db, tenantId, { ...filter, fromId }, limit), fromId };
}

/** A page of the events within reach, newest first; a narrowed page may be empty and still have a next one. Refuses with 40002. */
export async function searchEventsOf(
  deps: EventSearchDeps,
  tenantId: TenantId,
  { companyIds, isWhole }: EventReach,
  { type, transaction, cursor, limit = PAGE_SIZE }: Omit<SearchEvents, 'company'>,
): Promise<{ found: FoundEvent[]; nextCursor: string | undefined }> {
  const beforeId = parseId('cursor', cursor);
  const aboutId = parseId('transaction', transaction);
  const filter = { companyIds, type, aboutId, beforeId, fromId: undefined };
  // One more than asked for tells whether there is a next page.
  const { rows, fromId } = await scan(deps, tenantId, filter, { isWhole, limit: limit + 1 });
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
