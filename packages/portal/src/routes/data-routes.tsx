import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { tenantRoute } from './tenant-route.tsx';

/** Where persons are erased, with what was erased and what goes by itself. */
export const dataRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'data',
  component: lazyRouteComponent(() => withTexts(import('../pages/data/data-page.tsx'), 'data'), 'DataPage'),
});
