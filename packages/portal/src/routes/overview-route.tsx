import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { tenantRoute } from './tenant-route.tsx';

/** Figures of a tenant; the page reads the period from the address itself. */
export const overviewRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'overview',
  component: lazyRouteComponent(
    () => withTexts(import('../pages/overview/overview-page.tsx'), 'lists', 'developers', 'stays'),
    'OverviewPage',
  ),
});
