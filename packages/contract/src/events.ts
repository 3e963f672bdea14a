import { type Static, Type } from 'typebox';
import { literals } from './literals.ts';
import { TransactionId, TransactionStatus } from './transactions.ts';

/** Event types a company's endpoint may receive. */
export const EVENT_TYPES = ['transaction.finished'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Body of a webhook: thin, without personal data; `sequence` grows with each change of the transaction, so that a receiver can drop what is stale. */
export const WebhookEvent = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'Id of the event, the same in every attempt to deliver it.',
    }),
    type: literals(EVENT_TYPES),
    time: Type.String({ format: 'date-time', description: 'When it happened.' }),
    environment: literals(['test', 'production'] as const),
    transactionId: TransactionId,
    status: TransactionStatus,
    sequence: Type.Integer({
      minimum: 1,
      description: 'Grows with each change of the transaction; what is lower than the last you saw is stale.',
    }),
  },
  { additionalProperties: false },
);
export type WebhookEvent = Static<typeof WebhookEvent>;

/** Answer of the resend operation: the event as it was, and to how many endpoints it is on its way again. */
export const ResendEventResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: literals(EVENT_TYPES),
    status: TransactionStatus,
    sequence: Type.Integer({ minimum: 1 }),
    deliveries: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type ResendEventResponse = Static<typeof ResendEventResponse>;
