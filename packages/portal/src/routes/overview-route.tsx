import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import type { OverviewSearch } from '../pages/overview/model/periods.ts';
import { parseTenantSearch } from './search.ts';
import { tenantRoute } from './tenant-route.tsx';

/** Figures of a tenant; the page reads the period from the address itself. */
export const overviewRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'overview',
  validateSearch: ({ days, ...search }: Record<string, unknown>): OverviewSearch => ({
    ...parseTenantSearch(search),
    ...(days === 1 || days === 30 || days === 90 ? { days } : {}),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../pages/overview/overview-page.tsx'), 'lists', 'developers', 'overview'),
    'OverviewPage',
  ),
});
