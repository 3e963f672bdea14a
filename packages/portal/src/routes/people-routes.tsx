import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { Start } from '../pages/home/start.tsx';
import { rootRoute } from './root-route.tsx';
import { tenantRoute } from './tenant-route.tsx';

const tenantHome = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/',
  component: lazyRouteComponent(
    () => withTexts(import('../pages/home/tenant-home.tsx'), 'permissions'),
    'TenantHome',
  ),
});
const team = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'team',
  component: lazyRouteComponent(
    () => withTexts(import('../pages/team/team-page.tsx'), 'team', 'me', 'permissions', 'stays'),
    'TeamPage',
  ),
});
const start = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Start });
// Where the sign-in leads when nothing else was asked for.
const afterSignIn = createRoute({ getParentRoute: () => rootRoute, path: 'login', component: Start });
const me = createRoute({
  getParentRoute: () => rootRoute,
  path: 'me',
  component: lazyRouteComponent(
    () => withTexts(import('../pages/me/me-page.tsx'), 'me', 'enrolment', 'permissions'),
    'MePage',
  ),
});
/** Pages of the people: start and own account; and within a tenant its home and team. */
export const peopleRoutes = { root: [start, afterSignIn, me], tenant: [tenantHome, team] } as const;
