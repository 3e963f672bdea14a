import type { CallApi } from '../http/call-api.ts';
import { createList, type List, type Listing } from '../http/list.ts';
import type { CallOptions } from '../http/options.ts';
import { bindOperations, type OperationRows } from '../operations.ts';
import type {
  EventRecord,
  EventResentResponse,
  EventResponse,
  EventTypeName,
  ListEventsResponse,
} from '../wire/webhooks.ts';
import type { EventInbox } from './event-inbox.ts';

const BASE = '/api/public/v1/events';

type Calls = {
  /** An event with each of its deliveries. */
  get(id: string, options?: CallOptions): Promise<EventResponse>;
  /** Sends the same event, with the same id, to every endpoint of its company that wants it now. */
  resend(id: string, options?: CallOptions): Promise<EventResentResponse>;
};

const CALLS: OperationRows<Calls> = {
  get: ['readEvent', 'GET', `${BASE}/{id}`, 'id', 'always'],
  resend: ['resendEventById', 'POST', `${BASE}/{id}/resend`, 'id', 'always'],
};

/** How the log of events is gone through; all that is given must hold. */
export type ListEventsQuery = {
  /** `cursor` of an earlier page; `latest` for what happens from now on; the oldest event that is kept without it. */
  cursor?: string | undefined;
  /** Alias of `cursor`. */
  after?: string | undefined;
  /** Events in one page, 1 to 100; 20 without it. */
  limit?: number | undefined;
  company?: string | undefined;
  type?: EventTypeName | undefined;
  /** About this transaction only. */
  transaction?: string | undefined;
  /** About this process only. */
  process?: string | undefined;
};

const LISTING: Listing<EventRecord, ListEventsResponse> = {
  operation: 'listEvents',
  path: BASE,
  goesOnBy: 'after',
  itemsOf: ({ events }) => events,
  nextOf: ({ hasMore, cursor }) => (hasMore ? cursor : undefined),
};

/** Events: those that webhooks brought, and the log of all of them for 90 days. */
export type Events = EventInbox &
  Calls & {
    /** Events that there are by now, in the order of their commits, each once; `pages()` tells the `cursor` from which to go on later. */
    list(query?: ListEventsQuery, options?: CallOptions): List<EventRecord, ListEventsResponse>;
  };

/** The operations on events, over one way to the API, beside the inbox of waits. */
export const createEvents = (callApi: CallApi, { accept }: EventInbox): Events => ({
  accept,
  ...bindOperations<Calls>(callApi, CALLS),
  // By the name that services of every version take.
  list: ({ cursor, ...query } = {}, options) =>
    createList(callApi, LISTING, { ...query, after: query.after ?? cursor }, options),
});
