import { waitForShare } from '../../captures/attempts/daily-attempt-limit.ts';
import type { BeginAnswer } from '../../captures/subjects/capture-subject.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Settings } from '../../tenants/settings-cache.ts';
import { findDetails } from '../transaction-store.ts';
import { liftRetry } from './retry-store.ts';

/** Lets an attempt begin, unless its time has passed, or the identity had its share of the day: then it stays open for who comes later (R65). */
export async function permitTransactionAttempt(
  settings: Settings,
  trx: Db,
  tenantId: string,
  transactionId: string,
  now: Date,
): Promise<BeginAnswer> {
  // Locks the transaction: nobody states another identity from here on.
  if (!(await liftRetry(trx, tenantId, transactionId, now))) return { kind: 'late' };
  const details = await findDetails(trx, tenantId, transactionId);
  const company = details && (await settings.findCompany(tenantId, details.companyId));
  if (!details || !company) return { kind: 'late' };
  const isStated = details.statedIdentity !== undefined;
  const whom = { identityHash: details.statedIdentity?.hash ?? details.identityHash, isStated };
  const { companyId, cardHash } = details;
  const waitSeconds = await waitForShare(trx, tenantId, { ...whom, companyId, cardHash }, company, now);
  return waitSeconds > 0 ? { kind: 'too_many', waitSeconds } : { kind: 'begun', ...whom };
}
