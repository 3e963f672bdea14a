import { lengthOf, MAX_TENANT_NAME_LENGTH } from '@titular/contract';
import { insertAuditEntry, type Operator, OperatorRefusal } from '../audit/index.ts';
import { type CompanyId, newId, type TenantId } from '../kernel/base/id.ts';
import { hasSeenText } from '../kernel/base/safe-text.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import { endReceivers } from '../receivers/index.ts';
import { endStays } from '../stays/index.ts';
import { lockCurrentMasterKey } from './check-deployment.ts';
import { findDeployment } from './deployment-store.ts';
import type { MasterKeys } from './keys/master-key.ts';
import { newWrappedDataKey } from './keys/tenant-keys.ts';
import { updateCompanyName, updateTenantName } from './name-store.ts';
import type { Company, Tenant } from './tenant.ts';
import {
  findCompany,
  findTenant,
  insertCompany,
  insertTenant,
  updateCompanyActive,
  updateTenantActive,
} from './tenant-store.ts';

function checkName(name: string): void {
  if (!hasSeenText(name) || lengthOf(name) > MAX_TENANT_NAME_LENGTH || /[\p{C}\u2028\u2029]/u.test(name)) {
    throw new OperatorRefusal(
      'invalid',
      `A name has 1 to ${MAX_TENANT_NAME_LENGTH} characters, none of them a control character or invisible.`,
    );
  }
}

/** The tenant, active or not; refuses with `not-found`. */
export async function readTenant({ db }: Pick<Operator, 'db'>, tenantId: TenantId): Promise<Tenant> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) throw new OperatorRefusal('not-found', `There is no tenant ${tenantId}.`);
  return tenant;
}

/** The company of the tenant, active or not; refuses with `not-found`. */
export async function readCompany(
  { db }: Pick<Operator, 'db'>,
  tenantId: TenantId,
  companyId: CompanyId,
): Promise<Company> {
  const company = await findCompany(db, tenantId, companyId);
  if (!company) throw new OperatorRefusal('not-found', `The tenant ${tenantId} has no company ${companyId}.`);
  return company;
}

/** Adds a tenant with a data key of its own and the default limits; answers its id. */
export async function createTenant(
  operator: Operator,
  masterKeys: MasterKeys,
  { name }: { name: string },
): Promise<TenantId> {
  checkName(name);
  const tenantId = newId(operator.clock.now().getTime());
  await inTransaction(operator.db, async (trx) => {
    const masterKey = await lockCurrentMasterKey(trx, masterKeys);
    await insertTenant(trx, tenantId, name, newWrappedDataKey(masterKey, tenantId));
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'tenant.create',
      subject: `tenant/${tenantId}`,
      after: { name },
    });
  });
  return tenantId;
}

/** Switches a tenant on or off; tokens of a tenant that is off are refused within 5 s. Answers false when it stood so already. */
export async function setTenantActive(
  operator: Operator,
  tenantId: TenantId,
  active: boolean,
): Promise<boolean> {
  await readTenant(operator, tenantId);
  return operator.db.transaction().execute(async (trx) => {
    if (!(await updateTenantActive(trx, tenantId, active))) return false;
    const inSameCommit = { ...operator, db: trx };
    if (!active) {
      await endStays(inSameCommit, { tenantId });
      await endReceivers(inSameCommit, { tenantId });
    }
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: active ? 'tenant.enable' : 'tenant.disable',
      subject: `tenant/${tenantId}`,
      before: { active: !active },
      after: { active },
    });
    return true;
  });
}

/** Gives a tenant another name, which operators see alone. Answers false when it has it already. */
export async function renameTenant(operator: Operator, tenantId: TenantId, name: string): Promise<boolean> {
  checkName(name);
  await readTenant(operator, tenantId);
  return operator.db.transaction().execute(async (trx) => {
    const before = await updateTenantName(trx, tenantId, name);
    if (before === undefined) return false;
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'tenant.rename',
      subject: `tenant/${tenantId}`,
      before: { name: before },
      after: { name },
    });
    return true;
  });
}

/**
 * What a company begins with where the environment matters. In production its operator has to name the places to go to at the end, or say
 * that any may be. There its operator also brings reference faces, or says that first faces are believed.
 */
const FIRST_SETTINGS = {
  test: { redirectHosts: [], templatePolicy: 'enrol' },
  production: { redirectHosts: ['none'], templatePolicy: 'require-reference' },
} as const;

/** Adds a company with the default settings of the environment; answers its id. */
export async function createCompany(
  operator: Operator,
  tenantId: TenantId,
  { name }: { name: string },
): Promise<CompanyId> {
  checkName(name);
  await readTenant(operator, tenantId);
  const companyId = newId(operator.clock.now().getTime());
  await inTransaction(operator.db, async (trx) => {
    const { environment } = await findDeployment(trx);
    await insertCompany(trx, tenantId, companyId, name, FIRST_SETTINGS[environment]);
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'company.create',
      subject: `company/${companyId}`,
      after: { name },
    });
  });
  return companyId;
}

/** Switches a company on or off; one that is off is not found by new transactions. Answers false when it stood so already. */
export async function setCompanyActive(
  operator: Operator,
  tenantId: TenantId,
  companyId: CompanyId,
  active: boolean,
): Promise<boolean> {
  await readCompany(operator, tenantId, companyId);
  return operator.db.transaction().execute(async (trx) => {
    if (!(await updateCompanyActive(trx, tenantId, companyId, active))) return false;
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: active ? 'company.enable' : 'company.disable',
      subject: `company/${companyId}`,
      before: { active: !active },
      after: { active },
    });
    return true;
  });
}

/** Gives a company another name, which persons see within 5 s unless it has a brand name. Answers false when it has it already. */
export async function renameCompany(
  operator: Operator,
  tenantId: TenantId,
  companyId: CompanyId,
  name: string,
): Promise<boolean> {
  checkName(name);
  await readCompany(operator, tenantId, companyId);
  return operator.db.transaction().execute(async (trx) => {
    const before = await updateCompanyName(trx, tenantId, companyId, name);
    if (before === undefined) return false;
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'company.rename',
      subject: `company/${companyId}`,
      before: { name: before },
      after: { name },
    });
    return true;
  });
}
