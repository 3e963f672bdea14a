import type { TransactionStatus } from '@titular/contract';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { recordEvent } from '../../webhooks/events/record-event.ts';
import { advance, isFinal, type TransactionEvent } from '../transaction.ts';
import { insertHistory, lockStatus, type StatusChange, updateStatus } from '../transaction-store.ts';

/** An event with what is to be kept about it. */
export type Transition = {
  event: TransactionEvent;
  actor: 'merchant' | 'person' | 'service';
  reasons?: readonly string[];
  at: Date;
  hasIdentityChanged?: boolean;
  decision?: unknown;
};

/** The new status, or why nothing changed: the present status does not take the event, or there is no such transaction. */
export type ChangeOutcome =
  | { kind: 'changed'; status: TransactionStatus }
  | { kind: 'unmoved'; status: TransactionStatus }
  | { kind: 'unknown' };

/** Moves a transaction along the table of statuses inside the caller's database transaction, with history row and, for each new status, event and deliveries. */
export async function changeStatus(
  trx: Db,
  tenantId: string,
  transactionId: string,
  transition: Transition,
): Promise<ChangeOutcome> {
  const present = await lockStatus(trx, tenantId, transactionId);
  if (!present) return { kind: 'unknown' };
  const to = advance(present.status, transition.event);
  if (!to) return { kind: 'unmoved', status: present.status };
  const change: StatusChange = {
    transactionId,
    version: present.version + 1,
    event: transition.event,
    from: present.status,
    to,
    actor: transition.actor,
    reasons: transition.reasons ?? [],
    at: transition.at,
    finishedAt: isFinal(to) ? transition.at : undefined,
    hasIdentityChanged: transition.hasIdentityChanged,
    decision: transition.decision,
  };
  invariant(await updateStatus(trx, tenantId, change), 'a locked transaction takes its change');
  await insertHistory(trx, tenantId, change);
  if (isFinal(to) || to !== present.status) {
    await recordEvent(trx, {
      tenantId,
      companyId: present.companyId,
      subject: {
        type: isFinal(to) ? 'transaction.finished' : 'transaction.changed',
        transactionId,
        status: to,
        sequence: change.version,
        hasIdentityChanged: transition.hasIdentityChanged,
      },
      at: transition.at,
    });
  }
  return { kind: 'changed', status: to };
}
