import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { instant, paging } from '../transactions/transaction-search.ts';
import { TransactionId, TransactionStatus } from '../transactions/transactions.ts';
import { EVENT_TYPE_NAMES, EVENT_TYPES } from './events.ts';

/** Days for which events, their deliveries and attempts are kept. */
export const WEBHOOK_LOG_DAYS = 90;

/** Most deliveries of a backlog that are counted one by one. */
export const MAX_COUNTED_BACKLOG = 10_000;

/** Attempts that the log of one delivery shows; more than one whole schedule has. */
export const SHOWN_ATTEMPTS = 100;

/** What a reader sends as `after` who wants no event that happened before. */
export const FROM_LATEST = 'latest';

const CLOSED = { additionalProperties: false } as const;
const position = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$', description, examples: [FROM_LATEST] }));
const uuid = (description: string) => Type.String({ format: 'uuid', description });
const time = (description: string) => Type.String({ format: 'date-time', description });

/** How the log of events is gone through; all that is given must hold, and unknown parameters are refused. */
export const ListEventsQuery = Type.Object(
  {
    cursor: position(
      '`cursor` or `nextCursor` of the answer before; `latest` to begin with what happens from now on. Without it the oldest event that is kept comes first.',
    ),
    after: position('Another name of `cursor`.'),
    limit: paging.limit,
    company: Type.Optional(uuid('Of this company only.')),
    type: Type.Optional(
      literals(EVENT_TYPE_NAMES, {
        description: 'Of this type only; the names that a subscription takes are taken here too.',
      }),
    ),
    transaction: Type.Optional(uuid('About this transaction only.')),
    process: Type.Optional(uuid('About this process only.')),
  },
  CLOSED,
);
export type ListEventsQuery = Static<typeof ListEventsQuery>;

const record = {
  id: uuid('Id of the event; the `webhook-id` of every attempt to deliver it.'),
  type: literals(EVENT_TYPES),
  time: time('When it happened.'),
  environment: literals(['test', 'production'] as const),
  transactionId: Type.Optional(TransactionId),
  status: Type.Optional(TransactionStatus),
  sequence: Type.Optional(Type.Integer({ minimum: 1 })),
  orderNumber: Type.Optional(Type.String()),
  hasIdentityChanged: Type.Optional(
    Type.Boolean({ description: 'Whether the person is another than the identity you sent, once known.' }),
  ),
  processId: Type.Optional(uuid('The process that finished.')),
  state: Type.Optional(Type.String({ description: 'State of the process.' })),
  endpointId: Type.Optional(uuid('The endpoint that the event is about.')),
  reason: Type.Optional(literals(['gone', 'failing'] as const)),
  companyId: uuid(
    'The company whose endpoints may receive it; the one field that the webhook does not carry.',
  ),
};

/** An event: the body that a webhook carries, by type, with the company it belongs to. */
export const EventRecord = Type.Object(record, CLOSED);
export type EventRecord = Static<typeof EventRecord>;

/** Events in the order of their commits; `cursor` goes on after them, and none that is committed later stands before it. */
export const ListEventsResponse = Type.Object(
  {
    events: Type.Array(EventRecord),
    cursor: Type.String({
      description: 'Keep it, and send it as `cursor` to go on later; also when there was no event.',
    }),
    nextCursor: Type.Optional(
      Type.String({
        description: 'The same, while `hasMore`: send it as `cursor` for the next page; absent on the last.',
      }),
    ),
    hasMore: Type.Boolean({
      description: 'Whether to go on at once: there may be more already. A page may be empty all the same.',
    }),
  },
  CLOSED,
);
export type ListEventsResponse = Static<typeof ListEventsResponse>;

/** Where a delivery stands. */
export const DELIVERY_STATES = ['pending', 'sending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const summary = {
  id: uuid('Id of the delivery.'),
  endpointId: uuid('Where it goes.'),
  eventId: uuid('What it carries.'),
  type: literals(EVENT_TYPES, { description: 'Type of the event.' }),
  state: literals(DELIVERY_STATES, {
    description:
      '`pending` waits for its next attempt, `sending` is under way, `delivered` and `failed` are over.',
  }),
  attempts: Type.Integer({ minimum: 0, description: 'Attempts that are over.' }),
  nextAttemptAt: Type.Optional(time('When it is tried next; only while it is pending.')),
  finishedAt: Type.Optional(time('When it was over; absent before.')),
  skipped: Type.Optional(
    Type.Boolean({
      description: 'True when it failed without an attempt, because its endpoint was switched off.',
    }),
  ),
};

