import type { Kysely } from 'kysely';
import { inTransaction } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { failProcessCapture } from '../built-in/fail-process-capture.ts';
import { claimOverdueProcessRetry } from '../built-in/process-retry-store.ts';
import type { ProcessRow } from '../process-store.ts';
import { changeProcess } from './change-process.ts';

/** Ends a process whose time has passed; one that is already further on stays. */
export const expireProcess = (
  db: Kysely<Tables>,
  tenantId: string,
  processId: string,
  now: Date,
): Promise<boolean> =>
  inTransaction(db, (trx) =>
    changeProcess(trx, tenantId, processId, { event: 'expire', actor: 'service', at: now }),
  );

/** Makes the failure final of a process whose time for another attempt has passed; one whose next attempt has begun stays open. */
export const endOverdueProcessRetry = (
  db: Kysely<Tables>,
  tenantId: string,
  processId: string,
  now: Date,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (await claimOverdueProcessRetry(trx, tenantId, processId, now))
      await failProcessCapture(trx, tenantId, processId, 'retry_time_passed', now);
  });

/** Ends what is due before it is shown, so that nobody reads a stale state; a platform elsewhere has the last word on its own. True when something ended. */
export async function endDueProcess(
  db: Kysely<Tables>,
  tenantId: string,
  { processId, status, platform, expiresAt, retryUntil }: ProcessRow,
  now: Date,
): Promise<boolean> {
  if (status !== 'created' || platform !== 'built-in') return false;
  if (retryUntil && retryUntil <= now) {
    await endOverdueProcessRetry(db, tenantId, processId, now);
    return true;
  }
  return expiresAt <= now && expireProcess(db, tenantId, processId, now);
}
