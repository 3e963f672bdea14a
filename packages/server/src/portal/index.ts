export { readTenantHealth } from './deployment/tenant-state.ts';
export { type PortalFiles, readPortalFiles } from './pages/portal-files.ts';
