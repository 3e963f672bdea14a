import type { TransactionStatusResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { changeStatus } from '../change/change-status.ts';
import { endOverdueRetry } from '../change/fail-capture.ts';
import { advance } from '../transaction.ts';
import { findStatus, type StatusRow } from '../transaction-store.ts';

/** Ends a transaction whose time has passed; a status that is already further on stays. */
export async function expireTransaction(
  db: Kysely<Tables>,
  tenantId: string,
  transactionId: string,
  now: Date,
): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      changeStatus(trx, tenantId, transactionId, { event: 'expire', actor: 'service', at: now }),
    );
}

/** How a transaction ends whose time has passed, if it has. */
function overdueEnd({ expiresAt, retryUntil }: StatusRow, now: Date): typeof expireTransaction | undefined {
  if (retryUntil && retryUntil <= now) return endOverdueRetry;
  return expiresAt <= now ? expireTransaction : undefined;
}

/** Tells status and, once known, whether the identity changed; one whose time has passed is ended first, so nobody reads a stale `waiting`. */
export async function readTransaction(
  deps: { db: Kysely<Tables>; clock: Clock },
  tenantId: string,
  transactionId: string,
): Promise<TransactionStatusResponse> {
  if (!isId(transactionId)) throw new Refusal('40004');
  const now = deps.clock.now();
  let found = await findStatus(deps.db, tenantId, transactionId);
  const end = found && advance(found.status, 'expire') ? overdueEnd(found, now) : undefined;
  if (end) {
    await end(deps.db, tenantId, transactionId, now);
    found = await findStatus(deps.db, tenantId, transactionId);
  }
  if (!found) throw new Refusal('40401');
  return {
    status: found.status,
    ...(found.hasIdentityChanged === undefined ? {} : { hasIdentityChanged: found.hasIdentityChanged }),
  };
}
