import type { TransactionStatusResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { endIfDue } from '../../subjects/index.ts';
import { TRANSACTIONS } from '../change/change-status.ts';
import { findStatus } from '../transaction-store.ts';

/** Tells status and, once known, whether the identity changed; one whose time has passed is ended first, so nobody reads a stale `waiting`. */
export async function readTransaction(
  deps: { db: Kysely<Tables>; clock: Clock },
  tenantId: TenantId,
  transactionId: string,
): Promise<TransactionStatusResponse> {
  if (!isId(transactionId)) throw new Refusal('40004');
  const now = deps.clock.now();
  let found = await findStatus(deps.db, tenantId, transactionId);
  if (found && (await endIfDue(deps.db, TRANSACTIONS, tenantId, { ...found, id: transactionId }, now)))
    found = await findStatus(deps.db, tenantId, transactionId);
  if (!found) throw new Refusal('40401');
  return {
    status: found.status,
    ...(found.hasIdentityChanged === undefined ? {} : { hasIdentityChanged: found.hasIdentityChanged }),
  };
}
