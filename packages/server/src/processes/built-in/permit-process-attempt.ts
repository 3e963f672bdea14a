import { waitForShare } from '../../captures/attempts/daily-attempt-limit.ts';
import type { BeginAnswer } from '../../captures/subjects/capture-subject.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Settings } from '../../tenants/settings-cache.ts';
import { findProcess } from '../process-store.ts';
import { liftProcessRetry } from './process-retry-store.ts';

/** Lets an attempt begin, unless its time has passed, or the identity had its share of the day: then it stays open for who comes later. */
export async function permitProcessAttempt(
  settings: Settings,
  trx: Db,
  tenantId: string,
  processId: string,
  now: Date,
): Promise<BeginAnswer> {
  if (!(await liftProcessRetry(trx, tenantId, processId, now))) return { kind: 'late' };
  const row = await findProcess(trx, tenantId, processId);
  const company = row && (await settings.findCompany(tenantId, row.companyId));
  if (!row || !company) return { kind: 'late' };
  const whom = { identityHash: row.identityHash, isStated: false };
  const shown = { ...whom, companyId: row.companyId, cardHash: undefined };
  const waitSeconds = await waitForShare(trx, tenantId, shown, company, now);
  return waitSeconds > 0 ? { kind: 'too_many', waitSeconds } : { kind: 'begun', ...whom };
}
