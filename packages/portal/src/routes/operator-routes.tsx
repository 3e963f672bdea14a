import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { rootRoute } from './root-route.tsx';

/** Pages of the operators of the deployment. */
export const operatorRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'op',
    component: lazyRouteComponent(
      () => withTexts(import('../pages/deployment/deployment-page.tsx'), 'deployment'),
      'DeploymentPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'op/tenants',
    component: lazyRouteComponent(
      () => withTexts(import('../pages/deployment/tenants/tenants-page.tsx'), 'deployment', 'team', 'lists'),
      'TenantsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'op/tenants/$tenant',
    component: lazyRouteComponent(
      () =>
        withTexts(
          import('../pages/deployment/tenants/tenant-page.tsx'),
          'deployment',
          'operators',
          'stays',
          'settings',
        ),
      'TenantPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'op/users',
    component: lazyRouteComponent(
      () =>
        withTexts(import('../pages/deployment/people/people-page.tsx'), 'deployment', 'operators', 'lists'),
      'PeoplePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'op/queues',
    component: lazyRouteComponent(
      () =>
        withTexts(import('../pages/deployment/queues/queues-page.tsx'), 'deployment', 'operators', 'lists'),
      'QueuesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'op/keys',
    component: lazyRouteComponent(
      () => withTexts(import('../pages/deployment/keys-page.tsx'), 'deployment'),
      'KeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'op/configuration',
    component: lazyRouteComponent(
      () => withTexts(import('../pages/deployment/configuration-page.tsx'), 'deployment'),
      'ConfigurationPage',
    ),
  }),
] as const;
