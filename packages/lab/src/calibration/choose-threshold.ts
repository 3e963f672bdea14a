import { insertAuditEntry, type Operator } from '@titular/server/audit/index.ts';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { changeSettingsIn, parseSettings, type SettingChanges } from '@titular/server/settings/index.ts';
import type { Calibration, MeasuredRate } from './calibration.ts';

/** A threshold that an operator takes for a company, or for the deployment by setting TITULAR_MATCH_THRESHOLD. */
export type Choice = {
  threshold: number;
  company: { tenantId: TenantId; companyId: CompanyId } | undefined;
};

const figuresOf = (
  { errors, comparisons, rate, exact, persons }: MeasuredRate | undefined = {} as never,
) => ({
  errors,
  comparisons,
  rate,
  exact95: exact,
  persons95: persons,
});

/** What stands in the audit log: figures with their numbers and the digest of what was measured, and no name of a picture. */
function entryOf(calibration: Calibration, threshold: number): object {
  const point = calibration.operatingPoints.find((one) => one.threshold === threshold);
  const { measuredAt, engineVersion, inputsDigest, pictures, persons, comparisons, target } = calibration;
  return {
    threshold,
    fmr: figuresOf(point?.fmr),
    fnmr: figuresOf(point?.fnmr),
    wishedFmr: target?.fmr,
    pictures: pictures.measured,
    persons,
    comparisons,
    engineVersion,
    measuredAt,
    inputsDigest,
  };
}

/** Records the choice with its figures, and sets it where it is for a company, in one commit; answers what changed of the company's setting. */
export const chooseThreshold = (
  operator: Operator,
  calibration: Calibration,
  { threshold, company }: Choice,
): Promise<SettingChanges | undefined> =>
  operator.db.transaction().execute(async (trx) => {
    const inSameCommit = { ...operator, db: trx };
    await insertAuditEntry(trx, operator, {
      tenantId: company?.tenantId,
      action: 'match-threshold.choose',
      subject: company ? `company/${company.companyId}` : 'deployment',
      after: entryOf(calibration, threshold),
    });
    if (!company) return undefined;
    const patch = parseSettings('company', new Map([['match-threshold', String(threshold)]]));
    return changeSettingsIn(inSameCommit, { kind: 'company', ...company }, patch);
  });
