import { type Static, type TSchema, Type } from 'typebox';
import { literals } from '../literals.ts';
import { MAX_ENDPOINT_DESCRIPTION_LENGTH, MAX_ENDPOINT_URL_LENGTH } from '../text-bounds.ts';
import { paging } from '../transactions/transaction-search.ts';
import { TransactionStatus } from '../transactions/transactions.ts';
import { DISABLED_REASONS, EVENT_TYPE_NAMES, EVENT_TYPES } from './events.ts';
import { WebhookAuthentication } from './webhook-authentication.ts';

const CLOSED = { additionalProperties: false } as const;
const instant = (description: string) => Type.String({ format: 'date-time', description });

/** Most endpoints that a company may have at once. */
export const MAX_ENDPOINTS = 20;

/** Longest time, in seconds, for which an old secret may sign beside the new one: a week. */
export const MAX_OVERLAP_SECONDS = 604_800;

/** Longest time, in seconds, between two attempts: a day. */
export const MAX_INTERVAL_SECONDS = 86_400;

/** Longest time, in seconds, that an endpoint may take to respond. */
export const MAX_TIMEOUT_SECONDS = 60;

const company = Type.String({ format: 'uuid', description: 'The company whose events are sent there.' });
const url = Type.String({
  minLength: 1,
  maxLength: MAX_ENDPOINT_URL_LENGTH,
  description:
    'An `https` URL, in the test environment also `http`; without user information, and not in a private network.',
  examples: ['https://shop.example/webhooks'],
});
const description = Type.String({
  maxLength: MAX_ENDPOINT_DESCRIPTION_LENGTH,
  description: 'Your own description.',
});
const eventTypes = Type.Array(literals(EVENT_TYPE_NAMES), {
  uniqueItems: true,
  maxItems: EVENT_TYPE_NAMES.length,
  description:
    'Subscribed event types; an empty list means all. `PROCESS_STATE_FINISHED` is accepted for `process.finished`, and `PROCESS_STATE_FAILED` for `process.failed`.',
});
const statuses = Type.Array(TransactionStatus, {
  uniqueItems: true,
  maxItems: 10,
  description:
    'Subscribed transaction statuses; an empty list means all final ones. A non-final status also subscribes to `transaction.changed`.',
});
const maximumAttempts = Type.Integer({
  minimum: 1,
  maximum: 50,
  description: 'Attempts before a delivery counts as failed; default 8.',
});
const intervalSeconds = Type.Integer({
  minimum: 1,
  maximum: MAX_INTERVAL_SECONDS,
  description:
    'Seconds between attempts; by default pauses grow from 5 seconds to 10 hours. A random jitter of up to 10 % is applied.',
});
const maximumAtOnce = Type.Integer({
  minimum: 1,
  maximum: 500,
  description: 'Maximum concurrent requests; default 50.',
});
const timeoutSeconds = Type.Integer({
  minimum: 1,
  maximum: MAX_TIMEOUT_SECONDS,
  description: 'Response timeout; default 15 seconds.',
});

/** What a new endpoint is made of; what is left out is as its description says. */
export const CreateWebhookEndpointRequest = Type.Object(
  {
    company,
    url,
    description: Type.Optional(description),
    eventTypes: Type.Optional(eventTypes),
    statuses: Type.Optional(statuses),
    authentication: Type.Optional(WebhookAuthentication),
    maximumAttempts: Type.Optional(maximumAttempts),
    intervalSeconds: Type.Optional(intervalSeconds),
    maximumAtOnce: Type.Optional(maximumAtOnce),
    timeoutSeconds: Type.Optional(timeoutSeconds),
  },
  CLOSED,
);
export type CreateWebhookEndpointRequest = Static<typeof CreateWebhookEndpointRequest>;

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** What is to be changed of an endpoint; what is left out stays, and null takes a description or an interval away. */
export const ChangeWebhookEndpointRequest = Type.Object(
  {
    url: Type.Optional(url),
    description: Type.Optional(orNull(description)),
    eventTypes: Type.Optional(eventTypes),
    statuses: Type.Optional(statuses),
    authentication: Type.Optional(WebhookAuthentication),
    maximumAttempts: Type.Optional(maximumAttempts),
    intervalSeconds: Type.Optional(orNull(intervalSeconds)),
    maximumAtOnce: Type.Optional(maximumAtOnce),
    timeoutSeconds: Type.Optional(timeoutSeconds),
    enabled: Type.Optional(
      Type.Boolean({
        description:
          'Enables or disables the endpoint. Waiting deliveries of a disabled endpoint count as failed and can be resent later.',
      }),
    ),
  },
  CLOSED,
);
export type ChangeWebhookEndpointRequest = Static<typeof ChangeWebhookEndpointRequest>;

