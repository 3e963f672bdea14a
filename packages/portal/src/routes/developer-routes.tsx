import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { tenantRoute } from './tenant-route.tsx';

const endpoints = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/endpoints',
  component: lazyRouteComponent(
    () => withTexts(import('../pages/developers/endpoints-page.tsx'), 'developers', 'team'),
    'EndpointsPage',
  ),
});

/** Pages of the developers' section. */
export const developerRoutes = [endpoints] as const;
