import type { Objection, TransactionStatus } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TransactionEvent } from '../transaction.ts';
import { changeStatus } from './change-status.ts';

/** What a person says on the page, and what it does to the transaction (design section 2). */
const EVENTS: Readonly<Record<Objection, TransactionEvent>> = {
  unknown_purchase: 'disown',
  holder_absent: 'declare-absent',
};

const STATUSES: Partial<Record<TransactionStatus, Objection>> = {
  'unknown-share': 'unknown_purchase',
  'absent-holder': 'holder_absent',
};

/** The objection that led to a status, if one did. */
export const objectionOf = (status: TransactionStatus): Objection | undefined => STATUSES[status];

/** Ends a transaction in the person's words; false when it no longer waits for them, unless it was ended so before. */
export async function objectToTransaction(
  db: Kysely<Tables>,
  tenantId: TenantId,
  transactionId: TransactionId,
  objection: Objection,
  now: Date,
): Promise<boolean> {
  const outcome = await inTransaction(db, (trx) =>
    changeStatus(trx, tenantId, transactionId, { event: EVENTS[objection], actor: 'person', at: now }),
  );
  if (outcome.kind === 'unknown') return false;
  return outcome.kind === 'changed' || objectionOf(outcome.status) === objection;
}
