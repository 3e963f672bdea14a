import type { EventType, TransactionStatus, WebhookEvent } from '@titular/contract';
import type { Environment } from '../config.ts';

/** An event as it is kept: ids, status and sequence, nothing of the person. */
export type StoredEvent = {
  eventId: string;
  type: EventType;
  transactionId: string;
  status: TransactionStatus;
  sequence: number;
  createdAt: Date;
};

/** The bytes that are sent and signed; made from the stored row alone, so they are the same at every attempt. */
export function eventBody(event: StoredEvent, environment: Environment): string {
  const body: WebhookEvent = {
    id: event.eventId,
    type: event.type,
    time: event.createdAt.toISOString(),
    environment,
    transactionId: event.transactionId,
    status: event.status,
    sequence: event.sequence,
  };
  return JSON.stringify(body);
}
