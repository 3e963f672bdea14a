import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { EVENT_TYPES } from '../webhooks/events.ts';
import { CreateWebhookEndpointResponse, WebhookEndpoint } from '../webhooks/webhook-endpoints.ts';
import { BacklogResponse, DeliveryResponse } from '../webhooks/webhook-log.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(uuid),
};

/** Newest deliveries to an endpoint from which its rate of success is taken. */
export const RATED_DELIVERIES = 100;

const health = {
  ...BacklogResponse.properties,
  delivered: Type.Integer({ minimum: 0, description: 'Delivered of the newest deliveries.' }),
  failed: Type.Integer({ minimum: 0, description: 'Failed of the newest deliveries.' }),
};

/** An endpoint with its company, its backlog, and what became of its newest deliveries. */
export const EndpointView = Type.Object(
  { ...WebhookEndpoint.properties, companyName: Type.String(), ...health },
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

/** How the deliveries to an endpoint are narrowed. */
export const SearchDeliveries = Type.Object(
  {
    state: Type.Optional(literals(['pending', 'delivered', 'failed'] as const)),
    type: Type.Optional(literals(EVENT_TYPES)),
    ...page,
  },
  CLOSED,
);
export type SearchDeliveries = Static<typeof SearchDeliveries>;

/** A delivery with every attempt and the body that is sent. */
export const DeliveryView = Type.Object(
  { ...DeliveryResponse.properties, request: Type.String(), eventTime: Type.String({ format: 'date-time' }) },
  CLOSED,
);
export type DeliveryView = Static<typeof DeliveryView>;

/** Failed deliveries that a resend would take, counted no further than 10,000. */
export const FailedCount = Type.Object(
  { deliveries: Type.Integer({ minimum: 0 }), more: Type.Boolean() },
  CLOSED,
);
export type FailedCount = Static<typeof FailedCount>;
