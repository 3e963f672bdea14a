import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { parseDeliveriesSearch, parseEventsSearch } from './developer-search.ts';
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
  withTexts(import('../pages/developers/developer-pages.tsx'), 'lists', 'cases', 'developers', 'team');
const endpoint = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/endpoints/$endpoint',
  validateSearch: parseDeliveriesSearch,
  component: lazyRouteComponent(load, 'EndpointPage'),
});
const events = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/events',
  validateSearch: parseEventsSearch,
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

/** Pages of the developers' section. */
export const developerRoutes = [endpoints, endpoint, events, event, eventTypes] as const;
