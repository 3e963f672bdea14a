import type { ResendEventResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { findLastEvent, resendEvent as resend } from '../../webhooks/index.ts';
import { findStatus } from '../status-store.ts';

/** Sends the last event of a transaction once more; refuses with 40047 when there is none yet. */
export async function resendEvent(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  actor: Actor,
  transactionId: string,
): Promise<ResendEventResponse> {
  const { tenantId } = actor;
  if (!isId(transactionId)) throw new Refusal('40004');
  if (!(await findStatus(db, tenantId, transactionId))) throw new Refusal('40401');
  const sent = await withRetries(() =>
    db.transaction().execute(async (trx) => {
      const event = await findLastEvent(trx, tenantId, transactionId);
      return event && { event, deliveries: await resend(trx, actor, event, clock) };
    }),
  );
  if (!sent) throw new Refusal('40047');
  const { eventId, subject } = sent.event;
  invariant('status' in subject, 'an event of a transaction has its status');
  const { type, status, sequence } = subject;
  return { id: eventId, type, status, sequence, deliveries: sent.deliveries };
}
