export {
  createCompany,
  createTenant,
  readCompany,
  readTenant,
  renameCompany,
  renameTenant,
  setCompanyActive,
  setTenantActive,
} from './administer-tenants.ts';
export { MAX_LOGO_BYTES } from './branding/logo.ts';
export { findLogoPicture } from './branding/logo-store.ts';
export { clearLogo, setLogo } from './branding/set-logo.ts';
export { checkDeployment, isAtHand, lockCurrentMasterKey } from './check-deployment.ts';
export { deleteCompanies, listShops, switchCompaniesOff, updateToShop } from './clear-companies-store.ts';
export {
  findDeployment,
  findLedgerId,
  listMasterKeyUses,
  lockDeployment,
  lockDeploymentForShareIfBound,
  updateLedgerId,
  updatePreparedKey,
} from './deployment-store.ts';
export {
  createDeploymentKey,
  type DeploymentKey,
  type OpenDeploymentKey,
  rewrapDeploymentKeys,
} from './keys/deployment-keys.ts';
export {
  fixedMasterKeys,
  type MasterKey,
  MasterKeyMissing,
  type MasterKeys,
  openMasterKeys,
  parseMasterKeys,
  StartRefused,
  type WrappedKey,
} from './keys/master-key.ts';
export { addMasterKey, loadMasterKeys, removeMasterKey } from './keys/master-key-file.ts';
export {
  type MasterKeyRotation,
  type RewrapStep,
  rewrapTenants,
  rotateMasterKey,
} from './keys/rotate-master-key.ts';
export { createTenantKeys } from './keys/tenant-key-cache.ts';
export { rewrapDataKey, type TenantKey, type TenantKeys } from './keys/tenant-keys.ts';
export { listCompaniesNamed } from './name-store.ts';
export { REDIRECT_WORDS, redirectTarget, redirectUrlProblem } from './redirects/redirect-url.ts';
export { createSettings, type Settings } from './settings-cache.ts';
export type { Company, Tenant } from './tenant.ts';
export {
  type CompanyKey,
  companyKeyText,
  findTenant,
  listActiveCompanies,
  listCompanies,
  listTenants,
  listTenantsOfCompanies,
  listTrustingCompanies,
  listUndecidedRedirects,
  lockActiveCompany,
} from './tenant-store.ts';
