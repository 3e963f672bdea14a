import {
  type EventRecord,
  type EventResponse,
  eventTypeOf,
  FROM_LATEST,
  type ListEventsQuery,
  type ListEventsResponse,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parseId, parsePathId } from '../../kernel/http/body/parse-query.ts';
import { listShops, type TenantKey, type TenantKeys } from '../../tenants/index.ts';
import { listDeliveriesOf } from '../deliveries/delivery-log-store.ts';
import { toSummary } from '../deliveries/read-deliveries.ts';
import { type StoredEvent, toWebhookEvent } from './event.ts';
import { BEFORE_ALL, parseCursor, toCursor } from './event-cursor.ts';
import {
  type EventFilter,
  findEndOfScan,
  listEventsBetween,
  type NewestEventRow,
} from './event-log-store.ts';
import { findEvent, readEventHorizon, toEvent } from './event-store.ts';

/** What reading the log of events needs. */
export type EventLogDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  log: Log;
  tenantKeys: TenantKeys;
  environment: Environment;
};

const PAGE_SIZE = 20;

/** Events that one answer looks at when it may have to leave most of them out. */
const MAX_SCANNED_EVENTS = 10_000;

/** More than a company has endpoints. */
const MAX_DELIVERIES = 1_000;

/** An event as the contract shows it. */
export const toRecord = (event: StoredEvent, environment: Environment): EventRecord => ({
  ...toWebhookEvent(event, environment),
  companyId: event.companyId,
});

/** Where a page begins, by either name of the parameter; refuses with 40002 both at once where they differ. */
function askedPosition({ cursor, after }: ListEventsQuery): { name: string; text: string } | undefined {
  if (cursor !== undefined && after !== undefined && cursor !== after)
    throw new Refusal('40002', 'Send cursor or after, which is the same, and not both.');
  if (cursor !== undefined) return { name: 'cursor', text: cursor };
  return after === undefined ? undefined : { name: 'after', text: after };
}

function parsePosition(key: TenantKey, asked: ReturnType<typeof askedPosition>): string {
  const position = asked === undefined ? BEFORE_ALL : parseCursor(key, asked.text);
  if (position === undefined)
    throw new Refusal('40002', `${asked?.name} must be latest, or the cursor of an answer to this tenant.`);
  return position;
}

/** An event that cannot be read is told to the operator and left out: nobody can use it, and who goes on must not be stopped by it. */
export function readable(
  { log, environment }: Pick<EventLogDeps, 'log' | 'environment'>,
  rows: readonly NewestEventRow[],
): EventRecord[] {
  return rows.flatMap((row) => {
    try {
      return [toRecord(toEvent(row), environment)];
    } catch (error) {
      log.error({ err: error, eventId: row.event_id }, 'fault while reading an event');
      return [];
    }
  });
}

/** The shops of a sandbox fill, whose events were made up: whoever reads the events of all companies is told none of theirs. */
async function findMadeUp(
  { db, environment }: Pick<EventLogDeps, 'db' | 'environment'>,
  tenantId: TenantId,
  { company, transaction, process }: ListEventsQuery,
): Promise<CompanyId[] | undefined> {
  if (environment === 'production' || (company ?? transaction ?? process) !== undefined) return undefined;
  const shops = await listShops(db, tenantId);
  return shops.length > 0 ? shops : undefined;
}

/** The tenant's events after a cursor, in the order of their commits; refuses with 40002 a cursor that no answer to the tenant gave. */
export async function listEvents(
  deps: EventLogDeps,
  tenantId: TenantId,
  query: ListEventsQuery,
): Promise<ListEventsResponse> {
  const { db } = deps;
  const key = await deps.tenantKeys(tenantId);
  const filter: EventFilter = {
    companyId: parseId('company', query.company),
    besides: await findMadeUp(deps, tenantId, query),
    type: query.type && eventTypeOf(query.type),
    transactionId: parseId('transaction', query.transaction),
    processId: parseId('process', query.process),
  };
  const asked = askedPosition(query);
  if (asked?.text === FROM_LATEST) {
    return { events: [], cursor: toCursor(key, await readEventHorizon(db)), hasMore: false };
  }
  const after = parsePosition(key, asked);
  const limit = query.limit === undefined ? PAGE_SIZE : Number(query.limit);
  const isNarrowed = Object.values(filter).some((one) => one !== undefined);
  // One more than asked for tells whether there is a next page.
  const most = isNarrowed ? MAX_SCANNED_EVENTS : limit + 1;
  const { position: upTo, count } = await findEndOfScan(
    db,
    tenantId,
    { after, upTo: await readEventHorizon(db) },
    most,
  );
  if (upTo === undefined) return { events: [], cursor: toCursor(key, after), hasMore: false };
  const found = await listEventsBetween(db, tenantId, filter, { after, upTo }, limit + 1);
  const page = found.slice(0, limit);
  const isFull = found.length > limit;
  const reached = isFull ? (page.at(-1)?.position ?? after) : upTo;
  const cursor = toCursor(key, reached);
  const hasMore = isFull || count === most;
  return { events: readable(deps, page), cursor, hasMore, ...(hasMore ? { nextCursor: cursor } : {}) };
}

/** An event of the tenant with its deliveries; refuses with 40006 what is no id, and with 40407. */
export async function readEvent(deps: EventLogDeps, tenantId: TenantId, id: string): Promise<EventResponse> {
  const { db, clock, environment } = deps;
  const eventId = parsePathId(id);
  const event = eventId && (await findEvent(db, tenantId, eventId));
  if (!event) throw new Refusal('40407');
  const deliveries = await listDeliveriesOf(db, tenantId, event.eventId, clock.now(), MAX_DELIVERIES);
  return { ...toRecord(event, environment), deliveries: deliveries.map(toSummary) };
}
