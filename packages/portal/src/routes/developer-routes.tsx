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
const load = () =>
  withTexts(
    import('../pages/developers/developer-pages.tsx'),
    ...(['lists', 'cases', 'developers', 'team', 'receivers'] as const),
  );
const endpoint = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/endpoints/$endpoint',
  component: lazyRouteComponent(load, 'EndpointPage'),
});
const events = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/events',
  component: lazyRouteComponent(load, 'EventsPage'),
});
const event = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/events/$event',
  component: lazyRouteComponent(load, 'EventPage'),
});
const eventTypes = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/event-types',
  component: lazyRouteComponent(load, 'EventTypesPage'),
});

const loadAccounts = () =>
  withTexts(import('../pages/developers/accounts/account-pages.tsx'), 'lists', 'developers', 'accounts');
const accounts = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/accounts',
  component: lazyRouteComponent(loadAccounts, 'AccountsPage'),
});
const account = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/accounts/$account',
  component: lazyRouteComponent(loadAccounts, 'AccountPage'),
});

const loadCalls = () =>
  withTexts(
    import('../pages/developers/calls/call-pages.tsx'),
    ...(['lists', 'cases', 'developers', 'errors', 'calls'] as const),
  );
const calls = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/calls',
  component: lazyRouteComponent(loadCalls, 'CallsPage'),
});
const call = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/calls/$call',
  component: lazyRouteComponent(loadCalls, 'CallPage'),
});

const limits = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/limits',
  component: lazyRouteComponent(
    () =>
      withTexts(
        import('../pages/developers/limits/limits-page.tsx'),
        ...(['lists', 'developers', 'calls', 'limits'] as const),
      ),
    'LimitsPage',
  ),
});

const sandbox = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/sandbox',
  component: lazyRouteComponent(
    () => withTexts(import('../pages/sandbox/sandbox-page.tsx'), 'lists', 'cases', 'errors', 'sandbox'),
    'SandboxPage',
  ),
});

/** Pages of the developers' section, which read the address themselves. */
export const developerRoutes = [
  ...([endpoints, endpoint, events, event, eventTypes, accounts, account] as const),
  ...([calls, call, limits, sandbox] as const),
] as const;