/** One event on its way to one endpoint. */
export const DeliverySummary = Type.Object(summary, CLOSED);
export type DeliverySummary = Static<typeof DeliverySummary>;

/** An event with each of its deliveries. */
export const EventResponse = Type.Object({ ...record, deliveries: Type.Array(DeliverySummary) }, CLOSED);
export type EventResponse = Static<typeof EventResponse>;

/** How a list of deliveries is narrowed; `pending` has those that are being sent as well. */
export const ListDeliveriesQuery = Type.Object(
  {
    state: Type.Optional(
      literals(['pending', 'delivered', 'failed'] as const, {
        description: 'Only those in this state; `pending` has those that are being sent as well.',
      }),
    ),
    ...paging,
  },
  CLOSED,
);
export type ListDeliveriesQuery = Static<typeof ListDeliveriesQuery>;

/** A page of deliveries, those of the newest events first; `nextCursor` is absent on the last. */
export const ListDeliveriesResponse = Type.Object(
  {
    deliveries: Type.Array(DeliverySummary),
    nextCursor: Type.Optional(
      Type.String({ format: 'uuid', description: 'Send it as `cursor` for the next page.' }),
    ),
  },
  CLOSED,
);
export type ListDeliveriesResponse = Static<typeof ListDeliveriesResponse>;

/** One try to deliver: what the receiver answered, or why there was no answer. */
export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'From 1 without gaps, also over several schedules.' }),
    startedAt: time('When it began.'),
    durationMs: Type.Integer({ minimum: 0 }),
    responseStatus: Type.Optional(
      Type.Integer({ description: 'HTTP status of the receiver; absent when it did not answer.' }),
    ),
    response: Type.Optional(
      Type.String({ description: 'The first 4 KiB of what the receiver answered, for 30 days.' }),
    ),
    error: Type.Optional(Type.String({ description: 'Why there was no answer.' })),
  },
  CLOSED,
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** A delivery with its attempts, oldest first; of very many the last 100. */
export const DeliveryResponse = Type.Object({ ...summary, history: Type.Array(DeliveryAttempt) }, CLOSED);
export type DeliveryResponse = Static<typeof DeliveryResponse>;

/** An event that is sent again, and to how many endpoints. */
export const EventResentResponse = Type.Object(
  { id: uuid('The same event.'), type: literals(EVENT_TYPES), deliveries: Type.Integer({ minimum: 0 }) },
  CLOSED,
);
export type EventResentResponse = Static<typeof EventResentResponse>;

/** From when on failed deliveries are sent again. */
export const ResendFailedRequest = Type.Object(
  {
    since: instant(
      `Those that failed at this time or later; at most ${WEBHOOK_LOG_DAYS} days ago, which is how long they are kept.`,
    ),
  },
  CLOSED,
);
export type ResendFailedRequest = Static<typeof ResendFailedRequest>;

/** How many deliveries are on their way again. */
export const ResendFailedResponse = Type.Object(
  {
    deliveries: Type.Integer({ minimum: 0, description: 'Deliveries that are sent again by this request.' }),
    hasMore: Type.Boolean({ description: 'Whether there are more than one request takes: send it again.' }),
  },
  CLOSED,
);
export type ResendFailedResponse = Static<typeof ResendFailedResponse>;

/** What waits for an endpoint. */
export const BacklogResponse = Type.Object(
  {
    waiting: Type.Integer({
      minimum: 0,
      maximum: MAX_COUNTED_BACKLOG,
      description: 'Deliveries that are pending or being sent.',
    }),
    more: Type.Boolean({ description: 'Whether there are more than could be counted.' }),
    oldestDueSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'For how long the oldest has been due; absent when nothing is.',
      }),
    ),
  },
  CLOSED,
);
export type BacklogResponse = Static<typeof BacklogResponse>;
