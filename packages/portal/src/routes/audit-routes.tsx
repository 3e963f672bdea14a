import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { rootRoute } from './root-route.tsx';
import { tenantRoute } from './tenant-route.tsx';

/** The audit log of a tenant, and that of the deployment; their pages read the address themselves. */
export const auditRoutes = {
  tenant: createRoute({
    getParentRoute: () => tenantRoute,
    path: 'audit',
    component: lazyRouteComponent(
      () => withTexts(import('../pages/audit/audit-page.tsx'), 'lists', 'audit', 'settings'),
      'AuditPage',
    ),
  }),
  root: createRoute({
    getParentRoute: () => rootRoute,
    path: 'op/audit',
    component: lazyRouteComponent(
      () =>
        withTexts(import('../pages/audit/whole-audit-page.tsx'), 'lists', 'audit', 'settings', 'deployment'),
      'WholeAuditPage',
    ),
  }),
} as const;
