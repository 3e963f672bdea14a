import { type BeginAnswer, waitForShare } from '../captures/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { Settings } from '../tenants/index.ts';
import { liftRetry } from './retry-store.ts';
import type { SubjectTable } from './subject-table.ts';

/** Lets an attempt begin, unless its time has passed, or the identity had its share of the day: then it stays open for who comes later (R65). */
export async function permitAttempt(
  settings: Settings,
  trx: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  now: Date,
): Promise<BeginAnswer> {
  // Locks the subject: nobody states another identity from here on.
  if (!(await liftRetry(trx, of, tenantId, id, now))) return { kind: 'late' };
  const shown = await of.findShown(trx, tenantId, id);
  const company = shown && (await settings.findCompany(tenantId, shown.companyId, trx));
  if (!shown || !company) return { kind: 'late' };
  const waitSeconds = await waitForShare(trx, tenantId, shown, company, now);
  if (waitSeconds > 0) return { kind: 'too_many', waitSeconds };
  const { identityHash, isStated } = shown;
  return { kind: 'begun', identityHash, isStated, movements: company.movements };
}
