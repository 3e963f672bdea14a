import type { EventType, TransactionStatus } from '@titular/contract';
import { newId } from '../base/id.ts';
import type { Db } from '../database/connect.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { insertDelivery } from './delivery-store.ts';
import { listEndpointIds } from './endpoint-store.ts';
import { insertEvent } from './event-store.ts';

/** Something a company may want to know; `sequence` is the version the transaction has with it. */
export type Occurrence = {
  tenantId: string;
  companyId: string;
  transactionId: string;
  type: EventType;
  status: TransactionStatus;
  sequence: number;
  at: Date;
};

/** Keeps the event, one delivery for each endpoint that wants it, and their jobs, all in the caller's database transaction. */
export async function recordEvent(trx: Db, occurrence: Occurrence): Promise<void> {
  const { tenantId, companyId, transactionId, type, status, sequence, at } = occurrence;
  const eventId = newId(at.getTime());
  await insertEvent(trx, tenantId, {
    eventId,
    companyId,
    transactionId,
    type,
    status,
    sequence,
    createdAt: at,
  });
  for (const endpointId of await listEndpointIds(trx, tenantId, companyId, status)) {
    const deliveryId = newId(at.getTime());
    await insertDelivery(trx, tenantId, { deliveryId, eventId, endpointId, attempts: 0 }, at);
    await enqueueJob(trx, 'deliver-webhook', { tenantId, deliveryId, attempt: 1 });
  }
}
