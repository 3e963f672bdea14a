import type { TransactionStatusResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { gather } from '../../kernel/database/batches/gather.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { endIfDue } from '../../subjects/index.ts';
import { TRANSACTIONS } from '../change/change-status.ts';
import { findStatus, findStatuses, type StatusRow, type TransactionKey } from '../status-store.ts';

/** Finds the status of one transaction, as it is after the question. */
export type FindStatus = (key: TransactionKey) => Promise<StatusRow | undefined>;

const LIMITS = { mostAsks: 100, whenSlow: 4 };

/** Finds statuses that are asked for while statements are under way in one statement together. */
export const createStatusFinder = (db: Kysely<Tables>): FindStatus =>
  gather(async (keys: readonly TransactionKey[]) => {
    const [first, second] = keys;
    if (!first || second) return findStatuses(db, keys);
    return [await findStatus(db, first.tenantId, first.transactionId)];
  }, LIMITS);

/** What reading needs; without `findStatus` each read has a statement of its own. */
export type ReadDeps = { db: Kysely<Tables>; clock: Clock; findStatus?: FindStatus };

/** Tells status and, once known, whether the identity changed; one whose time has passed is ended first, so nobody reads a stale `waiting`. */
export async function readTransaction(
  deps: ReadDeps,
  tenantId: TenantId,
  transactionId: string,
): Promise<TransactionStatusResponse> {
  if (!isId(transactionId)) throw new Refusal('40004');
  const now = deps.clock.now();
  const key = { tenantId, transactionId };
  let found = await (deps.findStatus?.(key) ?? findStatus(deps.db, tenantId, transactionId));
  if (found && (await endIfDue(deps.db, TRANSACTIONS, tenantId, { ...found, id: transactionId }, now)))
    found = await findStatus(deps.db, tenantId, transactionId);
  if (!found) throw new Refusal('40401');
  return {
    status: found.status,
    ...(found.hasIdentityChanged === undefined ? {} : { hasIdentityChanged: found.hasIdentityChanged }),
  };
}
