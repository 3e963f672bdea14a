export { type PortalFiles, readPortalFiles } from './pages/portal-files.ts';
