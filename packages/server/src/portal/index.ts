export { readTenantHealth } from './deployment/tenant-state.ts';
export { type DocsFiles, readDocsFiles } from './pages/docs-files.ts';
export { NO_PORTAL_FILES, type PortalFiles, readPortalFiles } from './pages/portal-files.ts';
