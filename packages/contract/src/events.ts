import { type Static, Type } from 'typebox';
import { literals } from './literals.ts';
import { TRANSACTION_STATUSES } from './transactions.ts';

/** Event types a company's endpoint may receive. */
export const EVENT_TYPES = ['transaction.finished'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Body of a webhook: thin, without personal data; `sequence` grows with each change of the transaction, so that a receiver can drop what is stale. */
export const WebhookEvent = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: literals(EVENT_TYPES),
    time: Type.String({ format: 'date-time' }),
    environment: literals(['test', 'production'] as const),
    transactionId: Type.String({ format: 'uuid' }),
    status: literals(TRANSACTION_STATUSES),
    sequence: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type WebhookEvent = Static<typeof WebhookEvent>;

/** Answer of the resend operation: the event as it was, and to how many endpoints it is on its way again. */
export const ResendEventResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: literals(EVENT_TYPES),
    status: literals(TRANSACTION_STATUSES),
    sequence: Type.Integer({ minimum: 1 }),
    deliveries: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type ResendEventResponse = Static<typeof ResendEventResponse>;
