import type { HandOverPurpose } from '@titular/contract';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { lockSubject } from '../../subjects/index.ts';
import { advance } from '../transaction.ts';
import { changeStatus, TRANSACTIONS } from './change-status.ts';

/** Holds the transaction while a link is made to pass it on; one to the cardholder moves it to `shared`. False when it takes no capture any more. */
export async function shareLink(
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  purpose: HandOverPurpose,
  now: Date,
): Promise<boolean> {
  if (purpose === 'phone') {
    const present = await lockSubject(trx, TRANSACTIONS, tenantId, transactionId);
    return present !== undefined && advance(present.status, 'share') !== undefined;
  }
  const transition = { event: 'share', actor: 'person', at: now } as const;
  return (await changeStatus(trx, tenantId, transactionId, transition)).kind === 'changed';
}
