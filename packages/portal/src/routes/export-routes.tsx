import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { tenantRoute } from './tenant-route.tsx';

/** Files of lists, each for who asked for it and for an hour. */
export const exportsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'exports',
  component: lazyRouteComponent(
    () => withTexts(import('../pages/exports/exports-page.tsx'), 'lists', 'exports', 'audit'),
    'ExportsPage',
  ),
});
