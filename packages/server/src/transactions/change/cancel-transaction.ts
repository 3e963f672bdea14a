import type { TransactionStatusResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { changeStatus } from './change-status.ts';

/** Ends a transaction that still waits for the person, at the merchant's wish; once more answers the same, and one that has ended otherwise is refused with 40046. */
export async function cancelTransaction(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  tenantId: TenantId,
  transactionId: string,
): Promise<TransactionStatusResponse> {
  if (!isId(transactionId)) throw new Refusal('40004');
  const outcome = await db.transaction().execute((trx) =>
    changeStatus(trx, tenantId, transactionId, {
      event: 'cancel',
      actor: 'merchant',
      reasons: ['canceled_by_merchant'],
      at: clock.now(),
    }),
  );
  if (outcome.kind === 'unknown') throw new Refusal('40401');
  if (outcome.status !== 'canceled') throw new Refusal('40046');
  return { status: 'canceled' };
}
