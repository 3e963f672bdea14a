const T = '/portal/api/t/:tenant_id';
const SETTINGS = `${T}/settings` as const;
const COMPANY_SETTINGS = `${T}/companies/:company_id/settings` as const;

/** Calls about the settings of a tenant and of its companies: rows of `portalOperations`. */
export const settingOperations = {
  readTenantSettings: {
    method: 'GET',
    path: SETTINGS,
    access: 'settings:read',
    twin: { command: 'settings show' },
  },
  changeTenantSettings: {
    method: 'PATCH',
    path: SETTINGS,
    access: 'settings:change',
    twin: { command: 'settings set' },
  },
  readCompanySettings: {
    method: 'GET',
    path: COMPANY_SETTINGS,
    access: 'settings:read',
    twin: { command: 'settings show' },
  },
  readSettingsHistory: {
    method: 'GET',
    path: `${COMPANY_SETTINGS}/history`,
    access: 'settings:read',
    twin: { command: 'audit list' },
  },
  changeCompanySettings: {
    method: 'PATCH',
    path: COMPANY_SETTINGS,
    access: 'settings:change',
    twin: { command: 'settings set' },
  },
  tryCompanySettings: {
    method: 'POST',
    path: `${T}/companies/:company_id/what-if`,
    access: 'settings:change',
    twin: { command: 'settings what-if' },
  },
} as const;
