import { createRoute, Outlet, retainSearchParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotFound } from '../pages/home/not-found.tsx';
import { noteTenant, useSession } from '../shell/use-session.ts';
import { rootRoute } from './root-route.tsx';
import { parseTenantSearch } from './search.ts';

function Tenant() {
  const { tenant } = tenantRoute.useParams();
  const isMember = useSession().memberships.some(({ tenantId }) => tenantId === tenant);
  useEffect(() => {
    if (isMember) noteTenant(tenant);
  }, [isMember, tenant]);
  return isMember ? <Outlet /> : <NotFound />;
}

/** Pages of one tenant; the company in the address goes along from page to page. */
export const tenantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 't/$tenant',
  validateSearch: parseTenantSearch,
  search: {
    middlewares: [
      // Only a company's id goes along, whatever somebody typed in its place (P38).
      ({ search: { company, ...others }, next }) => next({ ...others, ...parseTenantSearch({ company }) }),
      retainSearchParams(['company']),
    ],
  },
  component: Tenant,
});
