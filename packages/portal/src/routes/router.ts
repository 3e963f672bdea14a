import { createRouter } from '@tanstack/react-router';
import { auditRoutes } from './audit-routes.tsx';
import { caseRoutes } from './case-routes.tsx';
import { dataRoute } from './data-routes.tsx';
import { developerRoutes } from './developer-routes.tsx';
import { exportsRoute } from './export-routes.tsx';
import { operatorRoutes } from './operator-routes.tsx';
import { overviewRoute } from './overview-route.tsx';
import { peopleRoutes } from './people-routes.tsx';
import { rootRoute } from './root-route.tsx';
import { settingRoutes } from './setting-routes.tsx';
import { tenantRoute } from './tenant-route.tsx';

const routeTree = rootRoute.addChildren([
  ...peopleRoutes.root,
  ...operatorRoutes,
  auditRoutes.root,
  tenantRoute.addChildren([
    ...peopleRoutes.tenant,
    overviewRoute,
    ...caseRoutes,
    ...developerRoutes,
    ...settingRoutes,
    auditRoutes.tenant,
    dataRoute,
    exportsRoute,
  ]),
]);

/** Every page by its address. A new area is a file of routes beside `people-routes.tsx`, joined here. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Search parameters of a list are text; nothing in an address is code.
  defaultStructuralSharing: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
