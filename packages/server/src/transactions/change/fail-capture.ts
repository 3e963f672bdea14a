import type { Kysely } from 'kysely';
import { addUp, listAttackSignals } from '../../captures/attack-signals/signal-store.ts';
import type { CaptureFailure } from '../../captures/subjects/capture-subject.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { changeStatus } from './change-status.ts';
import { claimOverdueRetry } from './retry-store.ts';

/** Ends a transaction as inconclusive because no further attempt can be made, with what the attempts left behind. */
export async function failCapture(
  trx: Db,
  tenantId: string,
  transactionId: string,
  why: CaptureFailure,
  now: Date,
): Promise<void> {
  const signs = addUp(await listAttackSignals(trx, tenantId, transactionId)).map(({ sign }) => sign);
  const reasons = [why, ...signs];
  await changeStatus(trx, tenantId, transactionId, {
    event: 'attempts-exhausted',
    actor: why === 'attempts_exhausted' ? 'person' : 'service',
    reasons,
    at: now,
    decision: { result: 'inconclusive', reasons, signs },
  });
}

/** Makes the failure final of a transaction whose time for another attempt has passed; one whose next attempt has begun stays open. */
export async function endOverdueRetry(
  db: Kysely<Tables>,
  tenantId: string,
  transactionId: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await claimOverdueRetry(trx, tenantId, transactionId, now))
      await failCapture(trx, tenantId, transactionId, 'retry_time_passed', now);
  });
}
