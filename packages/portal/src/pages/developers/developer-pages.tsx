export { EndpointPage } from './endpoint/endpoint-page.tsx';
export { EventPage } from './events/event-page.tsx';
export { EventTypesPage } from './events/event-types-page.tsx';
export { EventsPage } from './events/events-page.tsx';
