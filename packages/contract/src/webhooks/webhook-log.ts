import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { LATE_LINK_STATES } from '../page/late-links.ts';
import { instant, paging } from '../transactions/transaction-search.ts';
import { TransactionId, TransactionStatus } from '../transactions/transactions.ts';
import { EVENT_TYPE_NAMES, EVENT_TYPES } from './events.ts';
import { WEBHOOK_LOG_DAYS } from './webhook-log-days.ts';

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
      '`cursor` or `nextCursor` of the previous response; `latest` to receive only new events. Without it, the list starts with the oldest stored event.',
    ),
    after: position('Alias of `cursor`.'),
    limit: paging.limit,
    company: Type.Optional(uuid('Of this company only.')),
    type: Type.Optional(
      literals(EVENT_TYPE_NAMES, {
        description: 'Only events of this type; accepts the same names as a subscription.',
      }),
    ),
    transaction: Type.Optional(uuid('Only events about this transaction.')),
    process: Type.Optional(uuid('Only events about this process.')),
  },
  CLOSED,
);
export type ListEventsQuery = Static<typeof ListEventsQuery>;

const record = {
  id: uuid('Id of the event; the `webhook-id` of every delivery attempt.'),
  type: literals(EVENT_TYPES),
  time: time('When it happened.'),
  environment: literals(['test', 'production'] as const),
  transactionId: Type.Optional(TransactionId),
  status: Type.Optional(TransactionStatus),
  sequence: Type.Optional(Type.Integer({ minimum: 1 })),
  orderNumber: Type.Optional(Type.String()),
  hasIdentityChanged: Type.Optional(
    Type.Boolean({
      description: 'Whether the person is someone other than the identity you sent, once known.',
    }),
  ),
  processId: Type.Optional(uuid('The process that finished.')),
  state: Type.Optional(Type.String({ description: 'State of the process.' })),
  endpointId: Type.Optional(uuid('The endpoint that the event is about.')),
  reason: Type.Optional(literals(['gone', 'failing'] as const)),
  linkState: Type.Optional(literals(LATE_LINK_STATES)),
  companyId: uuid(
    'The company whose endpoints may receive it; the only field that the webhook does not carry.',
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
      description: 'Store it and send it as `cursor` to continue later, even if there was no event.',
    }),
    nextCursor: Type.Optional(
      Type.String({
        description:
          'The same while `hasMore` is true: send it as `cursor` to get the next page; absent on the last.',
      }),
    ),
    hasMore: Type.Boolean({
      description:
        'Whether to continue immediately because more events may exist already. A page may be empty nevertheless.',
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
      '`pending` waits for its next attempt, `sending` is in progress, `delivered` and `failed` are final.',
  }),
  attempts: Type.Integer({ minimum: 0, description: 'Number of finished attempts.' }),
  nextAttemptAt: Type.Optional(time('Time of the next attempt; only while pending.')),
  finishedAt: Type.Optional(time('When it was delivered or failed; absent before.')),
  skipped: Type.Optional(
    Type.Boolean({
      description: 'True if it failed without an attempt because its endpoint was disabled.',
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
        description: 'Only deliveries in this state; `pending` includes those being sent.',
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
      Type.String({ format: 'uuid', description: 'Send it as `cursor` to get the next page.' }),
    ),
  },
  CLOSED,
);
export type ListDeliveriesResponse = Static<typeof ListDeliveriesResponse>;

/** One try to deliver: what the receiver answered, or why there was no answer. */
export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Counted from 1, continuing over several schedules.' }),
    startedAt: time('When it began.'),
    durationMs: Type.Integer({ minimum: 0 }),
    responseStatus: Type.Optional(
      Type.Integer({ description: "HTTP status of the receiver's response; absent if there was none." }),
    ),
    response: Type.Optional(
      Type.String({ description: "The first 4 KiB of the receiver's response, kept for 30 days." }),
    ),
    error: Type.Optional(Type.String({ description: 'Why there was no response.' })),
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
    deliveries: Type.Integer({ minimum: 0, description: 'Deliveries resent by this request.' }),
    hasMore: Type.Boolean({ description: 'Whether more remain than one request resends: repeat it.' }),
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
    more: Type.Boolean({ description: 'Whether there are more than were counted.' }),
    oldestDueSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'For how long the oldest has been due; absent if nothing is due.',
      }),
    ),
  },
  CLOSED,
);
export type BacklogResponse = Static<typeof BacklogResponse>;
