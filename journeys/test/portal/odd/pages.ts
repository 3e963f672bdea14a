/** Every page within a tenant, by its path; a name behind a dollar is an id. */
export const TENANT_PAGES = [
  ...['', '/overview', '/transactions', '/transactions/new', '/transactions/$transaction'],
  ...['/processes', '/processes/$process', '/find', '/orders', '/team', '/audit', '/data', '/exports'],
  ...['/settings', '/settings/tenant', '/settings/company/$owner'],
  ...['/developers/endpoints', '/developers/endpoints/$endpoint', '/developers/events'],
  ...['/developers/events/$event', '/developers/event-types', '/developers/accounts'],
  ...['/developers/accounts/$account', '/developers/calls', '/developers/calls/$call'],
  ...['/developers/limits', '/developers/sandbox'],
] as const;

/** Every other page for whoever is signed in. */
export const OTHER_PAGES = [
  ...['/', '/me', '/op', '/op/tenants', '/op/tenants/$tenant', '/op/users', '/op/queues', '/op/keys'],
  ...['/op/configuration', '/op/audit', '/no/such/page'],
] as const;

/** Ids by their names in the addresses of pages. */
export type PageIds = Readonly<Record<string, string>>;

/** A random id in place of each that is not known. */
export const fillPage = (path: string, ids: PageIds): string =>
  path.replace(/\$([a-z]+)/g, (_, name) => ids[name] ?? crypto.randomUUID());
