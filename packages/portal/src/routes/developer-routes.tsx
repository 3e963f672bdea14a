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
const endpoint = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/endpoints/$endpoint',
  validateSearch: parseDeliveriesSearch,
  component: lazyRouteComponent(
    () =>
      withTexts(
        import('../pages/developers/endpoint/endpoint-page.tsx'),
        ...(['lists', 'cases', 'developers', 'team'] as const),
      ),
    'EndpointPage',
  ),
});
const loadEvents = () =>
  withTexts(import('../pages/developers/events/event-pages.tsx'), 'lists', 'cases', 'developers');
const events = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/events',
  validateSearch: parseEventsSearch,
  component: lazyRouteComponent(loadEvents, 'EventsPage'),
});
const event = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/events/$event',
  component: lazyRouteComponent(loadEvents, 'EventPage'),
});
const eventTypes = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'developers/event-types',
  component: lazyRouteComponent(loadEvents, 'EventTypesPage'),
});

/** Pages of the developers' section. */
export const developerRoutes = [endpoints, endpoint, events, event, eventTypes] as const;
