import type { ResendEventResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { isId } from '../base/id.ts';
import { invariant } from '../base/invariant.ts';
import { Refusal } from '../base/refusal.ts';
import { withRetries } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Asker } from '../webhooks/administer-endpoints.ts';
import { findLastEvent } from '../webhooks/event-store.ts';
import { resendEvent as resend } from '../webhooks/resend-event.ts';
import { findStatus } from './transaction-store.ts';

/** Sends the last event of a transaction once more; refuses with 40047 when there is none yet. */
export async function resendEvent(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  asker: Asker,
  transactionId: string,
): Promise<ResendEventResponse> {
  const { tenantId } = asker;
  if (!isId(transactionId)) throw new Refusal('40004');
  if (!(await findStatus(db, tenantId, transactionId))) throw new Refusal('40401');
  const sent = await withRetries(() =>
    db.transaction().execute(async (trx) => {
      const event = await findLastEvent(trx, tenantId, transactionId);
      return event && { event, deliveries: await resend(trx, asker, event, clock) };
    }),
  );
  if (!sent) throw new Refusal('40047');
  const { eventId, subject } = sent.event;
  invariant('status' in subject, 'an event of a transaction has its status');
  const { type, status, sequence } = subject;
  return { id: eventId, type, status, sequence, deliveries: sent.deliveries };
}
