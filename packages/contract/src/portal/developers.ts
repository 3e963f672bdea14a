import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { MAX_ORDER_NUMBER_LENGTH } from '../text-bounds.ts';
import { EVENT_TYPES } from '../webhooks/events.ts';
import { CreateWebhookEndpointResponse, WebhookEndpoint } from '../webhooks/webhook-endpoints.ts';
import {
  BacklogResponse,
  DeliveryAttempt,
  DeliveryResponse,
  DeliverySummary,
  EventRecord,
} from '../webhooks/webhook-log.ts';
import { DeliveryEndpoint } from './case.ts';
import { WEBHOOK_STATES } from './find.ts';
import { storableText } from './storable-text.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const cursor = Type.Optional(uuid);
const page = { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })), cursor };
/** Pages of a list that grows while somebody scrolls. */
const longPage = { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })), cursor };

/** Newest deliveries to an endpoint from which its rate of success is taken. */
export const RATED_DELIVERIES = 100;

/** How an endpoint does: its backlog, and what became of its newest deliveries. */
export const endpointHealth = {
  ...BacklogResponse.properties,
  delivered: Type.Integer({ minimum: 0, description: 'Delivered of the newest deliveries.' }),
  failed: Type.Integer({ minimum: 0, description: 'Failed of the newest deliveries.' }),
};

/** An endpoint with its company, its backlog, and what became of its newest deliveries. */
export const EndpointView = Type.Object(
  { ...WebhookEndpoint.properties, companyName: Type.String(), ...endpointHealth },
  CLOSED,
);
export type EndpointView = Static<typeof EndpointView>;

/** How the list of endpoints is narrowed. */
export const SearchEndpoints = Type.Object({ company: Type.Optional(uuid), ...page }, CLOSED);
export type SearchEndpoints = Static<typeof SearchEndpoints>;

/** A page of endpoints, newest first. */
export const EndpointRows = Type.Object(
  { endpoints: Type.Array(EndpointView), nextCursor: Type.Optional(uuid) },
  CLOSED,
);
export type EndpointRows = Static<typeof EndpointRows>;

/** Of which companies endpoints are counted: those of all that the caller sees, or of one. */
export const CountEndpoints = Type.Object({ company: Type.Optional(uuid) }, CLOSED);
export type CountEndpoints = Static<typeof CountEndpoints>;

const count = Type.Integer({ minimum: 0 });
/** All endpoints that need somebody: those that went off by themselves, and those that are on and fail. */
export const EndpointTrouble = Type.Object({ offByItself: count, failing: count }, CLOSED);
export type EndpointTrouble = Static<typeof EndpointTrouble>;

/** A new secret, shown this once. */
export const EndpointSecret = Type.Object(
  {
    id: uuid,
    secret: CreateWebhookEndpointResponse.properties.secret,
    previousSecretEndsAt: WebhookEndpoint.properties.previousSecretEndsAt,
  },
  CLOSED,
);
export type EndpointSecret = Static<typeof EndpointSecret>;

/**
 * How the deliveries to an endpoint are narrowed; `transaction` may be the id of a process as well. Beside an order number it matches what
 * either names: order numbers may have the form of an id.
 */
export const SearchDeliveries = Type.Object(
  {
    state: Type.Optional(literals(['pending', 'delivered', 'failed'] as const)),
    type: Type.Optional(literals(EVENT_TYPES)),
    transaction: Type.Optional(uuid),
    /** As the events have it. */
    orderNumber: Type.Optional(storableText(1, MAX_ORDER_NUMBER_LENGTH)),
    ...longPage,
  },
  CLOSED,
);
export type SearchDeliveries = Static<typeof SearchDeliveries>;

/** A page of the deliveries to an endpoint, those of the newest events first, each with what its last attempt was answered. */
export const DeliveryRows = Type.Object(
  {
    deliveries: Type.Array(
      Type.Object(
        {
          ...DeliverySummary.properties,
          eventTime: time,
          responseStatus: DeliveryAttempt.properties.responseStatus,
        },
        CLOSED,
      ),
    ),
    nextCursor: Type.Optional(uuid),
  },
  CLOSED,
);
export type DeliveryRows = Static<typeof DeliveryRows>;

/** A header of a request; without a value where none is kept. */
export const SentHeader = Type.Object({ name: Type.String(), value: Type.Optional(Type.String()) }, CLOSED);
export type SentHeader = Static<typeof SentHeader>;

/** An attempt; where it was answered, with the headers of its request as they follow from what is kept. */
export const SentAttempt = Type.Object(
  { ...DeliveryAttempt.properties, headers: Type.Optional(Type.Array(SentHeader)) },
  CLOSED,
);
export type SentAttempt = Static<typeof SentAttempt>;

/** A delivery with where it goes (an address without its query), the body that is sent, and its last 100 attempts. */
export const DeliveryView = Type.Object(
  {
    ...DeliveryResponse.properties,
    history: Type.Array(SentAttempt),
    url: Type.String(),
    endpoint: DeliveryEndpoint,
    eventTime: time,
    request: Type.String(),
  },
  CLOSED,
);
export type DeliveryView = Static<typeof DeliveryView>;

/** How the log of events is narrowed; `transaction` may be the id of a process as well. */
export const SearchEvents = Type.Object(
  {
    company: Type.Optional(uuid),
    type: Type.Optional(literals(EVENT_TYPES)),
    transaction: Type.Optional(uuid),
    ...longPage,
  },
  CLOSED,
);
export type SearchEvents = Static<typeof SearchEvents>;

const eventRow = {
  ...EventRecord.properties,
  companyName: Type.String(),
  webhooks: literals(WEBHOOK_STATES),
};

/** An event with what became of its deliveries, taken together. */
export const EventRow = Type.Object(eventRow, CLOSED);
export type EventRow = Static<typeof EventRow>;

/** A page of events, newest first. */
export const EventRows = Type.Object(
  { events: Type.Array(EventRow), nextCursor: Type.Optional(uuid) },
  CLOSED,
);
export type EventRows = Static<typeof EventRows>;

/** An event with the body that is sent, and its newest deliveries. */
export const EventView = Type.Object(
  { ...eventRow, request: Type.String(), deliveries: Type.Array(DeliveryView) },
  CLOSED,
);
export type EventView = Static<typeof EventView>;

/** Failed deliveries that a resend would take, counted no further than 10,000. */
export const FailedCount = Type.Object(
  { deliveries: Type.Integer({ minimum: 0 }), more: Type.Boolean() },
  CLOSED,
);
export type FailedCount = Static<typeof FailedCount>;