const endpoint = {
  id: Type.String({ format: 'uuid', description: 'Id of the endpoint.' }),
  company,
  url: Type.String({ description: 'Where events are sent.' }),
  description: Type.Optional(Type.String({ description: 'Your own description.' })),
  eventTypes: Type.Array(literals(EVENT_TYPES), { description: 'Subscribed event types; empty means all.' }),
  statuses: Type.Array(TransactionStatus, {
    description: 'Subscribed statuses; empty means all final ones.',
  }),
  authentication: Type.Object(
    { kind: literals(['none', 'basic', 'api-key', 'oauth2'] as const) },
    { ...CLOSED, description: 'How requests are authenticated; credentials are never shown again.' },
  ),
  maximumAttempts: Type.Integer({ minimum: 1, description: 'Attempts before a delivery counts as failed.' }),
  intervalSeconds: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Seconds between attempts; absent for the standard schedule.' }),
  ),
  maximumAtOnce: Type.Integer({ minimum: 1, description: 'Maximum concurrent requests.' }),
  timeoutSeconds: Type.Number({ minimum: 0, description: 'Response timeout.' }),
  enabled: Type.Boolean({ description: 'Whether the endpoint is enabled.' }),
  disabledReason: Type.Optional(
    literals(DISABLED_REASONS, {
      description:
        'Why it is disabled: on request (`asked`), because it responded with 410 (`gone`), or because it failed for five days (`failing`).',
    }),
  ),
  disabledAt: Type.Optional(instant('When it was disabled.')),
  failingSince: Type.Optional(
    instant('The first failed attempt since the last success; absent while healthy.'),
  ),
  failures: Type.Integer({ minimum: 0, description: 'Failed attempts since the last success.' }),
  previousSecretEndsAt: Type.Optional(
    instant('Until when the previous secret still signs; absent if it does not.'),
  ),
  createdAt: instant('When it was created.'),
};

/** An endpoint as everybody may see it who may read endpoints: no secret, and no credential. */
export const WebhookEndpoint = Type.Object(endpoint, CLOSED);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

const secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]+=*$',
  description: 'Secret for verifying requests (Standard Webhooks); shown only once.',
});

/** A new endpoint with its secret, which is shown this once. */
export const CreateWebhookEndpointResponse = Type.Object({ ...endpoint, secret }, CLOSED);
export type CreateWebhookEndpointResponse = Static<typeof CreateWebhookEndpointResponse>;

/** How a list of endpoints is narrowed; unknown parameters are refused. */
export const ListWebhookEndpointsQuery = Type.Object(
  {
    company: Type.Optional(Type.String({ format: 'uuid', description: 'Of this company only.' })),
    ...paging,
  },
  CLOSED,
);
export type ListWebhookEndpointsQuery = Static<typeof ListWebhookEndpointsQuery>;

/** A page of endpoints, newest first; `nextCursor` is absent on the last. */
export const ListWebhookEndpointsResponse = Type.Object(
  {
    endpoints: Type.Array(WebhookEndpoint),
    nextCursor: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Send it as `cursor` to get the next page; absent on the last.',
      }),
    ),
  },
  CLOSED,
);
export type ListWebhookEndpointsResponse = Static<typeof ListWebhookEndpointsResponse>;

/** What is left of a deleted endpoint in the answer. */
export const DeleteWebhookEndpointResponse = Type.Object(
  { id: endpoint.id, deletedAt: instant('When it was deleted.') },
  CLOSED,
);
export type DeleteWebhookEndpointResponse = Static<typeof DeleteWebhookEndpointResponse>;

/** How long the old secret still signs beside the new one. */
export const RotateWebhookSecretRequest = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description:
          'Seconds for which the old secret keeps signing beside the new one; default one day, 0 ends it immediately.',
      }),
    ),
  },
  CLOSED,
);
export type RotateWebhookSecretRequest = Static<typeof RotateWebhookSecretRequest>;

/** The new secret, shown this once. */
export const RotateWebhookSecretResponse = Type.Object(
  { id: endpoint.id, secret, previousSecretEndsAt: endpoint.previousSecretEndsAt },
  CLOSED,
);
export type RotateWebhookSecretResponse = Static<typeof RotateWebhookSecretResponse>;

/** The test event that is on its way. */
export const SendTestEventResponse = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'Id of the event; the request carries it as `webhook-id`.',
    }),
    type: literals(['endpoint.test'] as const),
  },
  CLOSED,
);
export type SendTestEventResponse = Static<typeof SendTestEventResponse>;
