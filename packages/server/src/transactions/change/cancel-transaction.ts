import type { TransactionStatusResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { parseUuid, type TenantId, type TransactionId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { ChangeOutcome } from '../../subjects/index.ts';
import { changeStatus } from './change-status.ts';

/** Who may cancel, as the history of the transaction names it. */
const CANCELLERS = {
  merchant: { actor: 'merchant', reasons: ['canceled_by_merchant'] },
  operator: { actor: 'service', reasons: ['canceled_by_operator'] },
} as const;

function parseTransactionId(text: string): TransactionId {
  const id = parseUuid(text);
  if (!id) throw new Refusal('40004');
  return id;
}

async function cancel(
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  by: keyof typeof CANCELLERS,
  at: Date,
): Promise<ChangeOutcome<string>['kind']> {
  const event = { event: 'cancel', ...CANCELLERS[by], at } as const;
  const outcome = await changeStatus(trx, tenantId, transactionId, event);
  if (outcome.kind === 'unknown') throw new Refusal('40401');
  if (outcome.status !== 'canceled') throw new Refusal('40046');
  return outcome.kind;
}

/** Ends a transaction that still waits for the person, at the merchant's wish; once more answers the same, and one that has ended otherwise is refused with 40046. */
export async function cancelTransaction(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  tenantId: TenantId,
  transactionId: string,
): Promise<TransactionStatusResponse> {
  const id = parseTransactionId(transactionId);
  await db.transaction().execute((trx) => cancel(trx, tenantId, id, 'merchant', clock.now()));
  return { status: 'canceled' };
}

/** Cancels in somebody's name, with an audit entry in the same commit; false when it was canceled already. */
const cancelWithEntry = (
  { db, clock, actor }: Operator,
  tenantId: TenantId,
  transactionId: TransactionId,
  by: keyof typeof CANCELLERS,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const kind = await cancel(trx, tenantId, transactionId, by, clock.now());
    if (kind !== 'changed') return false;
    const entry = { action: 'transaction.cancel', subject: `transaction/${transactionId}` } as const;
    await insertAuditEntry(trx, { clock, actor }, { tenantId, ...entry });
    return true;
  });

/** Cancels in the operator's name, with an audit entry in the same commit; false when it was canceled already. Refuses with 40004, 40401 and 40046. */
export const cancelAsOperator = async (
  operator: Operator,
  tenantId: TenantId,
  transactionId: string,
): Promise<boolean> => cancelWithEntry(operator, tenantId, parseTransactionId(transactionId), 'operator');

/** The same at the wish of somebody of the merchant's staff: merchants see their own cancellation. */
export const cancelAsMember = async (
  member: Operator,
  tenantId: TenantId,
  transactionId: string,
): Promise<boolean> => cancelWithEntry(member, tenantId, parseTransactionId(transactionId), 'merchant');
