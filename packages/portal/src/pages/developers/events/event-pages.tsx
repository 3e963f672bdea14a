export { EventPage } from './event-page.tsx';
export { EventTypesPage } from './event-types-page.tsx';
export { EventsPage } from './events-page.tsx';
