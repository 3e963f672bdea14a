import type { Kysely } from 'kysely';
import type { CaptureFailure } from '../captures/capture-subject.ts';
import { listFindings } from '../captures/gather-signs.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { riskSigns } from '../decision/risk-signs.ts';
import { changeStatus } from './change-status.ts';
import { takeOverdueRetry } from './retry-store.ts';

/** Ends a transaction as inconclusive because no further attempt can be made, with what the attempts left behind. */
export async function failCapture(
  trx: Db,
  tenantId: string,
  transactionId: string,
  why: CaptureFailure,
  now: Date,
): Promise<void> {
  const findings = await listFindings(trx, tenantId, transactionId);
  const reasons = [why, ...findings];
  const signs = findings.filter((finding) => finding in riskSigns);
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
    if (await takeOverdueRetry(trx, tenantId, transactionId, now))
      await failCapture(trx, tenantId, transactionId, 'retry_time_passed', now);
  });
}
