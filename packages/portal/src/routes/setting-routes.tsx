import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { tenantRoute } from './tenant-route.tsx';

const load = () => withTexts(import('../pages/settings/settings-pages.tsx'), 'lists', 'settings');

const start = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings',
  beforeLoad: ({ params: { tenant }, search: { company } }) => {
    throw company === undefined
      ? redirect({ to: '/t/$tenant/settings/tenant', params: { tenant } })
      : redirect({ to: '/t/$tenant/settings/company/$owner', params: { tenant, owner: company } });
  },
});
const ofTenant = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings/tenant',
  component: lazyRouteComponent(load, 'TenantSettingsPage'),
});
const ofCompany = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings/company/$owner',
  component: lazyRouteComponent(load, 'CompanySettingsPage'),
});

/** Pages of settings: of the tenant, and of one of its companies. */
export const settingRoutes = [start, ofTenant, ofCompany] as const;
